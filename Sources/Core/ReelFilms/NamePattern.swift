import ReelDescriptions
import ReelGeometry
import ReelTiming

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

/// A file name with fields that vary between films: `lesson-{n}.mp4`, `{date:yyyyMMdd}-{name}.mp4`.
///
///     let pattern = try NamePattern("lesson-{n:3}-{name}.mp4")
///     try pattern.name(["n": "7", "name": "Ada"], at: Date(), zone: "UTC")  // lesson-007-Ada.mp4
///
/// `{n}` is a number, and `{n:3}` the number with at least three digits. `{date:…}` is a date formatted by `DatePattern`. Any other field
/// is the value of that name. `{{` and `}}` are braces.
public struct NamePattern: Sendable {
  private enum Piece {
    case text(String)
    case value(String)
    case number(String, digits: Int)
    case date(String)
  }

  /// The pattern as written.
  public let text: String
  private let pieces: [Piece]

  /// Parses a pattern.
  ///
  /// - Parameter text: A path with fields between braces.
  /// - Throws: `InvalidValue` for an unmatched brace, an empty field, or an invalid date pattern.
  public init(_ text: String) throws(InvalidValue) {
    self.text = text
    var pieces: [Piece] = []
    var rest = text[...]
    var plain = ""
    while let sign = rest.popFirst() {
      if sign == "{" || sign == "}", rest.first == sign {
        rest.removeFirst()
        plain.append(sign)
      } else if sign == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw InvalidValue("output", text, expected: "a name in which } closes every {; write {{ for a literal {")
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(try Self.field(String(rest[..<end]), of: text))
        rest = rest[rest.index(after: end)...]
      } else if sign == "}" {
        throw InvalidValue("output", text, expected: "a name in which { opens every field; write }} for a literal }")
      } else {
        plain.append(sign)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  private static func field(_ field: String, of text: String) throws(InvalidValue) -> Piece {
    let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard !parts[0].isEmpty else {
      throw InvalidValue(
        "output", text, expected: "a name with a field between the braces, such as {n}; write {{ for a literal {")
    }
    if parts[0] == "date" { return .date(try DatePattern(parts.count > 1 ? parts[1] : "yyyy-MM-dd").pattern) }
    guard parts.count > 1, parts[0] == "n" else { return .value(field) }
    return .number("n", digits: try OptionText.whole("number of digits", parts[1], 1...9))
  }

  /// Whether all films get the same name.
  public var isConstant: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else if case .date = $0 { true } else { false } }
  }

  /// Returns a film's name.
  ///
  /// - Parameters:
  ///   - values: The values of the fields, by name.
  ///   - date: The date for `{date:…}`.
  ///   - zone: The time zone of the date, such as `UTC` or `Europe/Berlin`.
  /// - Throws: `InvalidValue` for a field without a value, or a value that cannot be part of a name.
  public func name(_ values: [String: String], at date: Date, zone: String) throws(InvalidValue) -> String {
    var name = ""
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .date(let pattern):
        name += try part(try DatePattern(pattern, timeZone: zone).text(at: date), of: "date", name)
      case .number(let field, let digits):
        let number = try value(field, values)
        name += String(repeating: "0", count: max(0, digits - number.count)) + number
      case .value(let field): name += try part(try value(field, values), of: field, name)
      }
    }
    return name
  }

  private func value(_ field: String, _ values: [String: String]) throws(InvalidValue) -> String {
    if let value = values[field] { return value }
    let known = ["date"] + values.keys.sorted()
    let nearest = Spelling.nearest(to: field, among: known).map { "did you mean {\($0)}?" }
    throw InvalidValue(
      "output", text, expected: "",
      sentence:
        "\(text.onOneLine(limit: 200)) has the unknown field {\(field.onOneLine(limit: 60))}: \(nearest ?? "the fields are \(known.map { "{\($0)}" }.joined(separator: ", "))")"
    )
  }

  /// Checks that a value is a valid part of a file name: it leads into no folder and hides no file.
  private func part(_ value: String, of field: String, _ before: String) throws(InvalidValue) -> String {
    let isFirst = before.isEmpty || before.hasSuffix("/")
    let isGood =
      !value.isEmpty && value.utf8.count <= 200 && !value.contains("/")
      && value.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
      && !(isFirst && (value.hasPrefix(".") || value.hasPrefix("-")))
    guard isGood else {
      throw InvalidValue(
        "value of {\(field)}", value,
        expected: "1 to 200 bytes, without a slash, and not beginning with a dot or hyphen")
    }
    return value
  }
}
