import ReelGeometry

/// The reason why a session could not be read or written.
public struct TraceSessionError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .badInput }

  /// The file, as the caller named it.
  public var file: String
  /// The line with the error, counted from 1; nil if it does not concern a line.
  public var line: Int?
  /// The fault, and what was expected.
  public var problem: String

  /// Creates an error.
  public init(file: String, line: Int? = nil, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// One line: the file, the line and the fault.
  public var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + problem }
}
