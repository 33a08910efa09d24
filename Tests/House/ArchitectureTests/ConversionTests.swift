import Foundation
import ReelTestSupport
import Testing

@Suite("Conversions from floating point to integers") struct ConversionTests {
  private static let sources = Repository.root.appending(path: "Sources")

  /// Files that may convert without `clamping:`, and why nothing is out of range there.
  private static let audited: [String: String] = [
    "FixedWidthInteger+Clamping.swift": "it compares the number with its limits first",
    "FrameClock.swift": "the logarithm is of a C integer",
    "MediaTime.swift": "its seconds are the quotient of integers",
    "FixedDecimals.swift": "beyond 1e12 it writes the number as it is",
  ]

  /// Returns the lines of a source that convert what looks like floating point without `clamping:`.
  private static func unchecked(in text: String) -> [(line: Int, text: Substring)] {
    guard text.contains("Int(") || text.contains(/Int\d/) else { return [] }
    // What only floating-point numbers have.
    let sign =
      /\.(?:rounded|squareRoot|minX|maxX|midX|minY|maxY|midY|dx|dy|framesPerSecond)\b|\b(?:floor|ceil|trunc|round|sqrt|log|log10|log2|exp|pow|hypot|sin|cos|tan|atan2|Double|Float)\(|(?:^|[^$\w])\d+(?:\.\d|[eE]-?\d)/
    // Names that the file declares as floating-point numbers, and nowhere as anything else.
    var (floating, others) = (Set<Substring>(), Set<Substring>())
    for match in text.matches(of: /\b(\w+): ([A-Za-z0-9_.\[\]]+)/) {
      if ["Double", "Float", "CGFloat"].contains(match.output.2) {
        floating.insert(match.output.1)
      } else {
        others.insert(match.output.1)
      }
    }
    floating.subtract(others)
    var found: [(Int, Substring)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.drop { $0 == " " }
      guard !code.hasPrefix("//"), code.contains("Int") else { continue }
      for match in code.matches(of: /\bU?Int(?:8|16|32|64)?\(/) {
        let argument = argument(of: code[match.range.upperBound...])
        // A label says which conversion it is; a bare name may be one that the file declares.
        guard argument.firstMatch(of: /^\w+:|\(clamping:/) == nil else { continue }
        if argument.contains(sign) || floating.contains(argument) {
          found.append((index + 1, code))
        }
      }
    }
    return found
  }

  /// The text up to the parenthesis that closes the one before it.
  private static func argument(of text: Substring) -> Substring {
    var depth = 0
    return text.prefix { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth >= 0
    }
  }

  @Test("Every conversion in the sources says clamping:, or is in an audited file")
  func sources() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" && Self.audited[file.lastPathComponent] == nil
    {
      count += 1
      for (line, text) in Self.unchecked(in: try String(contentsOf: file, encoding: .utf8)) {
        Issue.record(
          "\(file.lastPathComponent):\(line): a number that does not fit ends the process: write Int(clamping: …) instead of \(text)"
        )
      }
    }
    #expect(count > 500)
  }

  @Test(
    "What ends the process is found, and what can't is not",
    arguments: [
      ("let a = Int(x.rounded(.up))", true), ("let a = UInt8(value * 255.0)", true), ("Int32(floor(a(b)))", true),
      ("Int(box.minX)", true), ("func f(seconds: Double) { Int(seconds) }", true), ("Int(1e9 * x)", true),
      ("let a = Int(clamping: x.rounded(.up))", false), ("Int(text)", false), ("Int(bytes[3]) + y.rounded()", false),
      ("UInt8(Int(clamping: x.rounded()) & 255)", false), ("Int16($0.1)", false),
      ("func f(seconds: Int) { Int(seconds) }", false), ("/// Int(x.rounded())", false),
      ("Int(exactly: x.rounded())", false),
    ])
  func examples(text: String, isFound: Bool) {
    #expect(Self.unchecked(in: text).isEmpty != isFound)
  }
}
