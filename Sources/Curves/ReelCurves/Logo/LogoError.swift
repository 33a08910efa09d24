import ReelGeometry

/// A fault in a Logo program, and its position.
public struct LogoError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .badInput }
  /// The sentence including its subject.
  public var report: String { "Logo program:\(description)" }

  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The fault and its remedy, without the position.
  public let reason: String

  /// Line, column and reason: `3:5: unknown word forwrd: did you mean forward?`.
  public var description: String { "\(line):\(column): \(reason)" }

  /// Creates an error at a line and a column of a program.
  public init(line: Int, column: Int, reason: String) { (self.line, self.column, self.reason) = (line, column, reason) }

  init(_ text: LogoText, at offset: Int, _ reason: String) {
    (line, column) = text.lineAndColumn(of: offset)
    self.reason = reason.namingInvisible(limit: 300)
  }
}

/// The bytes of a program.
struct LogoText: Sendable {
  let bytes: [UInt8]

  /// Counts lines from 1, and columns in letters.
  func lineAndColumn(of offset: Int) -> (Int, Int) {
    let before = bytes.prefix(offset)
    let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, 1 + String(decoding: before[start...], as: UTF8.self).count)
  }
}
