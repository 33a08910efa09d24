extension Terminal {
  /// Writes a character at the cursor.
  mutating func print(_ scalar: Unicode.Scalar) {
    // 8-bit controls have no meaning in UTF-8.
    if scalar.value < 0xA0, scalar.value >= 0x7F { return }
    let width = CharacterWidth.of(scalar)
    if width == 0 || joinsCell(scalar) { return combine(scalar) }
    print(scalar, width: width)
  }

  /// Writes a character of one or two cells.
  mutating func print(_ scalar: Unicode.Scalar, width: Int) {
    lastPrinted = scalar
    let code = shown(scalar)
    // A row too narrow for a wide character shows nothing of it.
    if width > columns { return }
    if screen.cursor.isPastEnd || screen.cursor.column + width > columns {
      guard wraps else {
        screen.cursor.column = columns - width
        return write(code, width)
      }
      screen.lines[screen.cursor.row].isWrapped = true
      screen.cursor.column = 0
      screen.cursor.isPastEnd = false
      lineFeed()
    }
    if inserts { insertCells(width) }
    write(code, width)
  }

  /// Writes a character into the grid and moves the cursor past it.
  private mutating func write(_ code: UInt32, _ width: Int) {
    let cursor = screen.cursor
    let end = cursor.column + width
    clearHalves(cursor.row, cursor.column..<end)
    screen.lines[cursor.row].cells[cursor.column] = TerminalCell(code: code, width: UInt8(width), style: cursor.style)
    if width == 2 {
      screen.lines[cursor.row].cells[cursor.column + 1] = TerminalCell(
        code: TerminalCell.emptyCode, width: 0, style: cursor.style)
    }
    screen.cursor.isPastEnd = end >= columns
    screen.cursor.column = min(end, columns - 1)
    if end < columns { return }
    // Without wrapping, the cursor stays on the last cell and overwrites it.
    if !wraps { screen.cursor.isPastEnd = false }
  }

  /// Clears the halves of wide characters that a range of cells cuts off outside itself.
  mutating func clearHalves(_ row: Int, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if range.lowerBound > 0, screen.lines[row].cells[range.lowerBound].width == 0 {
      screen.lines[row].cells[range.lowerBound - 1] = .empty(
        screen.lines[row].cells[range.lowerBound - 1].style.background)
    }
    if range.upperBound < columns, screen.lines[row].cells[range.upperBound].width == 0 {
      screen.lines[row].cells[range.upperBound] = .empty(screen.lines[row].cells[range.upperBound].style.background)
    }
  }

  // MARK: Characters of several scalars

  /// The position of the character before the cursor.
  var lastCell: (row: Int, column: Int)? {
    let cursor = screen.cursor
    var column = cursor.isPastEnd ? cursor.column : cursor.column - 1
    guard column >= 0 else { return nil }
    if screen.lines[cursor.row].cells[column].width == 0 { column -= 1 }
    return column >= 0 ? (cursor.row, column) : nil
  }

  /// Whether a character with a width joins the previous cell, which it does after a joiner.
  func joinsCell(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0x2000, let (row, column) = lastCell else { return false }
    let cell = screen.lines[row].cells[column]
    guard cell.code >= 0x2000 else { return false }
    if cell.code >= TerminalCell.clusterBase, !cell.isImage { return clusters.scalars(cell.code).last == "\u{200D}" }
    return false
  }

  /// Adds a combining mark to the character before the cursor.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    guard let (row, column) = lastCell else { return }
    let code = screen.lines[row].cells[column].code
    guard code != TerminalCell.emptyCode, code < TerminalCell.imageBase,
      let joined = clusters.code(clusters.scalars(code) + [scalar])
    else { return }
    screen.lines[row].cells[column].code = joined
  }

  /// The character shown for another, which differs in the line-drawing set.
  func shown(_ scalar: Unicode.Scalar) -> UInt32 {
    guard screen.cursor.drawsLines[screen.cursor.set], (0x5F...0x7E).contains(scalar.value) else { return scalar.value }
    return Self.lineSet[Int(scalar.value) - 0x5F].value
  }

  /// DEC Special Graphics from 0x5F to 0x7E.
  static let lineSet = Array("\u{A0}◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}
