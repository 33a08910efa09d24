/// A value outside its legal range, refused before any work begins.
public struct InvalidValue: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .usage }

  /// The value's purpose, as a user would name it: `frame rate`, `size`.
  public var name: String
  /// The rejected value.
  public var value: String
  /// The accepted values, completing the sentence "it must be …"; empty if the message is a sentence of its own.
  public var expected: String
  /// The whole message, if “it must be …” does not fit.
  private var sentence: String?

  /// The maximum length of a quoted value, in characters.
  package static let longestQuote = 60

  /// Creates an error for a value.
  public init(_ name: String, _ value: some CustomStringConvertible, expected: String) {
    self.name = name
    self.value = value.description
    self.expected = expected
  }

  /// Creates an error with a complete sentence as its message, for cases that the accepted values do not explain.
  ///
  /// - Parameter sentence: what is wrong, where, why, and what to do.
  package init(_ name: String, _ value: some CustomStringConvertible, sentence: String) {
    self.init(name, value, expected: "", sentence: sentence)
  }

  /// Creates an error with a complete sentence as its message.
  ///
  /// - Parameter sentence: what is wrong, where, why, and what to do.
  package init(_ name: String, _ value: some CustomStringConvertible, expected: String, sentence: String) {
    self.init(name, value, expected: expected)
    self.sentence = sentence
  }

  /// One line with the value and what is accepted instead.
  ///
  /// Long values are shortened and control characters removed, because the value may come from an untrusted file.
  public var description: String {
    if let sentence { return sentence.onOneLine(limit: 400) }
    let shown = value.isEmpty ? "\"\"" : value.namingInvisible(limit: Self.longestQuote)
    return "\(name.onOneLine(limit: 100)) \(shown) is not valid: it must be \(expected)"
  }
}
