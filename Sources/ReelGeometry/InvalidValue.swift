/// A value outside its legal range, refused before any work began.
public struct InvalidValue: Error, Hashable, CustomStringConvertible {
  /// What the value is for, as a user would name it: `frame rate`, `size`.
  public var name: String
  /// The value that was given.
  public var value: String
  /// What would have been accepted, as the end of the sentence "it must be …".
  public var expected: String

  /// Creates an error for a value.
  public init(_ name: String, _ value: some CustomStringConvertible, expected: String) {
    self.name = name
    self.value = value.description
    self.expected = expected
  }

  /// One line that names the value and what would have been accepted.
  ///
  /// A long value is cut, and control characters in it are left out: it may come from a file of any origin.
  public var description: String {
    "\(name.onOneLine(limit: 100)) \(value.isEmpty ? "\"\"" : value.onOneLine(limit: 200)) is not possible: it must be \(expected)"
  }
}
