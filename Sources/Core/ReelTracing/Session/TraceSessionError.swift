import ReelGeometry

/// Why a session could not be read or written.
public struct TraceSessionError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { .badInput }

  /// The file, as the caller named it.
  public var file: String
  /// The line with the error, counted from 1; nil if it is not about a line.
  public var line: Int?
  /// What is wrong, and what was expected.
  public var problem: String

  /// Creates an error.
  public init(file: String, line: Int? = nil, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// One line: the file, the line and what is wrong.
  public var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + problem }
}
