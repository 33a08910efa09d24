import ReelDescriptions
import ReelGeometry

/// The arrangement on a page of scenes that run together.
public struct StoryLayout: Hashable, Sendable {
  /// The direction in which cells follow one another.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Each scene fills the page, above those before it.
    case parallel
    /// Side by side.
    case columns
    /// One below the other.
    case stack
    /// Row by row.
    case grid
  }

  /// The direction in which cells follow one another.
  public var kind: Kind
  /// The space between two cells, in points.
  public var gap = 0.0
  /// The space between the cells and the border of the page, in points.
  public var margin = 0.0
  /// The relative widths of columns or heights of a stack's scenes; empty for equal ones.
  public var sizes: [Double] = []
  /// The number of columns of a grid; nil for the number that makes cells most nearly square.
  public var columnCount: Int?

  /// Creates a layout without gaps.
  ///
  /// - Parameter kind: The direction in which cells follow one another.
  public init(_ kind: Kind) { self.kind = kind }
}

extension StoryLayout: Describable {
  /// `layout`.
  public static let kind = "layout"

  /// Creates a layout of scenes above one another.
  public init() { self.init(.parallel) }

  /// The options for gaps, margins and sizes.
  public static let options = [
    DescriptionOption<Self>(
      "gap", "points", help: "The space between two scenes.",
      read: { $0.gap = try OptionText.number("gap", $1, 0...1000) }, write: { "\($0.gap)" }),
    DescriptionOption(
      "margin", "points", help: "The space around all scenes.",
      read: { $0.margin = try OptionText.number("margin", $1, 0...500) }, write: { "\($0.margin)" }),
    DescriptionOption(
      "sizes", "numbers", help: "The relative sizes of the scenes: [2, 1].",
      read: { $0.sizes = try sizes($1.split { $0 == " " || $0 == "," }.map { Double($0) ?? 0 }, $1) },
      write: { $0.sizes.isEmpty ? nil : $0.sizes.map { "\($0)" }.joined(separator: " ") },
      decode: { $0.sizes = try sizes($1, "\($1)") }, encode: { (_: Self) -> [Double]? in nil }),
    DescriptionOption(
      "columns", "number", help: "The number of scenes side by side in a grid.",
      read: { $0.columnCount = try OptionText.whole("number of columns", $1, 1...100) },
      write: { $0.columnCount.map { "\($0)" } }),
  ]

  private static func sizes(_ sizes: [Double], _ text: String) throws(InvalidValue) -> [Double] {
    guard !sizes.isEmpty, sizes.count <= 100, sizes.allSatisfy({ (0.01...1000).contains($0) }) else {
      throw InvalidValue("sizes", text, expected: "numbers from 0.01 to 1000, one for each scene, such as [2, 1]")
    }
    return sizes
  }

  /// The options that a kind takes besides `scenes`.
  static func names(for kind: Kind) -> [String] {
    switch kind {
    case .parallel: []
    case .columns, .stack: ["gap", "margin", "sizes"]
    case .grid: ["columns", "gap", "margin"]
    }
  }

  /// The cells, as fractions of the page's width and height.
  ///
  /// - Parameters:
  ///   - count: The number of cells.
  ///   - page: The size of the page, in points.
  /// - Throws: `InvalidValue` if gaps and margins leave no room.
  func cells(_ count: Int, on page: Size) throws(InvalidValue) -> [Rect] {
    let area = Rect(origin: .zero, size: page).inset(by: margin)
    let across: Int
    switch kind {
    case .parallel: return Array(repeating: Rect(x: 0, y: 0, width: 1, height: 1), count: count)
    case .columns: across = count
    case .stack: across = 1
    case .grid: across = min(count, columnCount ?? Self.squarest(count, area.size))
    }
    let down = (count + across - 1) / across
    let columns = Self.split(area.minX, area.width, across, gap, kind == .columns ? sizes : [])
    let rows = Self.split(area.minY, area.height, down, gap, kind == .stack ? sizes : [])
    return try (0..<count).map { index throws(InvalidValue) in
      let (column, row) = (columns[index % across], rows[index / across])
      // A cell smaller than 16 points shows practically nothing.
      guard column.length >= 16, row.length >= 16 else {
        throw InvalidValue(
          "gap", gap,
          sentence: "\(count) scenes with these gaps and margins do not fit on the page: use smaller ones")
      }
      return Rect(
        x: column.start / page.width, y: row.start / page.height, width: column.length / page.width,
        height: row.length / page.height)
    }
  }

  /// The number of columns that makes cells most nearly square.
  private static func squarest(_ count: Int, _ size: Size) -> Int {
    func shape(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      let ratio = max(1, size.width) / Double(columns) / (max(1, size.height) / Double(rows))
      // A landscape cell, like a film's page, is better than a portrait one.
      return max(ratio / 1.4, 1.4 / ratio) + 0.05 * Double(rows * columns - count)
    }
    return (1...max(1, count)).min { shape($0) < shape($1) } ?? 1
  }

  private static func split(
    _ start: Double, _ length: Double, _ count: Int, _ gap: Double, _ sizes: [Double]
  ) -> [(start: Double, length: Double)] {
    let sizes = sizes.count == count ? sizes : Array(repeating: 1, count: count)
    let unit = (length - gap * Double(count - 1)) / sizes.reduce(0, +)
    var next = start
    return sizes.map { size in
      defer { next += size * unit + gap }
      return (next, size * unit)
    }
  }
}
