import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layout of a table's rows.
struct TableSetting {
  enum Kind {
    case header, even, odd
  }

  /// A column's position and width in a row, and the alignment of its text.
  private struct Column {
    var start: Double
    var width: Double
    var alignment: TextAlignment
  }

  let rowSize: Size
  private let font: Font
  private let colors: StoryColors
  private let ink: Color
  private let soft: Color
  private let valueColors: [String: Color]
  private let columns: [Column]

  /// The number of rows that determine column widths; in long tables, the first ones.
  private static let measured = 200
  /// The smallest font size of tables with many columns, relative to the normal one.
  private static let smallest = 0.55

  init(_ table: TableScene, columnCount: Int, on page: Page) {
    let point = page.point
    rowSize = Size(width: page.safe.width, height: table.rowHeight * point)
    colors = table.colors
    ink = table.color(\.table, colors.ink)
    soft = table.color(\.table, colors.soft)
    valueColors = table.valueColors
    var font = table.textFont(\.table, size: 0.44 * table.rowHeight, point: point)
    let natural = Self.widths(of: table, columnCount, font, rowSize.height)
    // Smaller text also leaves more room for other columns.
    let scale = max(Self.smallest, min(1, rowSize.width / natural.reduce(0, +)))
    font.size *= scale
    self.font = font
    let widths = scale < 1 ? Self.widths(of: table, columnCount, font, rowSize.height) : natural
    let stretch = rowSize.width / widths.reduce(0, +)
    let isLeftwards = TextLayout(table.rows.first?.first?.text ?? "", font: font).isRightToLeft
    var columns: [Column] = []
    var left = 0.0
    for (index, width) in widths.map({ $0 * stretch }).enumerated() {
      let side: TextAlignment = isLeftwards || Self.isNumeric(table, index) ? .trailing : .leading
      let start = isLeftwards ? rowSize.width - left - width : left
      columns.append(
        Column(start: start + 0.6 * font.size, width: max(1, width - 1.2 * font.size), alignment: side))
      left += width
    }
    self.columns = columns
  }

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
      } + 1.2 * font.size
    }
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
    switch kind {
    case .header: row.backgroundColor = colors.accent.with(alpha: 0.22)
    case .even: row.backgroundColor = ink.with(alpha: 0.05)
    case .odd: break
    }
    for (index, cell) in cells.enumerated() where cell != .text("") && columns.indices.contains(index) {
      let column = columns[index]
      if let shape = cell.shape {
        row.addSublayer(picture(cell, shape, in: column))
      } else if kind != .header, let color = valueColors[cell.text] {
        for layer in badge(cell.text, color, in: column) { row.addSublayer(layer) }
      } else {
        let color = kind == .header || index == 0 ? ink : soft
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
    let letters = words(text, color, font.weight == .regular ? .medium : font.weight, in: column)
    let width = min(letters.layout.size.width, column.width)
    let height = min(1.5 * font.size, 0.9 * rowSize.height)
    let left = column.alignment == .trailing ? column.start + column.width - width : column.start
    let plate = Layer(
      frame: Rect(
        x: left - 0.5 * font.size, y: (rowSize.height - height) / 2, width: width + font.size, height: height))
    plate.backgroundColor = color.with(alpha: 0.18)
    plate.cornerRadius = height / 2
    return [plate, letters]
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

/// The scrolling rows of a table below its header.
///
/// Only visible rows have layers.
final class TableBody: Layer {
  private let rows: ArraySlice<[TableCell]>
  private let setting: TableSetting
  /// The duration of the scene, in seconds; nil for no scrolling.
  private let length: Double?
  private let window: ScrollLayer
  private var shown: [Int: Layer] = [:]

  init(_ rows: ArraySlice<[TableCell]>, _ setting: TableSetting, frame: Rect, scrollsOver length: Double?) {
    (self.rows, self.setting, self.length) = (rows, setting, length)
    window = ScrollLayer(frame: Rect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    addSublayer(window)
    // The scroll area is as large as its content, although only visible rows have layers.
    window.addSublayer(
      Layer(frame: Rect(x: 0, y: 0, width: frame.width, height: Double(rows.count) * setting.rowSize.height)))
    update(at: 0)
  }

  override func update(at time: Double) {
    var top = 0.0
    if let length, length > 0 {
      // Pauses at the start and the end. Scrolling text stays sharp on whole pixels.
      let part = min(max(0, (time / length - 0.1) / 0.8), 1)
      top = (window.maximumOffset.y * TimingCurve.easeInOut.value(at: part)).rounded()
    }
    window.offset.y = top
    let height = setting.rowSize.height
    let first = max(0, Int(clamping: top / height))
    let last = min(rows.count, Int(clamping: (top + bounds.height) / height) + 1)
    for index in shown.keys.sorted() where index < first || index >= last {
      shown.removeValue(forKey: index)?.removeFromSuperlayer()
    }
    for index in first..<max(first, last) where shown[index] == nil {
      let frame = Rect(origin: Point(x: 0, y: Double(index) * height), size: setting.rowSize)
      let row = setting.row(rows[rows.startIndex + index], index.isMultiple(of: 2) ? .even : .odd, in: frame)
      shown[index] = row
      window.addSublayer(row)
    }
  }
}
