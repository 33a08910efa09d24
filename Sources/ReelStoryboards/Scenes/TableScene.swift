import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelLayers
import ReelScenes

/// Rows of texts, which scroll if they do not fit on the page.
public struct TableScene: Hashable, Sendable {
  /// How far the table scrolls by the end of the scene.
  public enum Scroll: String, CaseIterable, Codable, Hashable, Sendable {
    /// Not at all.
    case none
    /// To its last row.
    case end
  }

  /// The rows, each with its values.
  public var rows: [[String]] = []
  /// Whether the first row is a header, which stays at the top.
  public var hasHeader = true
  /// The height of a row, in points.
  public var rowHeight = 88.0
  /// How far it scrolls by the end of the scene.
  public var scroll = Scroll.end
  /// The colours.
  public var theme = StoryTheme.night
  /// What differs from the theme.
  public var style = StoryStyle()

  /// Creates a table.
  ///
  /// - Parameter rows: The rows, each with its values; the first is the header.
  public init(_ rows: [[String]]) { self.rows = rows }
}

extension TableScene: StyledScene {
  /// `table`.
  public static let kind = "table"
  /// The file.
  public static let mainOption: String? = "file"
  /// The maximum file size, in bytes.
  private static let largestFile = 1 << 20

  /// The rows and their layout.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file.csv", help: "The rows: a CSV file in UTF-8.", read: { $0.rows = try rows(at: $1) },
      write: { _ in nil }
    ),
    DescriptionOption(
      "rows", "list", help: "The rows, each a list of texts.",
      read: { _, _ in throw DescriptionError("rows must be a list of lists, such as [[a, b], [c, d]]") },
      write: { _ in nil },
      decode: { scene, rows in scene.rows = try checked(rows) }, encode: { $0.rows }),
    DescriptionOption(
      switch: "no-header", help: "Treat the first row like the others, and scroll it with them.", \.hasHeader,
      isOn: false),
    DescriptionOption(
      "row-height", "points", help: "The height of a row.",
      read: { $0.rowHeight = try OptionText.number("row height", $1, 16...400) }, write: { "\($0.rowHeight)" }),
    DescriptionOption(
      "scroll", "where", help: "end: it scrolls to its last row; none: it stands still.",
      choices: Scroll.allCases.map(\.rawValue),
      read: { $0.scroll = try OptionText.choice("scroll", $1) }, write: { $0.scroll.rawValue }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// A table without rows.
  public init() { self.init([]) }

  /// The time to look at each row.
  public var intrinsicDuration: Double? { max(4, 0.6 * Double(rows.count)) }

  /// Installs the rows in a window and scrolls them.
  ///
  /// - Throws: `DescriptionError` for a table without rows.
  public func install(on layer: SceneLayer) throws {
    guard let columnCount = rows.map(\.count).max() else { throw DescriptionError("the table has no rows") }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let page = Page(layer.bounds)
    let setting = TableSetting(self, columnCount: columnCount, on: page)
    var area = page.safe
    var body = rows[...]
    if hasHeader, let header = body.popFirst() {
      layer.addSublayer(setting.row(header, .header, in: Rect(origin: area.origin, size: setting.rowSize)))
      area.origin.y += setting.rowSize.height
      area.size.height -= setting.rowSize.height
    }
    let window = ScrollLayer(frame: area)
    layer.addSublayer(window)
    for (index, row) in body.enumerated() {
      let top = Double(index) * setting.rowSize.height
      let frame = Rect(origin: Point(x: 0, y: top), size: setting.rowSize)
      window.addSublayer(setting.row(row, index.isMultiple(of: 2) ? .even : .odd, in: frame))
    }
    let length = layer.length ?? intrinsicDuration ?? 4
    guard scroll == .end, window.maximumOffset.y > 0 else { return }
    // A pause at the start and at the end.
    Transaction.animate(duration: length * 0.8, delay: length * 0.1, curve: .easeInOut) {
      window.offset.y = window.maximumOffset.y
    }
  }

  private static func rows(at path: String) throws -> [[String]] {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: largestFile)
    } catch {
      let reason =
        switch error {
        case .unopened(let reason), .unread(let reason): reason
        case .tooLong: "it has more than \(largestFile) bytes"
        }
      throw DescriptionError("the table cannot be read: \(reason)")
    }
    return try checked(CSVTable(bytes).rows)
  }

  private static func checked(_ rows: [[String]]) throws -> [[String]] {
    guard rows.contains(where: { !$0.isEmpty }) else { throw DescriptionError("the table has no rows") }
    guard rows.count <= 2000, rows.allSatisfy({ $0.count <= 32 }) else {
      throw DescriptionError("a table has at most 2000 rows of 32 values")
    }
    return rows
  }
}

/// The layout of a table's rows.
private struct TableSetting {
  enum Kind {
    case header, even, odd
  }

  let rowSize: Size
  private let font: Font
  private let colors: StoryColors
  private let ink: Color
  private let soft: Color
  /// Where the columns begin, and where the last one ends.
  private var edges: [Double] = []
  /// Whether the first value of the table goes from the right to the left.
  private let isLeftwards: Bool

  init(_ table: TableScene, columnCount: Int, on page: Page) {
    let point = page.point
    rowSize = Size(width: page.safe.width, height: table.rowHeight * point)
    font = table.textFont(\.table, size: 0.44 * table.rowHeight, point: point)
    colors = table.colors
    isLeftwards = TextLayout(table.rows.first?.first ?? "", font: font).isRightToLeft
    ink = table.color(\.table, colors.ink)
    soft = table.color(\.table, colors.soft)
    // Columns are as wide as what they hold, as far as there is room; of long tables the beginning tells.
    let widths = (0..<columnCount).map { column in
      table.rows.prefix(200).reduce(font.size) { widest, row in
        guard row.indices.contains(column) else { return widest }
        return max(widest, TextLayout(String(row[column].prefix(80)), font: font).size.width)
      } + 1.2 * font.size
    }
    let scale = rowSize.width / widths.reduce(0, +)
    edges = widths.reduce(into: [0]) { edges, width in edges.append((edges.last ?? 0) + width * scale) }
  }

  /// Where a column stands: from the right where the table is written from there.
  private func column(_ index: Int) -> (start: Double, width: Double) {
    let width = edges[index + 1] - edges[index]
    return (isLeftwards ? rowSize.width - edges[index + 1] : edges[index] + 0.6 * font.size, width - 0.6 * font.size)
  }

  /// A row of texts.
  func row(_ values: [String], _ kind: Kind, in frame: Rect) -> Layer {
    let row = Layer(frame: frame)
    switch kind {
    case .header: row.backgroundColor = colors.accent.with(alpha: 0.22)
    case .even: row.backgroundColor = ink.with(alpha: 0.05)
    case .odd: break
    }
    for (column, value) in values.enumerated() where !value.isEmpty {
      let words = TextLayer(
        value, font: font, color: kind == .header || column == 0 ? ink : soft)
      if kind == .header { words.font.weight = .bold }
      words.verticalAlignment = .middle
      words.masksToBounds = true
      let (start, width) = self.column(column)
      words.alignment = isLeftwards ? .trailing : .leading
      words.frame = Rect(x: start, y: 0, width: width, height: frame.height)
      row.addSublayer(words)
    }
    return row
  }
}
