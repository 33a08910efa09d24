import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layout of a table's rows.
struct TableSetting {
  enum Kind {
    case header, row
  }

  /// A column's position and width in a row, and the alignment of its text.
  private struct Column {
    var start: Double
    var width: Double
    var alignment: TextAlignment
  }

  /// The size of a row, which is wider than the page if its columns are read one after the other.
  let rowSize: Size
  /// The width that its columns ask for.
  let naturalWidth: Double
  private let font: Font
  private let colors: StoryColors
  private let point: Double
  private let ink: Color
  private let soft: Color
  private let valueColors: [String: Color]
  private let columns: [Column]
  /// Whether the first column is at the right.
  let isLeftwards: Bool

  /// The number of rows that determine column widths; in long tables, the first ones.
  private static let measured = 200
  /// The smallest font size of tables with many columns, relative to the normal one.
  private static let smallest = 0.7
  /// The smallest width to which a column is cut, and the largest of one that scrolls, relative to the font size.
  private static let (narrowest, widest) = (9.0, 20.0)
  /// The most by which columns are wider than they need to be.
  private static let widestStretch = 1.7

  init(_ table: TableScene, columnCount: Int, on page: Page) {
    point = page.point
    let (width, height) = (page.safe.width, table.rowHeight * point)
    colors = table.colors
    ink = table.color(\.table, colors.ink)
    soft = table.color(\.table, colors.soft)
    valueColors = table.valueColors
    var font = table.textFont(
      \.table, size: TypeScale.label / TableScene.usualRowHeight * table.rowHeight, point: point)
    var widths = Self.widths(of: table, columnCount, font, height)
    naturalWidth = widths.reduce(0, +)
    // Smaller text also leaves more room for other columns.
    let scale = max(Self.smallest, min(1, width / widths.reduce(0, +)))
    font.size *= scale
    self.font = font
    if scale < 1 { widths = Self.widths(of: table, columnCount, font, height) }
    let all = widths.reduce(0, +)
    var isWide = false
    if all <= width {
      // Values far from each other are hard to read as a row.
      widths = widths.map { $0 * min(width / all, Self.widestStretch) }
    } else if let most = Self.fair(widths, in: width), most >= Self.narrowest * font.size {
      widths = widths.map { min($0, most) }
    } else {
      widths = widths.map { min($0, Self.widest * font.size) }
      isWide = true
    }
    rowSize = Size(width: isWide ? max(width, widths.reduce(0, +)) : min(width, widths.reduce(0, +)), height: height)
    isLeftwards = TextLayout(table.rows.first?.first?.text ?? "", font: font).isRightToLeft
    var columns: [Column] = []
    var left = 0.0
    for (index, width) in widths.enumerated() {
      let side: TextAlignment = isLeftwards || Self.isNumeric(table, index) ? .trailing : .leading
      let start = isLeftwards ? rowSize.width - left - width : left
      let gap = Self.gap(before: index, of: table, font)
      columns.append(
        Column(start: start + 0.6 * font.size + gap, width: max(1, width - 1.2 * font.size - gap), alignment: side))
      left += width
    }
    self.columns = columns
  }

  /// The largest width of a column at which all columns fill a width; nil if even columns of no width do not fit.
  private static func fair(_ widths: [Double], in width: Double) -> Double? {
    var room = width
    var left = widths.count
    for own in widths.sorted() {
      if own * Double(left) >= room { return room / Double(left) }
      room -= own
      left -= 1
    }
    return nil
  }

  /// The number of columns that a width shows whole.
  func columns(within width: Double) -> Int { columns.count { $0.start + $0.width <= width } }

  /// The natural widths of columns: their content and a margin.
  private static func widths(of table: TableScene, _ count: Int, _ font: Font, _ height: Double) -> [Double] {
    var bold = font
    bold.weight = .bold
    return (0..<count).map { column in
      table.rows.prefix(measured).enumerated().reduce(font.size) { widest, row in
        guard row.element.indices.contains(column) else { return widest }
        let cell = row.element[column]
        if let shape = cell.shape { return max(widest, pictureHeight(height) * shape) }
        let isHeader = table.hasHeader && row.offset == 0
        return max(widest, TextLayout(String(cell.text.prefix(80)), font: isHeader ? bold : font).size.width)
      } + 1.2 * font.size + gap(before: column, of: table, font)
    }
  }

  /// The additional space before a column of text whose neighbour's numbers end at its edge.
  private static func gap(before column: Int, of table: TableScene, _ font: Font) -> Double {
    column > 0 && isNumeric(table, column - 1) && !isNumeric(table, column) ? font.size : 0
  }

  private static func pictureHeight(_ rowHeight: Double) -> Double { 0.84 * rowHeight }

  /// Whether a column contains only numbers, which are right-aligned.
  private static func isNumeric(_ table: TableScene, _ column: Int) -> Bool {
    let cells = table.rows.dropFirst(table.hasHeader ? 1 : 0).prefix(measured).compactMap { row in
      row.indices.contains(column) ? row[column] : nil
    }.filter { $0 != .text("") }
    return !cells.isEmpty
      && cells.allSatisfy { cell in
        cell.text.contains { $0.isNumber }
          && cell.text.allSatisfy { $0.isNumber || " .,:'’+-−%€$£¥\u{202F}\u{A0}".contains($0) }
      }
  }

  /// Returns a row of text and pictures.
  func row(_ cells: [TableCell], _ kind: Kind, in frame: Rect) -> Layer {
    let row = Layer(frame: frame)
    // A rule below the header, and hairlines between rows.
    let thickness = max(1, (kind == .header ? 4 : 2) * point)
    let rule = Layer(
      frame: Rect(x: 0, y: frame.height - thickness, width: frame.width, height: thickness))
    rule.backgroundColor = kind == .header ? colors.accent : ink.with(alpha: 0.16)
    row.addSublayer(rule)
    for (index, cell) in cells.enumerated() where cell != .text("") && columns.indices.contains(index) {
      let column = columns[index]
      if let shape = cell.shape {
        row.addSublayer(picture(cell, shape, in: column))
      } else if kind != .header, let color = valueColors[cell.text] {
        for layer in badge(cell.text, color, in: column) { row.addSublayer(layer) }
      } else {
        let color = kind == .header ? soft : ink
        row.addSublayer(words(cell.text, color, kind == .header ? .bold : font.weight, in: column))
      }
    }
    return row
  }

  private func words(_ text: String, _ color: Color, _ weight: Font.Weight, in column: Column) -> TextLayer {
    var font = font
    font.weight = weight
    let words = TextLayer(Self.shortened(text, font, column.width), font: font, color: color)
    words.verticalAlignment = .middle
    words.masksToBounds = true
    words.alignment = column.alignment
    words.frame = Rect(x: column.start, y: 0, width: column.width, height: rowSize.height)
    return words
  }

  /// A value with its own colour: text on a plate tinted with it.
  private func badge(_ text: String, _ color: Color, in column: Column) -> [Layer] {
    let letters = words(
      text, Self.letters(color, on: colors), font.weight == .regular ? .medium : font.weight, in: column)
    let width = min(letters.layout.size.width, column.width)
    let height = min(1.5 * font.size, 0.9 * rowSize.height)
    let left = column.alignment == .trailing ? column.start + column.width - width : column.start
    let plate = Layer(
      frame: Rect(
        x: left - 0.5 * font.size, y: (rowSize.height - height) / 2, width: width + font.size, height: height))
    plate.backgroundColor = Self.plate(color)
    plate.cornerRadius = height / 2
    return [plate, letters]
  }

  /// The plate behind a value with its own colour.
  static func plate(_ color: Color) -> Color { color.with(alpha: 0.18) }

  /// The colour of a value's letters: its own, or the nearest one that can be read on its plate.
  static func letters(_ color: Color, on colors: StoryColors) -> Color {
    guard let ground = colors.ground else { return color }
    return color.seen(on: [ground.center, ground.edge].map { (plate(color).laid(over: $0), 4.5) })
  }

  private func picture(_ cell: TableCell, _ shape: Double, in column: Column) -> Layer {
    var size = Size(width: Self.pictureHeight(rowSize.height) * shape, height: Self.pictureHeight(rowSize.height))
    if size.width > column.width { size = Size(width: column.width, height: column.width / shape) }
    let across = column.alignment == .trailing ? column.width - size.width : 0
    let frame = Rect(
      x: column.start + across, y: (rowSize.height - size.height) / 2, width: size.width, height: size.height)
    switch cell {
    case .drawing(let drawing): return EmbeddedPicture.layer(nil, drawing, frame: frame.onPixels)
    case .image(let image): return EmbeddedPicture.layer(image, nil, frame: frame)
    case .text: return Layer(frame: frame)
    }
  }

  /// A text shortened to a width with an ellipsis.
  static func shortened(_ text: String, _ font: Font, _ width: Double) -> String {
    let line = String(text.prefix(400)).replacing("\n", with: " ")
    guard TextLayout(line, font: font).size.width > width + 0.5 else { return line }
    let letters = Array(line)
    var (fits, tooLong) = (0, letters.count)
    while tooLong - fits > 1 {
      let middle = (fits + tooLong) / 2
      if TextLayout(String(letters[..<middle]) + "…", font: font).size.width <= width {
        fits = middle
      } else {
        tooLong = middle
      }
    }
    return String(letters[..<fits]) + "…"
  }
}

/// The rows of a table below its header, which scroll if they do not fit.
///
/// Only visible rows have layers.
final class TableBody: Layer {
  private let rows: ArraySlice<[TableCell]>
  private let setting: TableSetting
  /// The duration of the scene, in seconds; nil for no scrolling.
  private let length: Double?
  private let header: ScrollLayer?
  private let window: ScrollLayer
  private var shown: [Int: Layer] = [:]

  init(
    _ header: [TableCell]?, _ rows: ArraySlice<[TableCell]>, _ setting: TableSetting, frame: Rect,
    scrollsOver length: Double?
  ) {
    (self.rows, self.setting, self.length) = (rows, setting, length)
    let top = header == nil ? 0 : min(setting.rowSize.height, frame.height)
    window = ScrollLayer(frame: Rect(x: 0, y: top, width: frame.width, height: frame.height - top))
    self.header = header.map { cells in
      let layer = ScrollLayer(frame: Rect(x: 0, y: 0, width: frame.width, height: top))
      layer.addSublayer(setting.row(cells, .header, in: Rect(origin: .zero, size: setting.rowSize)))
      return layer
    }
    super.init(frame: frame)
    if let header = self.header { addSublayer(header) }
    addSublayer(window)
    // The scroll area is as large as its content, although only visible rows have layers.
    window.addSublayer(
      Layer(
        frame: Rect(
          x: 0, y: 0, width: setting.rowSize.width, height: Double(rows.count) * setting.rowSize.height)))
    update(at: 0)
  }

  override func update(at time: Double) {
    var (left, top) = (0.0, 0.0)
    let (across, down) = (setting.rowSize.width - bounds.width, window.maximumOffset.y)
    if let length, length > 0 {
      // Pauses at the start and the end. Scrolling text stays sharp on whole pixels.
      func eased(_ time: Double, _ start: Double, _ end: Double) -> Double {
        TimingCurve.easeInOut.value(at: min(max(0, (time - start) / (end - start)), 1))
      }
      let part = time / length
      if down < 1 || across < 1 {
        (left, top) = (across * eased(part, 0.1, 0.9), down * eased(part, 0.1, 0.9))
      } else {
        // All columns of the first rows, then all rows.
        left = across * (eased(part, 0.06, 0.4) - eased(part, 0.44, 0.5))
        top = down * eased(part, 0.54, 0.94)
      }
    }
    // In a table from right to left, the first column is at the right.
    if setting.isLeftwards { left = across - left }
    window.offset = Point(x: left.rounded(), y: top.rounded())
    header?.offset.x = left.rounded()
    let height = setting.rowSize.height
    let first = max(0, Int(clamping: top.rounded() / height))
    let last = min(rows.count, Int(clamping: (top.rounded() + window.bounds.height) / height) + 1)
    for index in shown.keys.sorted() where index < first || index >= last {
      shown.removeValue(forKey: index)?.removeFromSuperlayer()
    }
    for index in first..<max(first, last) where shown[index] == nil {
      let frame = Rect(origin: Point(x: 0, y: Double(index) * height), size: setting.rowSize)
      let row = setting.row(rows[rows.startIndex + index], .row, in: frame)
      shown[index] = row
      window.addSublayer(row)
    }
  }
}
