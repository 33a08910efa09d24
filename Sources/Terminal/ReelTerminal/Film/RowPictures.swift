import ReelCanvas

/// The pictures of rows that have moved, each kept while its text is on the screen: what scrolls is drawn once more and laid from then on.
struct RowPictures {
  /// A row and its picture.
  struct Row {
    let cells: [TerminalCell]
    let picture: Bitmap
  }

  /// Those of the rows as they were drawn last; nil where there is none.
  private var rows: [Row?] = []
  /// Where they are put as the screen is drawn.
  private var next: [Row?] = []
  /// How many rows below the last one had been that was found.
  private var distance = 0

  /// Forgets all of them, as is needed where the same cells look otherwise.
  mutating func removeAll() { self = RowPictures() }

  /// Begins to draw a screen.
  mutating func begin(rowCount: Int) {
    rows += Array(repeating: nil, count: max(0, rowCount - rows.count))
    rows.removeLast(rows.count - rowCount)
    next = rows
  }

  /// Ends drawing: what left the screen is forgotten.
  mutating func end() { (rows, next) = (next, []) }

  /// Returns the picture of a row that was drawn before, wherever it was, and keeps it for the row where it is now.
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
  /// Whether two rows are one in memory, as they are after scrolling: they are the same, however long they are, at one look.
  func isShared(with other: [TerminalCell]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }
}
