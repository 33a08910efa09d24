/// The grid of a mark including its border.
///
/// The versions of marks have different numbers of columns.
struct FrameMarkGrid: Hashable, Sendable {
  /// The number of columns.
  let columns: Int
  /// The number of rows, eight in all versions.
  static let rows = 8

  /// The grid of version 1: one mark in the middle of a frame.
  static let single = FrameMarkGrid(columns: 10)
  /// The grid of version 2: one mark at the upper left of a frame, one at the lower right.
  static let double = FrameMarkGrid(columns: 18)

  /// The expected value of a border cell: true for light, nil for a cell inside the border.
  func border(column: Int, row: Int) -> Bool? {
    if column == 0 || row == Self.rows - 1 { return false }
    if row == 0 { return column % 2 == 1 }
    if column == columns - 1 { return row % 2 == 0 }
    return nil
  }
}
