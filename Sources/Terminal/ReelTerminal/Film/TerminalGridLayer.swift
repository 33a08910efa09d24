import ReelCanvas
import ReelGeometry
import ReelLayers

/// The cells of a terminal.
///
/// Only changed cells are redrawn.
final class TerminalGridLayer: Layer {
  /// The theme's colours, and those with what the program has set.
  private let theme: TerminalPalette
  private var palette: TerminalPalette
  private let metrics: TerminalMetrics
  private let glyphs: GlyphCache
  /// Whether all colours are opaque.
  let isOpaque: Bool
  /// The terminal shown.
  private var terminal = Terminal(columns: 1, rows: 1)
  private var pictures = RowPictures()
  private let images = DecodedImages()
  private var legible = LegibleColors()
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
      column = ShownRow(terminal, row: row).column(column)
    }
  }

  init(_ palette: TerminalPalette, _ metrics: TerminalMetrics) {
    theme = palette
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
    guard before.columns == next.columns, before.rows == next.rows, before.isReversed == next.isReversed,
      before.colors == next.colors
    else {
      if before.colors != next.colors { palette = theme.with(next.colors) }
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
  ///   - block: The shown column of a block cursor; nil for none.
  ///   - context: The context to draw in.
  private func drawCells(ofRow row: Int, block: Int?, in context: GraphicsContext) throws {
    let shown = ShownRow(terminal, row: row)
    let cells = shown.cells
    let looks = cells.indices.map { look(of: cells[$0], hasBlock: block == $0) }
    drawBackgrounds(row, cells, looks, in: context)
    drawImages(row, cells, in: context)
    let joined = JoinedCells(cells, isRightToLeft: shown.isRightToLeft, terminal.text)
    for column in cells.indices where cells[column].width > 0 {
      let own = joined.drawn[column]
      let columns = column..<column + (own?.cells ?? Int(cells[column].width))
      let box = rect(row, columns)
      guard context.canBeSeen(box) else { continue }
      if let own, own.isWord, columns.contains(where: { looks[$0] != looks[own.source] }) {
        try draw(own, columns, row, cells, looks, in: context)
      } else if let glyph = try glyph(cells[own?.source ?? column], looks[own?.source ?? column], joined: own) {
        context.draw(glyph, at: box.origin)
      }
    }
  }

  /// Draws a word whose letters have several colours: each part of its picture in that of its cell.
  private func draw(
    _ word: JoinedCells.Picture, _ columns: Range<Int>, _ row: Int, _ cells: [TerminalCell], _ looks: [Look],
    in context: GraphicsContext
  ) throws {
    for column in columns where cells[column].width > 0 {
      guard let glyph = try glyph(cells[word.source], looks[column], joined: word) else { continue }
      context.withState {
        context.clip(to: rect(row, column..<column + Int(cells[column].width)))
        context.draw(glyph, at: rect(row, columns).origin)
      }
    }
  }

  /// The visible colours of a cell.
  private struct Look: Equatable {
    var foreground: Color
    var background: Color
  }

  private func look(of cell: TerminalCell, hasBlock: Bool) -> Look {
    if hasBlock { return Look(foreground: palette.background, background: palette.cursor) }
    let style = cell.style
    var (text, ground) = (style.foreground, style.background)
    var look = Look(
      foreground: palette.color(text, standard: palette.foreground),
      background: palette.color(ground, standard: palette.background))
    if style.attributes.contains(.inverse) != terminal.isReversed {
      look = Look(foreground: look.background, background: look.foreground)
      swap(&text, &ground)
    }
    let isDim = style.attributes.contains(.dim)
    let isThemed = ground != .standard && ground.isThemed && text.isThemed && cell.hasLetter
    guard isDim || isThemed else { return look }
    look.foreground = legible.color(look.foreground, on: look.background, isDim: isDim, isThemed: isThemed)
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

  /// Draws the parts of pictures in a row, adjacent cells of one picture at once.
  private func drawImages(_ row: Int, _ cells: [TerminalCell], in context: GraphicsContext) {
    var column = 0
    while column < cells.count {
      guard let part = cells[column].imagePart else {
        column += 1
        continue
      }
      let start = column
      while column < cells.count, let next = cells[column].imagePart, next.number == part.number, next.row == part.row,
        next.column == part.column + column - start
      { column += 1 }
      guard let placed = terminal.images[part.number], context.canBeSeen(rect(row, start..<column)),
        let picture = images.picture(placed.image)
      else { continue }
      let scale = (
        Double(metrics.cellWidth) / Double(TerminalImage.cell.width),
        Double(metrics.cellHeight) / Double(TerminalImage.cell.height)
      )
      context.withState {
        context.clip(to: rect(row, start..<column))
        context.draw(
          picture,
          in: Rect(
            x: Double((start - part.column) * metrics.cellWidth), y: Double((row - part.row) * metrics.cellHeight),
            width: placed.size.width * scale.0, height: placed.size.height * scale.1))
      }
    }
  }

  private func glyph(
    _ cell: TerminalCell, _ look: Look, joined: JoinedCells.Picture? = nil
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
    let cell = ShownRow(terminal, row: cursor.row).cells[cursor.column]
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

extension TerminalColor {
  /// Whether a theme defines the colour.
  fileprivate var isThemed: Bool {
    switch self {
    case .standard: true
    case .palette(let number): number < 16
    case .rgb: false
    }
  }
}

extension TerminalCell {
  /// Whether the cell has a letter or a sign, rather than a line or a block of a drawing.
  fileprivate var hasLetter: Bool {
    !isBlank && !(0x2500..<0x25A0).contains(code) && !(0x2800..<0x2900).contains(code)
      && !(0xE0A0..<0xE0E0).contains(code) && !(0x1FB00..<0x1FC00).contains(code)
  }
}
