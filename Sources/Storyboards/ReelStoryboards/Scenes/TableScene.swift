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
  /// The height of a row, in points.
  public var rowHeight = 88.0
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
      "row-height", "points", help: "The height of a row.",
      read: { $0.rowHeight = try OptionText.number("row height", $1, 16...400) }, write: { "\($0.rowHeight)" }),
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
    let page = Page(layer.bounds)
    let setting = TableSetting(self, columnCount: columnCount, on: page)
    let area = area(on: page)
    var body = rows[...]
    let header = hasHeader ? body.popFirst() : nil
    let length = layer.length ?? intrinsicDuration ?? 4
    layer.addSublayer(TableBody(header, body, setting, frame: area, scrollsOver: scroll == .end ? length : nil))
  }

  /// The rectangle of its rows; a few rows are centred.
  private func area(on page: Page) -> Rect {
    let area = page.safe
    let room = max(0, area.height - Double(rows.count) * rowHeight * page.point)
    return Rect(x: area.minX, y: area.minY + room / 2, width: area.width, height: area.height - room)
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
  func subjects(on page: Page) -> [Rect] { [area(on: page)] }

  func notes(on page: Page) -> [String] {
    guard scroll == .none, let count = rows.map(\.count).max() else { return [] }
    let setting = TableSetting(self, columnCount: count, on: page)
    guard setting.rowSize.width > page.safe.width + 1 else { return [] }
    return ["only \(setting.columns(within: page.safe.width)) of \(count) columns fit: let it scroll, or use fewer"]
  }
}
