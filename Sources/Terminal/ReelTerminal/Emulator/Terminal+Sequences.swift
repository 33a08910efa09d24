extension Terminal {
  /// Executes a control sequence; unknown ones are ignored.
  mutating func control(_ final: UInt8) {
    switch parser.intermediates {
    case 0: plainControl(final)
    case 0x3F: privateControl(final)
    // DECSCUSR, with a space.
    case 0x20 where final == 0x71: setCursorShape(parameter(0, 0))
    // SL and SR, with a space; DECIC and DECDC, with an apostrophe.
    case 0x20 where final == 0x40 || final == 0x41:
      shiftColumns(at: 0, by: parameter(0), inserts: final == 0x41)
    case 0x27 where final == 0x7D || final == 0x7E:
      shiftColumns(at: screen.cursor.column, by: parameter(0), inserts: final == 0x7D)
    // DECCRA, with a dollar sign.
    case 0x24 where final == 0x76: copyRectangle()
    // DECSTR, with an exclamation mark.
    case 0x21 where final == 0x70: softReset()
    default: break
    }
  }

  /// A parameter, or the least value if it is less or missing.
  func parameter(_ index: Int, _ least: Int = 1) -> Int {
    guard index < min(parser.parameters.count, EscapeParser.parameterLimit) else { return least }
    return max(least, parser.parameters[index])
  }

  private mutating func plainControl(_ final: UInt8) {
    let count = parameter(0)
    switch Unicode.Scalar(final) {
    case "@": insertCells(count)
    case "A": moveUp(count)
    case "B", "e": moveDown(count)
    case "C", "a": moveColumn(screen.cursor.column + count)
    case "D": moveColumn(screen.cursor.column - count)
    case "E":
      moveDown(count)
      moveColumn(0)
    case "F":
      moveUp(count)
      moveColumn(0)
    case "G", "`": moveColumn(count - 1)
    case "H", "f": move(row: count - 1, column: parameter(1) - 1)
    case "I": tab(count)
    case "J": eraseInDisplay(parameter(0, 0))
    case "K": eraseInLine(parameter(0, 0))
    case "L": insertLines(count)
    case "M": deleteLines(count)
    case "P": deleteCells(count)
    case "S": screen.scrollUp(region, by: count, blankLine)
    case "T" where parser.parameters.count <= 1: screen.scrollDown(region, by: count, blankLine)
    case "^": screen.scrollDown(region, by: count, blankLine)
    case "X": eraseCells(count)
    case "Z": backTab(count)
    case "b": repeatLast(count)
    case "d": move(row: count - 1, column: screen.cursor.column)
    case "g": clearTabStops(parameter(0, 0))
    case "h": setModes(true)
    case "l": setModes(false)
    case "m": setStyle()
    case "r": setRegion()
    case "s": screen.saved = screen.cursor
    case "u": restoreCursor()
    default: break
    }
  }

  private mutating func privateControl(_ final: UInt8) {
    switch Unicode.Scalar(final) {
    // Protection is not supported, so selective erasing erases everything.
    case "J": eraseInDisplay(parameter(0, 0))
    case "K": eraseInLine(parameter(0, 0))
    case "h": setPrivateModes(true)
    case "l": setPrivateModes(false)
    default: break
    }
  }

  // MARK: Cursor

  private mutating func moveColumn(_ column: Int) {
    screen.cursor.column = min(max(column, 0), columns - 1)
    screen.cursor.isPastEnd = false
  }

  private mutating func moveUp(_ count: Int) {
    // Stops at the edge of the scroll region only if it starts inside.
    let top = screen.cursor.row >= region.lowerBound ? region.lowerBound : 0
    screen.cursor.row = max(screen.cursor.row - count, top)
    screen.cursor.isPastEnd = false
  }

  private mutating func moveDown(_ count: Int) {
    let bottom = screen.cursor.row <= region.upperBound ? region.upperBound : rows - 1
    screen.cursor.row = min(screen.cursor.row + count, bottom)
    screen.cursor.isPastEnd = false
  }

  private mutating func setRegion() {
    let top = parameter(0) - 1
    let given = parser.parameters.count > 1 ? parser.parameters[1] : 0
    let bottom = (given > 0 ? min(given, rows) : rows) - 1
    guard top < bottom else { return }
    region = top...bottom
    move(row: 0, column: 0)
  }

  private mutating func setCursorShape(_ number: Int) {
    switch number {
    case 0...2: cursorShape = .block
    case 3...4: cursorShape = .underline
    case 5...6: cursorShape = .bar
    default: break
    }
  }

  private mutating func clearTabStops(_ what: Int) {
    if what == 0 { tabStops[screen.cursor.column] = false }
    if what == 3 { tabStops = Array(repeating: false, count: tabStops.count) }
  }

  private mutating func repeatLast(_ count: Int) {
    guard let lastPrinted else { return }
    // Programs repeat within a row. A screen for every seven bytes would take hours in a long recording.
    for _ in 0..<min(count, columns) { print(lastPrinted) }
  }

  // MARK: Cells and rows

  /// Inserts empty cells at the cursor.
  mutating func insertCells(_ count: Int) {
    let (row, column) = (screen.cursor.row, screen.cursor.column)
    let count = min(count, columns - column)
    clearHalves(row, column..<column)
    if screen.lines[row].cells[column].width == 0 { clearHalves(row, column..<column + 1) }
    let blank = TerminalCell.empty(screen.cursor.style.background)
    screen.lines[row].cells.insert(contentsOf: repeatElement(blank, count: count), at: column)
    screen.lines[row].fit(columns)
    screen.cursor.isPastEnd = false
  }

  /// Deletes cells at the cursor, and moves the following ones there.
  mutating func deleteCells(_ count: Int) {
    let (row, column) = (screen.cursor.row, screen.cursor.column)
    let count = min(count, columns - column)
    clearHalves(row, column..<column + count)
    screen.lines[row].cells.removeSubrange(column..<column + count)
    let blank = TerminalCell.empty(screen.cursor.style.background)
    screen.lines[row].cells += Array(repeating: blank, count: count)
    screen.cursor.isPastEnd = false
  }

  private mutating func eraseCells(_ count: Int) {
    erase(screen.cursor.row, screen.cursor.column..<min(columns, screen.cursor.column + count))
    screen.cursor.isPastEnd = false
  }

  private mutating func insertLines(_ count: Int) {
    guard region.contains(screen.cursor.row) else { return }
    screen.scrollDown(screen.cursor.row...region.upperBound, by: count, blankLine)
  }

  private mutating func deleteLines(_ count: Int) {
    guard region.contains(screen.cursor.row) else { return }
    // Deleted rows do not enter the history.
    let (top, bottom) = (screen.cursor.row, region.upperBound)
    let count = min(count, bottom - top + 1)
    screen.lines.removeSubrange(top..<top + count)
    screen.lines.insert(contentsOf: repeatElement(blankLine, count: count), at: bottom + 1 - count)
  }

  /// Clears cells of a row.
  mutating func erase(_ row: Int, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    clearHalves(row, range)
    let blank = TerminalCell.empty(screen.cursor.style.background)
    for column in range { screen.lines[row].cells[column] = blank }
    if range.upperBound == columns { screen.lines[row].isWrapped = false }
  }

  /// Clears part of a row: EL.
  ///
  /// After the last column there is nothing to the right. So a program that fills a row and then clears the rest keeps
  /// the last character, and the next character still begins a new row.
  private mutating func eraseInLine(_ what: Int) {
    let (row, column) = (screen.cursor.row, screen.cursor.column)
    switch what {
    case 0: if !screen.cursor.isPastEnd { erase(row, column..<columns) }
    case 1: erase(row, 0..<column + 1)
    case 2: erase(row, 0..<columns)
    default: break
    }
  }

  private mutating func eraseInDisplay(_ what: Int) {
    let row = screen.cursor.row
    switch what {
    case 0 where row == 0 && screen.cursor.column == 0: clearDisplay()
    case 0:
      eraseInLine(0)
      for below in row + 1..<max(rows, row + 1) { screen.lines[below] = blankLine }
    case 1:
      eraseInLine(1)
      for above in 0..<row { screen.lines[above] = blankLine }
    case 2: clearDisplay()
    case 3: if !isAlternate { screen.history.removeAll() }
    default: break
    }
  }

  /// Clears all rows.
  ///
  /// Their text moves into the history.
  private mutating func clearDisplay() {
    if screen.keepsHistory, let last = screen.lines.lastIndex(where: { $0.usedCount > 0 }) {
      for line in screen.lines[...last] { screen.history.append(line) }
    }
    screen.lines = Array(repeating: blankLine, count: rows)
  }
}
