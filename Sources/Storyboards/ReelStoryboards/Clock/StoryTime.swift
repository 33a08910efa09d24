import ReelDescriptions
import ReelGeometry

/// A time in a storyboard: a number of seconds, or an offset from the start or end of something.
public enum StoryTime: Hashable, Sendable, CustomStringConvertible {
  /// The start or end of a scene or cue.
  public enum Edge: String, CaseIterable, Hashable, Sendable {
    /// Its start.
    case start
    /// Its end.
    case end
  }

  /// A number of seconds.
  case seconds(Double)
  /// The start or end of a named scene plus an offset in seconds, which may be negative.
  case reference(id: String, Edge, offset: Double)

  /// The start or end of a sound's cue plus an offset in seconds, which may be negative.
  case cue(name: String, Edge, offset: Double)

  /// Parses a time: `2`, `1.5 s`, `250 ms`, `1:20`, `stroke.end`, `stroke.end + 0.5 s`, `cue.across`, `cue.across.end`.
  ///
  /// - Throws: `InvalidValue` if the text is not a time.
  public init(parsing text: String) throws(InvalidValue) {
    if let seconds = Self.seconds(text) {
      self = .seconds(seconds)
      return
    }
    let invalid = InvalidValue(
      "time", text,
      expected: "seconds such as 2, 1.5 s, 250 ms or 1:20, or a scene's start or end such as intro.end + 0.5 s")
    // A hyphen without a space before it belongs to a name.
    let sign = text.indices.last { text[$0] == "+" || text[$0] == "-" && text[..<$0].last == " " }
    var offset = 0.0
    if let sign {
      guard let length = Self.seconds(String(text[text.index(after: sign)...])) else { throw invalid }
      offset = text[sign] == "-" ? -length : length
    }
    let words = Self.trimmed(text[..<(sign ?? text.endIndex)]).split(separator: ".", omittingEmptySubsequences: false)
    if words.first == "cue", (2...3).contains(words.count), Self.isName(String(words[1])),
      let edge = words.count == 2 ? .start : Edge(rawValue: String(words[2]))
    {
      // `cue.end` without a name is the end of a scene called `cue`.
      if words.count == 3 || Edge(rawValue: String(words[1])) == nil {
        self = .cue(name: String(words[1]), edge, offset: offset)
        return
      }
    }
    guard words.count == 2, Self.isName(String(words[0])), let edge = Edge(rawValue: String(words[1])) else {
      throw invalid
    }
    self = .reference(id: String(words[0]), edge, offset: offset)
  }

  /// Whether a text can be the name of a scene: letters, digits, hyphens and underscores, at most 64.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
      }
  }

  /// Parses a duration in seconds, from 0 to a day, with an optional space before its unit.
  static func seconds(_ text: String) -> Double? {
    let words = trimmed(text[...]).split(separator: " ")
    guard (1...2).contains(words.count), words.dropFirst().allSatisfy({ $0.allSatisfy(\.isLetter) }),
      let seconds = Seconds.parse(words.joined()), (0...86_400).contains(seconds)
    else { return nil }
    return seconds
  }

  /// The time in the form that `init(parsing:)` reads.
  public var description: String {
    switch self {
    case .seconds(let seconds): "\(seconds)"
    case .reference(let id, let edge, let offset): "\(id).\(edge.rawValue)" + Self.sum(offset)
    case .cue(let name, let edge, let offset): "cue.\(name)" + (edge == .end ? ".end" : "") + Self.sum(offset)
    }
  }

  private static func sum(_ offset: Double) -> String {
    offset == 0 ? "" : offset < 0 ? " - \(-offset)" : " + \(offset)"
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
