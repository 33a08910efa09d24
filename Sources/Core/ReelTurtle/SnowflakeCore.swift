import ReelGeometry

/// The square cells that are entirely inside a flake, away from its outline.
///
/// A flake only grows: the inside of a level is inside at all later levels.
package struct SnowflakeCore: Sendable {
  /// The flake that contains the cells.
  package let base: Snowflake
  private let origin: Point
  private let cell: Double
  private let columns: Int
  /// The cells, row by row.
  private var isInside: [Bool]

  /// Returns the relevant part of a flake: the whole levels with segments no shorter than a cell that appear in `path()`.
  package static func base(of flake: Snowflake, cell: Double) -> Snowflake {
    var base = flake.simplified(minimumSegment: max(cell, Snowflake.defaultMinimumSegment))
    base.level = Double(base.wholeLevel)
    return base
  }

  /// Finds the cells of a flake.
  ///
  /// - Parameters:
  ///   - flake: The flake, of which only the base matters.
  ///   - cell: The side of a cell, in points and more than 0.
  ///   - margin: The minimum distance of the cells from the outline, in points.
  package init(of flake: Snowflake, cell: Double, margin: Double) {
    let base = Self.base(of: flake, cell: cell)
    self.base = base
    self.cell = cell
    origin = Point(x: flake.center.x - flake.radius, y: flake.center.y - flake.radius)
    columns = max(1, Int(clamping: (2 * flake.radius / cell).rounded(.up)))
    isInside = Array(repeating: false, count: columns * columns)
    var crossings: [[Double]] = Array(repeating: [], count: columns)
    var lines: [(start: Point, end: Point)] = []
    var walk = KochWalk(level: base.wholeLevel)
    while let corner = walk.next() {
      lines.append((base.point(0, of: corner, risen: 0), base.point(0, of: walk.corner, risen: 0)))
    }
    for line in lines { noteCrossings(of: line, in: &crossings) }
    for row in 0..<columns { fill(row, between: crossings[row].sorted()) }
    for line in lines { clear(around: line, margin) }
  }

  /// Whether a rectangle is entirely inside.
  package func contains(_ rect: Rect) -> Bool {
    let side = Double(columns) * cell
    guard rect.minX >= origin.x, rect.maxX < origin.x + side, rect.minY >= origin.y, rect.maxY < origin.y + side else {
      return false
    }
    let (left, top) = (cellIndex(rect.minX, origin.x), cellIndex(rect.minY, origin.y))
    let (right, bottom) = (cellIndex(rect.maxX, origin.x), cellIndex(rect.maxY, origin.y))
    guard right < columns, bottom < columns else { return false }
    return (top...bottom).allSatisfy { row in (left...right).allSatisfy { isInside[row * columns + $0] } }
  }

  private func cellIndex(_ position: Double, _ origin: Double) -> Int {
    Int(clamping: ((position - origin) / cell).rounded(.down))
  }

  /// Records where a line crosses the centres of rows.
  private func noteCrossings(of line: (start: Point, end: Point), in crossings: inout [[Double]]) {
    let (upper, lower) = line.start.y < line.end.y ? (line.start, line.end) : (line.end, line.start)
    func firstRow(from y: Double) -> Int { Int(clamping: ((y - origin.y) / cell - 0.5).rounded(.up)) }
    let rows = max(0, firstRow(from: upper.y))..<min(columns, max(0, firstRow(from: lower.y)))
    guard !rows.isEmpty else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    for row in rows {
      let middle = origin.y + (Double(row) + 0.5) * cell
      crossings[row].append(upper.x + (middle - upper.y) * slope)
    }
  }

  /// Adds the cells whose centres have an odd number of crossings to their left.
  private mutating func fill(_ row: Int, between crossings: [Double]) {
    for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
      let first = max(0, cellIndex(crossings[pair] + cell / 2, origin.x))
      let end = min(columns, cellIndex(crossings[pair + 1] + cell / 2, origin.x))
      for column in first..<max(first, end) { isInside[row * columns + column] = true }
    }
  }

  /// Removes the cells near a line.
  private mutating func clear(around line: (start: Point, end: Point), _ margin: Double) {
    let pieces = max(1, (line.start.distance(to: line.end) / cell).rounded(.up))
    for piece in stride(from: 0, to: pieces, by: 1) {
      let start = line.start.interpolated(to: line.end, fraction: piece / pieces)
      let end = line.start.interpolated(to: line.end, fraction: (piece + 1) / pieces)
      let rows = cells(from: min(start.y, end.y) - margin, to: max(start.y, end.y) + margin, origin.y)
      let columns = cells(from: min(start.x, end.x) - margin, to: max(start.x, end.x) + margin, origin.x)
      for row in rows {
        for column in columns { isInside[row * self.columns + column] = false }
      }
    }
  }

  private func cells(from low: Double, to high: Double, _ origin: Double) -> ClosedRange<Int> {
    let first = min(columns - 1, max(0, cellIndex(low, origin)))
    return first...max(first, min(columns - 1, cellIndex(high, origin)))
  }
}
