import ReelGeometry
import ReelPlatform

/// All problems of a storyboard.
public struct StoryboardError: ReelError, Hashable {
  /// The exit status of a command that fails with this error.
  public var exitStatus: ExitStatus { .badInput }
  /// The problems, one line each.
  public var faults: [String]? { description.split(separator: "\n").map(String.init) }

  /// A problem in a storyboard.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    public var file: String
    /// The line in the file, from 1; 0 for a command-line option instead of a file.
    public var line: Int
    /// The column in the line, in Unicode scalars from 1.
    public var column: Int
    /// The problem, and what is possible instead.
    public var message: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - line: The line, from 1.
    ///   - column: The column, from 1.
    ///   - message: The problem, and what is possible instead; a long message is truncated.
    public init(file: String, line: Int, column: Int, message: String) {
      self.file = file
      self.line = line
      self.column = column
      self.message = message.namingInvisible(limit: 400)
    }

    /// `file:line:column: message`, the format of compilers, so that editors find the line.
    public var description: String {
      let file = file.onOneLine(limit: 200)
      return line == 0 ? "\(file): \(message)" : "\(file):\(line):\(column): \(message)"
    }
  }

  /// The maximum number of problems in `description`.
  public static let shownCount = 20

  /// All problems in text order; at least one.
  public let problems: [Problem]

  /// Creates an error.
  public init(_ problems: [Problem]) { self.problems = problems }

  /// One line for each problem, and one that counts those beyond `shownCount`.
  public var description: String {
    var lines = problems.prefix(Self.shownCount).map(\.description)
    let rest = problems.count - lines.count
    if rest > 0 { lines.append("… and \(rest) more") }
    return lines.joined(separator: "\n")
  }
}
