import ReelGeometry

/// Numbered points sorted into square cells, so that points near a location are found without visiting the others.
package struct CellGrid: Sendable {
  /// A range of `items`; removing a point shortens it.
  private struct Cell: Sendable {
    var first: Int
    var count: Int
  }

  /// The maximum distance of coordinates, in cells, so that cells can be numbered in 32 bits.
  package static let reach = 1e9

  let side: Double
  private(set) var count: Int
  private var items: [Int]
  private var cells: [UInt64: Cell]
  private var columns = 0...0
  private var rows = 0...0

  /// - Precondition: All coordinates are within `reach` times the side.
  init(_ points: [Point], side: Double) {
    self.side = side
    count = points.count
    var counts: [UInt64: Cell] = [:]
    let keys = points.map { point in Self.key(column: Self.index(point.x, side), row: Self.index(point.y, side)) }
    for key in keys { counts[key, default: Cell(first: 0, count: 0)].count += 1 }
    var first = 0
    for key in counts.keys {
      guard let size = counts[key]?.count else { continue }
      counts[key] = Cell(first: first, count: 0)
      first += size
    }
    items = Array(repeating: 0, count: points.count)
    for (item, key) in keys.enumerated() {
      guard var cell = counts[key] else { continue }
      items[cell.first + cell.count] = item
      cell.count += 1
      counts[key] = cell
    }
    cells = counts
    if let point = points.first {
      columns = Self.index(point.x, side)...Self.index(point.x, side)
      rows = Self.index(point.y, side)...Self.index(point.y, side)
    }
    for point in points {
      let (column, row) = (Self.index(point.x, side), Self.index(point.y, side))
      columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
      rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
    }
  }

  private static func index(_ coordinate: Double, _ side: Double) -> Int {
    Int(clamping: (coordinate / side).rounded(.down))
  }

  private static func key(column: Int, row: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: column)) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
  }

  /// Returns the cells of a range of coordinates.
  private func range(of range: (low: Double, high: Double), in bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    let low = max((range.low / side).rounded(.down), Double(bounds.lowerBound))
    let high = min((range.high / side).rounded(.down), Double(bounds.upperBound))
    // Also excludes NaN.
    return low <= high ? Int(clamping: low)...Int(clamping: high) : nil
  }

  /// Calls the body with each point in the cells around a point, until it returns false.
  ///
  /// All points within one side are included. The middle cell comes first, because the search usually ends there.
  func forEach(around center: Point, _ body: (Int) -> Bool) {
    guard let columns = range(of: (center.x - side, center.x + side), in: columns),
      let rows = range(of: (center.y - side, center.y + side), in: rows)
    else { return }
    let middle = (column: Self.index(center.x, side), row: Self.index(center.y, side))
    /// Returns whether the body wants more points.
    func visit(column: Int, row: Int) -> Bool {
      guard let cell = cells[Self.key(column: column, row: row)] else { return true }
      for index in cell.first..<cell.first + cell.count where !body(items[index]) { return false }
      return true
    }
    guard visit(column: middle.column, row: middle.row) else { return }
    for row in rows {
      for column in columns where (column, row) != middle {
        guard visit(column: column, row: row) else { return }
      }
    }
  }

  /// Removes all points near a line for which the body returns true; the body is called at least for points within one side.
  mutating func removeAll(near start: Point, _ end: Point, where body: (Int) -> Bool) {
    guard count > 0 else { return }
    let steps = (abs(end.x - start.x) + abs(end.y - start.y)) / side
    // If there are more cells than points, visit the points. This also handles values that are not finite.
    guard 9 + 3 * steps < Double(count) else {
      for key in cells.keys { remove(in: key, where: body) }
      return
    }
    guard let rows = range(of: (min(start.y, end.y) - side, max(start.y, end.y) + side), in: rows) else { return }
    for row in rows {
      let part = partOfLine(start, end, fromY: Double(row - 1) * side, toY: Double(row + 2) * side)
      guard let columns = range(of: (part.low - side, part.high + side), in: columns) else { continue }
      for column in columns { remove(in: Self.key(column: column, row: row), where: body) }
    }
  }

  /// Returns the range of x that a line covers between two heights.
  private func partOfLine(_ start: Point, _ end: Point, fromY: Double, toY: Double) -> (low: Double, high: Double) {
    let rise = end.y - start.y
    var (first, last) = (0.0, 1.0)
    if rise != 0 {
      let (a, b) = ((fromY - start.y) / rise, (toY - start.y) / rise)
      first = max(0, min(1, min(a, b)))
      last = max(0, min(1, max(a, b)))
    }
    let (x1, x2) = (start.x + (end.x - start.x) * first, start.x + (end.x - start.x) * last)
    return (min(x1, x2), max(x1, x2))
  }

  private mutating func remove(in key: UInt64, where body: (Int) -> Bool) {
    guard var cell = cells[key], cell.count > 0 else { return }
    var index = cell.first
    while index < cell.first + cell.count {
      if body(items[index]) {
        // The last item of the cell moves here, so the order of removal does not matter.
        cell.count -= 1
        count -= 1
        items[index] = items[cell.first + cell.count]
      } else {
        index += 1
      }
    }
    cells[key] = cell
  }
}
