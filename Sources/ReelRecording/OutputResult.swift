/// What became of one of the outputs of a recording.
public struct OutputResult: Hashable, Sendable {
  /// The name under which the output was asked for, such as its path.
  public var name: String
  /// What its sink left behind; nil where it failed.
  public var output: RecordedOutput?
  /// What made it fail; nil where it did not.
  public var error: (any Error)?

  /// Creates the result of an output that is complete.
  public init(name: String, output: RecordedOutput) {
    self.name = name
    self.output = output
  }

  /// Creates the result of an output that failed.
  public init(name: String, error: any Error) {
    self.name = name
    self.error = error
  }

  /// Compares errors by what they say.
  public static func == (a: OutputResult, b: OutputResult) -> Bool {
    a.name == b.name && a.output == b.output && a.error.map { "\($0)" } == b.error.map { "\($0)" }
  }

  /// Hashes what `==` compares, but for the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(output)
  }
}
