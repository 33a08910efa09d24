/// The cells of a mark, its border included: the versions of marks differ in their columns.
struct FrameMarkGrid: Hashable, Sendable {
  /// The columns.
  let columns: Int
  /// The rows: eight in all versions.
  static let rows = 8

  /// Marks of version 1: one in the middle of a frame.
  static let single = FrameMarkGrid(columns: 10)
  /// Marks of version 2: one at the upper left of a frame, one at the lower right.
  static let double = FrameMarkGrid(columns: 18)

  /// What a cell of the border has to be: true is light, and nil stands inside.
  func border(column: Int, row: Int) -> Bool? {
    if column == 0 || row == Self.rows - 1 { return false }
    if row == 0 { return column % 2 == 1 }
    if column == columns - 1 { return row % 2 == 0 }
    return nil
  }
}
