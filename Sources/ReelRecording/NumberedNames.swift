import ReelGeometry

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names of numbered files: a pattern like `frames/%04d.png`, as FFmpeg and printf write it.
public struct NumberedNames: Hashable, Sendable {
  /// The folder that holds the files.
  public let folder: URL
  private let prefix: String
  private let digits: Int
  private let suffix: String

  /// Reads a pattern with exactly one `%d` or `%0Nd` (N from 1 to 9) in its last component; `%%` is a percent sign.
  ///
  /// - Throws: `InvalidValue` for any other text.
  public init(pattern: String) throws(InvalidValue) {
    let invalid = InvalidValue(
      "file name pattern", pattern, expected: "a name with one number in it, such as frames/%04d.png")
    let url = URL(fileURLWithPath: pattern)
    var before = ""
    var after: String?
    var width = 0
    var rest = Substring(url.lastPathComponent)
    while let character = rest.popFirst() {
      var literal = String(character)
      if character == "%" {
        if rest.first == "%" {
          rest.removeFirst()
        } else {
          let code = rest.prefix { $0 != "d" }
          guard after == nil, rest.count > code.count, code.isEmpty || code.count == 2 && code.first == "0",
            let number = code.isEmpty ? 1 : code.last?.wholeNumberValue, number > 0
          else { throw invalid }
          width = number
          rest.removeFirst(code.count + 1)
          after = ""
          literal = ""
        }
      }
      if after == nil { before += literal } else { after?.append(literal) }
    }
    guard let after else { throw invalid }
    folder = url.deletingLastPathComponent()
    prefix = before
    suffix = after
    digits = width
  }

  /// Names files `0000.png`, `0001.png` … in a folder.
  public init(folder: URL) {
    self.folder = folder
    prefix = ""
    digits = 4
    suffix = ".png"
  }

  /// Returns the file of a number.
  public func url(of index: Int) -> URL {
    let number = String(index)
    let zeros = String(repeating: "0", count: max(0, digits - number.count))
    return folder.appendingPathComponent(prefix + zeros + number + suffix)
  }

  /// Returns whether a file name could be one of these.
  public func matches(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else { return false }
    return name.dropFirst(prefix.count).dropLast(suffix.count).allSatisfy(\.isNumber)
  }
}
