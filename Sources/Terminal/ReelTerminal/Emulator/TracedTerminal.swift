/// A terminal that knows which piece of a session wrote each of its cells.
///
/// Each character is written in a style of its own, whose colours are the number of its piece: whatever moves a cell takes
/// them along. Nothing else depends on a style, so the grid is that of any other terminal.
package struct TracedTerminal {
  private var terminal: Terminal
  /// The rows that were read last, and which of them stood below which: kept, so that none of them is taken for another.
  private var known: [TerminalLine] = []
  private var neighbors: Set<Neighbors> = []

  /// Two rows, one below the other, by where they are in memory.
  private struct Neighbors: Hashable {
    var above: UnsafeRawPointer?
    var row: UnsafeRawPointer?
  }

  /// The most rows that have left at the top with which a row that is seen may be one text.
  private static let historyLimit = 64

  /// Creates a cleared terminal.
  package init(columns: Int, rows: Int) { terminal = Terminal(columns: columns, rows: rows) }

  /// The number of cells in a row.
  package var columns: Int { terminal.columns }

  /// Takes a piece.
  ///
  /// - Returns: The number of the piece whose cell the character went into, where it has none of its own.
  @discardableResult
  package mutating func take(_ piece: StreamReader.Piece, number: UInt32) -> UInt32? {
    switch piece {
    case .character(let scalar):
      var target: UInt32?
      if CharacterWidth.of(scalar) == 0 || terminal.joinsCell(scalar) {
        target = terminal.lastCell.map { Self.source(of: terminal.screen.lines[$0.row].cells[$0.column]) }
      }
      // A letter that shows as a line is underlined.
      mark(number, isLine: terminal.shown(scalar) != scalar.value)
      terminal.print(scalar)
      return target
    case .control(let byte): terminal.execute(byte)
    case .repetition:
      mark(number, isLine: terminal.lastPrinted.map { terminal.shown($0) != $0.value } ?? false)
      terminal.feed(Array(piece.text.utf8))
    case .style, .sequence: terminal.feed(Array(piece.text.utf8))
    case .title, .colors, .unknown: break
    }
    return nil
  }

  /// Gives the terminal another size, in cells.
  package mutating func resize(columns: Int, rows: Int) { terminal.resize(columns: columns, rows: rows) }

  private mutating func mark(_ number: UInt32, isLine: Bool) {
    func color(_ bits: UInt32) -> TerminalColor {
      .rgb(UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits))
    }
    terminal.screen.cursor.style.foreground = color(number >> 16)
    terminal.screen.cursor.style.underlineColor = color(number & 0xFFFF)
    terminal.screen.cursor.style.underline = isLine ? .single : .none
  }

  private static func source(of cell: TerminalCell) -> UInt32 {
    guard case .rgb(_, let first, let second) = cell.style.foreground,
      case .rgb(_, let third, let fourth) = cell.style.underlineColor
    else { return 0 }
    return [first, second, third, fourth].reduce(0) { $0 << 8 | UInt32($1) }
  }

  // MARK: What is seen

  /// The texts of rows that have changed, or stand below another row than before, with all rows that belong to them.
  package mutating func changedTexts() -> [TracedText] {
    let rows = seenRows
    let now = Self.neighbors(in: rows)
    let changed = now.indices.filter { !neighbors.contains(now[$0]) }
    remember(rows, now)
    var texts: [TracedText] = []
    var next = 0
    for index in changed where index >= next {
      var (first, end) = (index, index + 1)
      while first > 0, goesOn(rows[first - 1]) { first -= 1 }
      while end < rows.count, goesOn(rows[end - 1]) { end += 1 }
      next = end
      texts += self.texts(of: rows[first..<end])
    }
    return texts
  }

  /// The texts of all that is seen; none where that is what was read last.
  package mutating func screenTexts() -> [TracedText] {
    let rows = seenRows
    let isKnown = rows.count == known.count && zip(rows, known).allSatisfy { $0.cells.isShared(with: $1.cells) }
    if isKnown { return [] }
    remember(rows, Self.neighbors(in: rows))
    return texts(of: rows[...])
  }

  private mutating func remember(_ rows: [TerminalLine], _ pairs: [Neighbors]) {
    known = rows
    neighbors = Set(pairs)
  }

  private static func neighbors(in rows: [TerminalLine]) -> [Neighbors] {
    var above: UnsafeRawPointer?
    return rows.map { line in
      let row = line.cells.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
      defer { above = row }
      return Neighbors(above: above, row: row)
    }
  }

  /// The rows that are seen, below those that have left and go on in the first of them.
  private var seenRows: [TerminalLine] {
    let left = terminal.screen.history.all
    var first = left.endIndex
    while first > left.startIndex, goesOn(left[first - 1]), left.endIndex - first < Self.historyLimit { first -= 1 }
    return Array(left[first...]) + terminal.screen.lines
  }

  /// Whether a text may go on in the next row: programs that break lines themselves fill them to the end.
  private func goesOn(_ line: TerminalLine) -> Bool {
    // A cell at the end that was never written looks like the space that a label may end with.
    line.isWrapped || line.usedCount >= max(1, columns - 1)
  }

  /// The texts of rows, in each way in which they may be read.
  private func texts(of rows: ArraySlice<TerminalLine>) -> [TracedText] {
    let columns = columns
    // How many cells of a row go on in the next one; nil for none.
    var joins: [(TerminalLine) -> Int?] = [{ $0.isWrapped ? $0.usedCount : nil }]
    let breaks = rows.dropLast()
    if breaks.contains(where: \.isWrapped) { joins.append { _ in nil } }
    if breaks.contains(where: { !$0.isWrapped && $0.usedCount >= columns }) {
      joins.append { $0.isWrapped || $0.usedCount >= columns ? $0.usedCount : nil }
    }
    if breaks.contains(where: { $0.usedCount == columns - 1 }) { joins.append { goesOn($0) ? columns : nil } }
    var forms: [(TerminalCell) -> [Unicode.Scalar]] = [bare]
    func has(_ isSuch: (TerminalCell) -> Bool) -> Bool { rows.contains { $0.cells.contains(where: isSuch) } }
    if has({ $0.code >= TerminalCell.clusterBase || $0.code >= 0xAD && bare($0).isEmpty }) { forms.append(whole) }
    if has({ $0.style.underline != .none }) { forms.append(letters) }
    return joins.flatMap { join in forms.map { text(of: rows, join, $0) } }
  }

  private func text(
    of rows: ArraySlice<TerminalLine>, _ joined: (TerminalLine) -> Int?, _ form: (TerminalCell) -> [Unicode.Scalar]
  ) -> TracedText {
    var text = TracedText()
    for (index, line) in zip(rows.indices, rows) {
      let count = index + 1 == rows.endIndex ? nil : joined(line)
      // The empty cell that a wide character left at the end of a row is no text.
      for cell in line.cells.prefix(count ?? line.cells.count) where cell.width > 0 {
        let source = Self.source(of: cell)
        for scalar in form(cell) { text.append(scalar, from: source) }
      }
      if let count {
        // Rows that have left keep no empty cells.
        for _ in 0..<max(0, count - line.cells.count) { text.append(" ") }
        continue
      }
      text.removeBlankEnd()
      if index + 1 < rows.endIndex { text.append("\n") }
    }
    return text
  }

  /// The characters of a cell without marks, and without what is not to be seen.
  private func bare(_ cell: TerminalCell) -> [Unicode.Scalar] {
    guard let scalar = whole(cell).first, !TracedText.isUnseen(scalar) else { return [] }
    return [scalar]
  }

  /// All characters of a cell.
  private func whole(_ cell: TerminalCell) -> [Unicode.Scalar] {
    cell.code == TerminalCell.emptyCode ? [" "] : terminal.clusters.scalars(cell.code)
  }

  /// The characters of a cell, with the letter that was sent where a line is shown for it: elsewhere the letter may be seen.
  private func letters(_ cell: TerminalCell) -> [Unicode.Scalar] {
    guard cell.style.underline != .none,
      let index = Terminal.lineSet.firstIndex(where: { $0.value == cell.code }),
      let letter = UInt8(exactly: index + 0x5F)
    else { return bare(cell) }
    return [Unicode.Scalar(letter)]
  }
}
