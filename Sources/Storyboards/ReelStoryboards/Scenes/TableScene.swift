import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelLayers
import ReelScenes

/// Rows of text and pictures, which scroll if they do not fit on the page.
public struct TableScene: Hashable, Sendable {
  /// How far the table scrolls by the end of the scene.
  public enum Scroll: String, CaseIterable, Codable, Hashable, Sendable {
    /// Not at all.
    case none
    /// To its last row.
    case end
  }

  /// The rows, each with its values.
  public var rows: [[TableCell]] = []
  /// Whether the first row is a header, which stays at the top.
  public var hasHeader = true
  /// The height of a row, in points; the few rows of a small table are higher by default.
  public var rowHeight: Double {
    get { chosenRowHeight ?? Self.usualRowHeight }
    set { chosenRowHeight = newValue }
  }
  private var chosenRowHeight: Double?
  /// How far it scrolls by the end of the scene.
  public var scroll = Scroll.end
  /// The colours of certain values, such as `failed`, which are shown on a tinted plate.
  public var valueColors: [String: Color] = [:]
  /// The colours.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates a table.
  ///
  /// - Parameter rows: The rows, each with its values; the first is the header.
  public init(_ rows: [[TableCell]]) { self.rows = rows }
}

extension TableScene: StyledScene {
  /// `table`.
  public static let kind = "table"
  /// The file.
  public static let mainOption: String? = "file"
  /// The maximum file size, in bytes.
  private static let largestFile = 1 << 22
  /// The most rows, values in a row, and pictures.
  private static let (maxRows, maxColumns, maxPictures) = (20_000, 32, 500)

  /// The options for the rows and their layout.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file.csv", help: "The rows: a CSV file.", files: .value,
      read: { $0.rows = try rows(at: $1) }, write: { _ in nil }),
    DescriptionOption(
      "rows", "list", help: "The rows, each a list of texts and of pictures: [Ada, {image: ada.jpg}].",
      files: .key("image"),
      read: { _, _ in throw DescriptionError("rows must be a list of lists, such as [[a, b], [c, d]]") },
      write: { _ in nil },
      decode: { scene, rows in scene.rows = try checked(rows) }, encode: { $0.rows }),
    DescriptionOption(
      switch: "no-header", help: "Treat the first row like the others, and scroll it with them.", \.hasHeader,
      isOn: false),
    DescriptionOption(
      "row-height", "points", help: "The height of a row; by default, a few rows are higher.",
      read: { $0.rowHeight = try OptionText.number("row height", $1, 16...400) },
      write: { $0.chosenRowHeight.map { "\($0)" } }),
    DescriptionOption(
      "scroll", "where", help: "end: scroll to the last row; none: do not scroll.",
      choices: Scroll.allCases.map(\.rawValue),
      read: { $0.scroll = try OptionText.choice("scroll", $1) }, write: { $0.scroll.rawValue }),
    DescriptionOption(
      "colors", "table", help: "Colours for certain values: {passed: green, failed: tomato}.",
      read: { _, _ in throw DescriptionError("colors must be a table such as {passed: green, failed: tomato}") },
      write: { _ in nil },
      decode: { (scene: inout TableScene, colors: [String: AnyColor]) in
        scene.valueColors = try colors.mapValues { color in
          guard let known = color.color else {
            throw InvalidValue(
              "colors", color.text, among: Color.names, otherwise: "a CSS name such as teal, #rgb or #rrggbb")
          }
          return known
        }
      }, encode: { $0.valueColors.isEmpty ? nil : $0.valueColors.mapValues(AnyColor.init) }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a table without rows.
  public init() { self.init([]) }

  /// The time to read all rows, or all columns.
  public var intrinsicDuration: Double? {
    max(4, 0.6 * Double(rows.count), 0.4 * Double(rows.map(\.count).max() ?? 0))
  }

  /// Installs the rows in a window and scrolls them.
  ///
  /// - Throws: `DescriptionError` if the table has no rows.
  public func install(on layer: SceneLayer) throws {
    guard let columnCount = rows.map(\.count).max() else { throw DescriptionError("the table has no rows") }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let page = Page(layer)
    let setting = setting(columnCount, on: page)
    let area = area(setting, on: page)
    var body = rows[...]
    let header = hasHeader ? body.popFirst() : nil
    let length = layer.length ?? intrinsicDuration ?? 4
    layer.addSublayer(TableBody(header, body, setting, frame: area, scrollsOver: scroll == .end ? length : nil))
  }

  static let usualRowHeight = 88.0

  /// The layout of its rows, which are as large as a page allows if there are a few.
  private func setting(_ columnCount: Int, on page: Page) -> TableSetting {
    guard chosenRowHeight == nil, style.table?.size == nil else {
      return TableSetting(self, columnCount: columnCount, on: page)
    }
    var table = self
    for growth in TypeScale.growths {
      table.rowHeight = growth * Self.usualRowHeight
      guard Double(rows.count) * table.rowHeight * page.point <= 0.8 * page.safe.height else { continue }
      let setting = TableSetting(table, columnCount: columnCount, on: page)
      if setting.naturalWidth <= page.safe.width { return setting }
    }
    return TableSetting(self, columnCount: columnCount, on: page)
  }

  /// The rectangle of its rows; a small table is centred.
  private func area(_ setting: TableSetting, on page: Page) -> Rect {
    let safe = page.safe
    let size = Size(
      width: min(safe.width, setting.rowSize.width),
      height: min(safe.height, Double(rows.count) * setting.rowSize.height))
    return Rect(
      x: (safe.center.x - size.width / 2).rounded(), y: safe.minY + (safe.height - size.height) / 2, width: size.width,
      height: size.height)
  }

  private static func rows(at path: String) throws -> [[TableCell]] {
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
    return try checked(CSVTable(bytes).rows.map { $0.map(TableCell.text) })
  }

  private static func checked(_ rows: [[TableCell]]) throws -> [[TableCell]] {
    guard rows.contains(where: { !$0.isEmpty }) else { throw DescriptionError("the table has no rows") }
    guard rows.count <= maxRows, rows.allSatisfy({ $0.count <= maxColumns }) else {
      throw DescriptionError(
        "the table has \(rows.count) rows of up to \(rows.map(\.count).max() ?? 0) values: it may have at most \(maxRows) of \(maxColumns)"
      )
    }
    let pictures = rows.reduce(0) { $0 + $1.count { $0.shape != nil } }
    guard pictures <= maxPictures else {
      throw DescriptionError("the table has \(pictures) pictures: it may have at most \(maxPictures)")
    }
    return rows
  }
}

extension TableScene: FittedScene {
  func subjects(on page: Page) -> [Rect] {
    rows.map(\.count).max().map { [area(setting($0, on: page), on: page)] } ?? []
  }

  func notes(on page: Page) -> [String] {
    guard scroll == .none, let count = rows.map(\.count).max() else { return [] }
    let setting = setting(count, on: page)
    guard setting.rowSize.width > page.safe.width + 1 else { return [] }
    return ["only \(setting.columns(within: page.safe.width)) of \(count) columns fit: let it scroll, or use fewer"]
  }
}
