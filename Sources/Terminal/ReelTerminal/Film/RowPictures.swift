import ReelCanvas

/// The pictures of rows that have moved, each kept while its text is on the screen, so that scrolled text is drawn only
/// once more.
struct RowPictures {
  /// A row and its picture.
  struct Row {
    let cells: [TerminalCell]
    let picture: Bitmap
  }

  /// The rows as last drawn; nil for rows without a picture.
  private var rows: [Row?] = []
  /// The rows of the drawing in progress.
  private var next: [Row?] = []
  /// The distance that the last found row had moved.
  private var distance = 0

  /// Removes all pictures, which is needed when the same cells look different.
  mutating func removeAll() { self = RowPictures() }

  /// Begins drawing a screen.
  mutating func begin(rowCount: Int) {
    rows += Array(repeating: nil, count: max(0, rowCount - rows.count))
    rows.removeLast(rows.count - rowCount)
    next = rows
  }

  /// Ends drawing, and removes pictures of rows that left the screen.
  mutating func end() { (rows, next) = (next, []) }

  /// Returns the picture of a row drawn before, wherever it was, and keeps it for the row's current position.
  mutating func find(_ cells: [TerminalCell], row: Int) -> Bitmap? {
    guard let found = index(of: cells, row: row) else {
      next[row] = nil
      return nil
    }
    distance = found - row
    next[row] = rows[found]
    return rows[found]?.picture
  }

  /// Keeps the picture of a row.
  mutating func keep(_ picture: Bitmap, of cells: [TerminalCell], row: Int) {
    next[row] = Row(cells: cells, picture: picture)
  }

  private func index(of cells: [TerminalCell], row: Int) -> Int? {
    func isFound(_ index: Int) -> Bool { rows[index].map { $0.cells.isShared(with: cells) } ?? false }
    for index in [row, row + distance] where rows.indices.contains(index) && isFound(index) { return index }
    return rows.indices.first(where: isFound)
  }
}

extension [TerminalCell] {
  /// Whether two rows share their memory, as they do after scrolling: a quick test that they are equal.
  func isShared(with other: [TerminalCell]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }
}
