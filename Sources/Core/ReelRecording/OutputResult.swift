/// The result of one output of a recording.
public struct OutputResult: Hashable, Sendable {
  /// The name of the output, such as its path.
  public var name: String
  /// The sink's output; nil if it failed.
  public var output: RecordedOutput?
  /// The error; nil if it succeeded.
  public var error: (any Error)?

  /// Creates the result of a complete output.
  public init(name: String, output: RecordedOutput) {
    self.name = name
    self.output = output
  }

  /// Creates the result of a failed output.
  public init(name: String, error: any Error) {
    self.name = name
    self.error = error
  }

  /// Compares errors by their descriptions.
  public static func == (a: OutputResult, b: OutputResult) -> Bool {
    a.name == b.name && a.output == b.output && a.error.map { "\($0)" } == b.error.map { "\($0)" }
  }

  /// Hashes everything that `==` compares, except the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(output)
  }
}
