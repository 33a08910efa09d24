/// A terminal that knows which piece of a session wrote each cell.
///
/// Each character is written in its own style, whose colours encode the number of its piece, so they move with the
/// cell. Nothing else depends on styles, so the grid equals any other terminal's.
package struct TracedTerminal {
  private var terminal: Terminal
  /// The rows read last and their adjacency.
  ///
  /// The rows are kept so that memory is not reused for others.
  private var known: [TerminalLine] = []
  private var neighbors: Set<Neighbors> = []

  /// Two adjacent rows, by their addresses in memory.
  private struct Neighbors: Hashable {
    var above: UnsafeRawPointer?
    var row: UnsafeRawPointer?
  }

  /// The most history rows that may form one text with a visible row.
  private static let historyLimit = 64

  /// Creates an empty terminal.
  package init(columns: Int, rows: Int) { terminal = Terminal(columns: columns, rows: rows) }

  /// The number of cells in a row.
  package var columns: Int { terminal.columns }

  /// Processes a piece.
  ///
  /// - Returns: The number of the piece whose cell a character without its own cell joined; nil for others.
  @discardableResult
  package mutating func take(_ piece: StreamReader.Piece, number: UInt32) -> UInt32? {
    switch piece {
    case .character(let scalar):
      var target: UInt32?
      if CharacterWidth.of(scalar) == 0 || terminal.joinsCell(scalar) {
        target = terminal.lastCell.map { Self.source(of: terminal.screen.lines[$0.row].cells[$0.column]) }
      }
      // A letter shown as a line-drawing character is marked with an underline.
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

  /// Resizes the terminal to a size in cells.
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

  // MARK: Contents

  /// The texts of rows that have changed or have a new row above, including all rows of the same text.
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

  /// The texts of the whole screen; none if it has not changed since the last reading.
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

  /// The visible rows, after the history rows that continue in the first one.
  private var seenRows: [TerminalLine] {
    let left = terminal.screen.history.all
    var first = left.endIndex
    while first > left.startIndex, goesOn(left[first - 1]), left.endIndex - first < Self.historyLimit { first -= 1 }
    return Array(left[first...]) + terminal.screen.lines
  }

  /// Whether a text may continue in the next row.
  ///
  /// Programs that break lines themselves fill rows to the end.
  private func goesOn(_ line: TerminalLine) -> Bool {
    // An unwritten cell at the end looks like the space that a label may end with.
    line.isWrapped || line.usedCount >= max(1, columns - 1)
  }

  /// The texts of rows, in each way they may be read.
  private func texts(of rows: ArraySlice<TerminalLine>) -> [TracedText] {
    let columns = columns
    // The number of cells of a row that continue in the next one; nil for none.
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
      // The empty cell that a wide character left at the end of a row is not text.
      for cell in line.cells.prefix(count ?? line.cells.count) where cell.width > 0 {
        let source = Self.source(of: cell)
        for scalar in form(cell) { text.append(scalar, from: source) }
      }
      if let count {
        // Rows in the history have no trailing empty cells.
        for _ in 0..<max(0, count - line.cells.count) { text.append(" ") }
        continue
      }
      text.removeBlankEnd()
      if index + 1 < rows.endIndex { text.append("\n") }
    }
    return text
  }

  /// The characters of a cell without marks and invisible characters.
  private func bare(_ cell: TerminalCell) -> [Unicode.Scalar] {
    guard let scalar = whole(cell).first, !TracedText.isUnseen(scalar) else { return [] }
    return [scalar]
  }

  /// All characters of a cell.
  private func whole(_ cell: TerminalCell) -> [Unicode.Scalar] {
    cell.code == TerminalCell.emptyCode ? [" "] : terminal.clusters.scalars(cell.code)
  }

  /// The characters of a cell, with the original letter instead of a line-drawing character, as it may be visible
  /// elsewhere.
  private func letters(_ cell: TerminalCell) -> [Unicode.Scalar] {
    guard cell.style.underline != .none,
      let index = Terminal.lineSet.firstIndex(where: { $0.value == cell.code }),
      let letter = UInt8(exactly: index + 0x5F)
    else { return bare(cell) }
    return [Unicode.Scalar(letter)]
  }
}
