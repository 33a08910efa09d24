extension Terminal {
  /// Inserts empty columns into all rows of the scroll region, or deletes columns there: DECIC, DECDC, SL and SR.
  ///
  /// As in xterm, nothing happens while the cursor is outside the region.
  mutating func shiftColumns(at column: Int, by count: Int, inserts: Bool) {
    guard region.contains(screen.cursor.row) else { return }
    let cursor = screen.cursor
    for row in region {
      (screen.cursor.row, screen.cursor.column) = (row, column)
      if inserts { insertCells(count) } else { deleteCells(count) }
    }
    screen.cursor = cursor
    screen.cursor.isPastEnd = false
  }

  /// Moves the cursor left, or in the first column moves the rows of the region right: DECBI.
  mutating func backIndex() {
    if screen.cursor.column == 0 { return shiftColumns(at: 0, by: 1, inserts: true) }
    screen.cursor.column -= 1
    screen.cursor.isPastEnd = false
  }

  /// Moves the cursor right, or in the last column moves the rows of the region left: DECFI.
  mutating func forwardIndex() {
    if screen.cursor.column == columns - 1 { return shiftColumns(at: 0, by: 1, inserts: false) }
    screen.cursor.column += 1
  }

  /// Copies the cells of a rectangle: DECCRA.
  mutating func copyRectangle() {
    let bounds = screen.cursor.isInRegion ? region : 0...rows - 1
    func row(_ index: Int, _ least: Int) -> Int {
      min(parameter(index, least) - 1 + bounds.lowerBound, bounds.upperBound)
    }
    func given(_ index: Int, or last: Int) -> Int { parameter(index, 0) == 0 ? last : min(parameter(index) - 1, last) }
    let (top, left) = (row(0, 1), min(parameter(1), columns) - 1)
    let bottom = parameter(2, 0) == 0 ? bounds.upperBound : row(2, 1)
    let right = given(3, or: columns - 1)
    let (newTop, newLeft) = (row(5, 1), parameter(6) - 1)
    guard top <= bottom, left <= right, newLeft < columns else { return }
    let height = min(bottom - top, bounds.upperBound - newTop) + 1
    let width = min(right - left, columns - 1 - newLeft) + 1
    let source = screen.lines[top..<top + height].map { Array($0.cells[left..<left + width]) }
    for (offset, cells) in source.enumerated() {
      clearHalves(newTop + offset, newLeft..<newLeft + width)
      screen.lines[newTop + offset].cells.replaceSubrange(newLeft..<newLeft + width, with: Self.whole(cells))
    }
  }

  /// Cells without the halves of wide characters cut off at the ends.
  private static func whole(_ cells: [TerminalCell]) -> [TerminalCell] {
    var cells = cells
    if let first = cells.first, first.width == 0 { cells[0] = .empty(first.style.background) }
    if let last = cells.last, last.width == 2 { cells[cells.count - 1] = .empty(last.style.background) }
    return cells
  }
}
