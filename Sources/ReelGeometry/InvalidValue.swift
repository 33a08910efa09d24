/// A value outside its legal range, refused before any work began.
public struct InvalidValue: Error, Hashable, CustomStringConvertible {
  /// What the value is for, as a user would name it: `frame rate`, `size`.
  public var name: String
  /// The value that was given.
  public var value: String
  /// What would have been accepted, as the end of the sentence "it must be …"; empty where the message says it in another way.
  public var expected: String
  /// The whole message, where “it must be …” would not say what is wrong.
  private var sentence: String?

  /// Creates an error for a value.
  public init(_ name: String, _ value: some CustomStringConvertible, expected: String) {
    self.name = name
    self.value = value.description
    self.expected = expected
  }

  /// Creates an error whose message is a sentence, where there is more to say than what would have been accepted.
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

  /// One line that names the value and what would have been accepted.
  ///
  /// A long value is cut, and control characters in it are left out: it may come from a file of any origin.
  public var description: String {
    if let sentence { return sentence.onOneLine(limit: 400) }
    let shown = value.isEmpty ? "\"\"" : value.onOneLine(limit: 200)
    return "\(name.onOneLine(limit: 100)) \(shown) is not valid: it must be \(expected)"
  }
}
