import ReelGeometry

/// A table whose rows make one film each from a storyboard.
public struct StoryboardData: Sendable {
  /// The values of each row by column name; `n` is the row number, from 1, unless a column has that name.
  public let rows: [[String: String]]

  /// Reads a table of comma-separated values whose first row names the columns.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - file: Its name in messages.
  /// - Throws: `StoryboardError` with every problem.
  public init(csv bytes: [UInt8], file: String) throws(StoryboardError) {
    let problems = StoryProblems()
    let rows = StoryRows(csv: bytes, file: file, mark: StoryMark(file: file, line: 1, column: 1), problems)
    try problems.throwIfAny()
    self.rows = rows.rows.map(\.values)
  }
}
