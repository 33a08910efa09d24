/// A value outside its legal range, refused before any work begins.
public struct InvalidValue: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { .usage }

  /// What the value is for, as a user would name it: `frame rate`, `size`.
  public var name: String
  /// The value that was given.
  public var value: String
  /// What is accepted, as the end of the sentence "it must be …"; empty if the message says it differently.
  public var expected: String
  /// The whole message, if “it must be …” would not say what is wrong.
  private var sentence: String?

  /// How much of a wrong value an error quotes, in characters.
  package static let longestQuote = 60

  /// Creates an error for a value.
  public init(_ name: String, _ value: some CustomStringConvertible, expected: String) {
    self.name = name
    self.value = value.description
    self.expected = expected
  }

  /// Creates an error whose message is a sentence, if there is more to say than what is accepted.
  ///
  /// - Parameter sentence: what failed, on what, why, and what to do.
  package init(_ name: String, _ value: some CustomStringConvertible, sentence: String) {
    self.init(name, value, expected: "", sentence: sentence)
  }

  /// Creates an error whose message is a sentence of its own.
  ///
  /// - Parameter sentence: what failed, on what, why, and what to do.
  package init(_ name: String, _ value: some CustomStringConvertible, expected: String, sentence: String) {
    self.init(name, value, expected: expected)
    self.sentence = sentence
  }

  /// One line that names the value and what is accepted.
  ///
  /// Long values are cut and control characters removed, because the value may come from an untrusted file.
  public var description: String {
    if let sentence { return sentence.onOneLine(limit: 400) }
    let shown = value.isEmpty ? "\"\"" : value.namingInvisible(limit: Self.longestQuote)
    return "\(name.onOneLine(limit: 100)) \(shown) is not valid: it must be \(expected)"
  }
}
