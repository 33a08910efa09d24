import ReelCanvas
import ReelGeometry
import ReelLayers

/// The cells of a terminal.
///
/// Only changed cells are redrawn.
final class TerminalGridLayer: Layer {
  private let palette: TerminalPalette
  private let metrics: TerminalMetrics
  private let glyphs: GlyphCache
  /// Whether all colours are opaque.
  let isOpaque: Bool
  /// The terminal shown.
  private var terminal = Terminal(columns: 1, rows: 1)
  private var pictures = RowPictures()
  /// The rows whose text was in another row before.
  private var moved: Set<Int> = []

  /// The cursor's position and shape; nil while it is hidden.
  private struct Cursor: Equatable {
    var row: Int
    var column: Int
    var shape: Terminal.CursorShape

    init?(_ terminal: Terminal) {
      guard terminal.showsCursor else { return nil }
      (row, column, shape) = (terminal.cursorRow, terminal.cursorColumn, terminal.cursorShape)
      // The cursor covers both cells of a wide character.
      if column > 0, terminal.cells(ofRow: row)[column].width == 0 { column -= 1 }
    }
  }

  init(_ palette: TerminalPalette, _ metrics: TerminalMetrics) {
    self.palette = palette
    self.metrics = metrics
    glyphs = GlyphCache(metrics)
    isOpaque = ([palette.foreground, palette.background, palette.cursor] + palette.colors).allSatisfy { $0.alpha >= 1 }
    super.init()
    masksToBounds = true
  }

  /// The size of a cell, in pixels.
  var cellSize: (width: Int, height: Int) { (metrics.cellWidth, metrics.cellHeight) }

  // MARK: Changes

  /// Shows a moment, and redraws what differs from the previous one.
  func show(_ next: Terminal) {
    let before = terminal
    terminal = next
    moved = []
    guard before.columns == next.columns, before.rows == next.rows, before.isReversed == next.isReversed else {
      pictures.removeAll()
      return setNeedsDisplay()
    }
    // Most rows move by the same distance as the previous one.
    var distance = 0
    for row in 0..<next.rows {
      let (old, new) = (before.cells(ofRow: row), next.cells(ofRow: row))
      if old == new { continue }
      guard let first = old.indices.first(where: { old[$0] != new[$0] }),
        let last = old.indices.last(where: { old[$0] != new[$0] })
      else { continue }
      if let from = before.row(of: new, near: row + distance) {
        moved.insert(row)
        distance = from - row
      }
      // A wide character is drawn from its first half, and which letters form flags depends on the whole row.
      let all = JoinedCells.mayHave(old) || JoinedCells.mayHave(new)
      setNeedsDisplay(rect(row, all ? 0..<next.columns : max(0, first - 1)..<min(next.columns, last + 2)))
    }
    let (old, new) = (Cursor(before), Cursor(next))
    guard old != new else { return }
    for cursor in [old, new] {
      if let cursor { setNeedsDisplay(rect(cursor.row, cursor.column..<min(next.columns, cursor.column + 2))) }
    }
  }

  private func rect(_ row: Int, _ columns: Range<Int>) -> Rect {
    Rect(
      x: Double(columns.lowerBound * metrics.cellWidth), y: Double(row * metrics.cellHeight),
      width: Double(columns.count * metrics.cellWidth), height: Double(metrics.cellHeight))
  }

  // MARK: Drawing

  override func draw(in context: GraphicsContext) throws {
    let cursor = Cursor(terminal)
    let laysRows = isOpaque && context.isOnPixelGrid
    pictures.begin(rowCount: terminal.rows)
    defer { pictures.end() }
    for row in 0..<terminal.rows where context.canBeSeen(rect(row, 0..<terminal.columns)) {
      let block = cursor.flatMap { $0.shape == .block && $0.row == row ? $0.column : nil }
      if laysRows, block == nil, let picture = try picture(ofRow: row) {
        context.draw(picture, at: rect(row, 0..<1).origin)
      } else {
        try drawCells(ofRow: row, block: block, in: context)
      }
    }
    if let cursor, cursor.shape != .block { drawLine(cursor, in: context) }
  }

  /// Returns the picture of a row that has moved; nil for other rows, which are redrawn where they changed.
  private func picture(ofRow row: Int) throws -> Bitmap? {
    let cells = terminal.cells(ofRow: row)
    if let picture = pictures.find(cells, row: row) { return picture }
    // A text of several scalars is identified by a number, which may belong to another text after a reset.
    guard moved.contains(row), !JoinedCells.mayHave(cells) else { return nil }
    var picture = Bitmap(width: terminal.columns * metrics.cellWidth, height: metrics.cellHeight)
    try picture.draw { context in
      context.translate(x: 0, y: -Double(row * metrics.cellHeight))
      try drawCells(ofRow: row, block: nil, in: context)
    }
    pictures.keep(picture, of: cells, row: row)
    return picture
  }

  /// Draws the visible cells of a row.
  ///
  /// - Parameters:
  ///   - row: The row, from 0.
  ///   - block: The column of a block cursor; nil for none.
  ///   - context: The context to draw in.
  private func drawCells(ofRow row: Int, block: Int?, in context: GraphicsContext) throws {
    let cells = terminal.cells(ofRow: row)
    let looks = cells.indices.map { look(of: cells[$0], hasBlock: block == $0) }
    drawBackgrounds(row, cells, looks, in: context)
    let joined = JoinedCells(cells, terminal.text)
    for column in cells.indices where cells[column].width > 0 {
      let own = joined.drawn[column]
      let box = rect(row, column..<column + (own?.cells ?? Int(cells[column].width)))
      guard context.canBeSeen(box) else { continue }
      if let glyph = try glyph(cells[column], looks[column], joined: own) { context.draw(glyph, at: box.origin) }
    }
  }

  /// The visible colours of a cell.
  private struct Look: Equatable {
    var foreground: Color
    var background: Color
  }

  private func look(of cell: TerminalCell, hasBlock: Bool) -> Look {
    let style = cell.style
    var look = Look(
      foreground: palette.color(style.foreground, standard: palette.foreground),
      background: palette.color(style.background, standard: palette.background))
    if style.attributes.contains(.inverse) != terminal.isReversed {
      look = Look(foreground: look.background, background: look.foreground)
    }
    if style.attributes.contains(.dim) {
      look.foreground = look.foreground.interpolated(to: look.background, fraction: 0.45)
    }
    if hasBlock { look = Look(foreground: palette.background, background: palette.cursor) }
    return look
  }

  /// Fills the backgrounds, adjacent cells of one colour at once.
  private func drawBackgrounds(_ row: Int, _ cells: [TerminalCell], _ looks: [Look], in context: GraphicsContext) {
    var start = 0
    func background(_ column: Int) -> Color {
      // The right half of a wide character belongs to the left half.
      looks[cells[column].width == 0 && column > 0 ? column - 1 : column].background
    }
    for column in cells.indices {
      guard column + 1 == cells.count || background(column + 1) != background(start) else { continue }
      context.fill(rect(row, start..<column + 1), with: .color(background(start)))
      start = column + 1
    }
  }

  private func glyph(
    _ cell: TerminalCell, _ look: Look, joined: (text: String, cells: Int)? = nil
  ) throws -> Bitmap? {
    let attributes = cell.style.attributes
    let isHidden = cell.isBlank || attributes.contains(.conceal)
    let underlineColor = palette.color(cell.style.underlineColor, standard: look.foreground)
    var key = GlyphCache.Key(
      text: isHidden ? "" : joined?.text ?? terminal.text(of: cell), cells: joined?.cells ?? Int(cell.width),
      color: Pixel(look.foreground),
      underline: attributes.contains(.conceal) ? .none : cell.style.underline, underlineColor: Pixel(underlineColor))
    if attributes.contains(.bold) { key.weight = .bold }
    key.isItalic = attributes.contains(.italic)
    key.isStruck = attributes.contains(.strike) && !attributes.contains(.conceal)
    key.isOverlined = attributes.contains(.overline) && !attributes.contains(.conceal)
    return try glyphs.picture(key)
  }

  /// Draws a cursor in the shape of a line.
  private func drawLine(_ cursor: Cursor, in context: GraphicsContext) {
    let cell = terminal.cells(ofRow: cursor.row)[cursor.column]
    var line = rect(cursor.row, cursor.column..<cursor.column + max(1, Int(cell.width)))
    let width = Double(2 * metrics.lineWidth)
    if cursor.shape == .bar {
      line.size.width = width
    } else {
      line = Rect(x: line.minX, y: line.maxY - width, width: line.width, height: width)
    }
    context.fill(line, with: .color(palette.cursor))
  }
}
