extension Terminal {
  /// Resizes the terminal.
  ///
  /// Wrapped rows of the main screen and its history are wrapped again at the new width. The alternate screen, which
  /// its program redraws, is cropped or filled.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row; clamped to `sides`.
  ///   - rows: The number of rows; clamped to `sides`.
  package mutating func resize(columns: Int, rows: Int) {
    let (columns, rows) = (Self.clamp(columns), Self.clamp(rows))
    guard columns != self.columns || rows != self.rows else { return }
    if isAlternate {
      hidden.resize(columns: columns, rows: rows, from: self.columns)
      screen.cut(columns: columns, rows: rows)
    } else {
      screen.resize(columns: columns, rows: rows, from: self.columns)
      hidden.cut(columns: columns, rows: rows)
    }
    self.columns = columns
    self.rows = rows
    region = 0...rows - 1
  }
}

extension TerminalScreen {
  /// Crops or extends the grid at its right and lower edges.
  mutating func cut(columns: Int, rows: Int) {
    // The cursor's row stays.
    if lines.count > rows { lines.removeFirst(max(0, min(lines.count - rows, cursor.row + 1 - rows))) }
    cursor.row = min(cursor.row, rows - 1)
    if lines.count > rows { lines.removeLast(lines.count - rows) }
    for index in lines.indices { lines[index].fit(columns) }
    lines += Array(repeating: TerminalLine(columns: columns), count: rows - lines.count)
    confineCursors(columns, rows)
  }

  /// Lays out all rows at a new size.
  mutating func resize(columns: Int, rows: Int, from old: Int) {
    if columns != old { reflow(columns) }
    // Empty rows below the cursor are dropped first; then rows at the top move into the history.
    while lines.count > rows, lines.count - 1 > cursor.row, lines.last?.usedCount == 0 { lines.removeLast() }
    while lines.count > rows {
      history.append(lines.removeFirst())
      cursor.row -= 1
      saved.row -= 1
    }
    // Rows come back from the history if there are any.
    while lines.count < rows, var line = history.removeLast() {
      line.fit(columns)
      lines.insert(line, at: 0)
      cursor.row += 1
      saved.row += 1
    }
    lines += Array(repeating: TerminalLine(columns: columns), count: rows - lines.count)
    confineCursors(columns, rows)
  }

  private mutating func confineCursors(_ columns: Int, _ rows: Int) {
    func confine(_ cursor: inout Cursor) {
      cursor.row = min(max(cursor.row, 0), rows - 1)
      cursor.column = min(max(cursor.column, 0), columns - 1)
      cursor.isPastEnd = false
    }
    confine(&cursor)
    confine(&saved)
  }

  /// Wraps the text again at another width, and keeps the cursor on its character.
  private mutating func reflow(_ columns: Int) {
    let height = lines.count
    // A recording that resizes constantly loses its history instead of taking forever.
    reflowedCount += history.cellCount
    if reflowedCount > Self.reflowLimit { history.removeAll() }
    // Empty rows below the cursor are not text.
    var used = lines.count
    while used - 1 > cursor.row, lines[used - 1].usedCount == 0 { used -= 1 }
    let old = Array(history.all) + lines[..<used]
    let cursorRow = history.count + cursor.row
    var broken: [TerminalLine] = []
    var newCursor: (row: Int, column: Int)?
    var index = 0
    while index < old.count {
      // Joins the rows of one wrapped line.
      var cells: [TerminalCell] = []
      var cursorOffset: Int?
      repeat {
        let line = old[index]
        if index == cursorRow { cursorOffset = cells.count + cursor.column + (cursor.isPastEnd ? 1 : 0) }
        let isLast = !line.isWrapped || index + 1 == old.count
        // The empty cell that a wide character left at the end of a row is not text.
        cells += line.cells.prefix(line.usedCount)
        index += 1
        if isLast { break }
      } while true
      let start = broken.count
      let pieces = Self.broken(cells, at: columns)
      broken += pieces.lines
      if let offset = cursorOffset {
        let piece = pieces.starts.lastIndex { $0 <= offset } ?? 0
        newCursor = (start + piece, min(offset - pieces.starts[piece], columns - 1))
      }
    }
    let first = max(0, broken.count - height)
    history.removeAll()
    for line in broken[..<first] { history.append(line) }
    lines = Array(broken[first...])
    for row in lines.indices { lines[row].fit(columns) }
    lines += Array(repeating: TerminalLine(columns: columns), count: max(0, height - lines.count))
    cursor.row = (newCursor?.row ?? broken.count - 1) - first
    cursor.column = newCursor?.column ?? 0
  }

  /// Wraps a text into rows, without splitting wide characters.
  private static func broken(_ cells: [TerminalCell], at columns: Int) -> (lines: [TerminalLine], starts: [Int]) {
    var (lines, starts): ([TerminalLine], [Int]) = ([], [])
    var start = 0
    repeat {
      var end = min(start + columns, cells.count)
      if end < cells.count, end > start + 1, cells[end].width == 0 { end -= 1 }
      lines.append(TerminalLine(cells: Array(cells[start..<end]), isWrapped: end < cells.count))
      starts.append(start)
      start = end
    } while start < cells.count
    for index in lines.indices { lines[index].fit(columns) }
    return (lines, starts)
  }
}
