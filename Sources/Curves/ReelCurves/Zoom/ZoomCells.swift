import ReelGeometry

/// The state of each cell in a fine grid over a zoom: whether the line or its glow touches the cell, and whether the cell is inside the
/// flake.
///
/// Comparing two grids shows where two pictures may differ. Most of a picture does not change, because inside cells stay inside and keep
/// their colours.
struct ZoomCells {
  /// The possible contents of a cell.
  struct Traits: OptionSet {
    let rawValue: UInt8
    static let line = Traits(rawValue: 1)
    static let glow = Traits(rawValue: 2)
    static let inside = Traits(rawValue: 4)
  }

  /// The side of a cell, a quarter of a tile at scale 1.
  private static let side = 4.0

  private let bounds: Rect
  private let columns: Int
  private let rows: Int
  private var traits: [Traits]

  /// Creates an empty grid over the bounds of a layer.
  init(_ bounds: Rect) {
    self.bounds = bounds
    (columns, rows) = (Self.count(bounds.width), Self.count(bounds.height))
    traits = Array(repeating: [], count: columns * rows)
  }

  private static func count(_ length: Double) -> Int { max(1, Int(clamping: (length / side).rounded(.up))) }

  /// Marks the cells within a distance of lines.
  ///
  /// - Parameters:
  ///   - path: straight lines, in points from `origin`.
  ///   - trait: the mark.
  mutating func mark(_ path: Path, from origin: Point, reach: Double, as trait: Traits) {
    var last = Point.zero
    for element in path.elements {
      guard case .line(let point) = element else {
        if case .move(let point) = element { last = point }
        continue
      }
      let (x, y) = (origin.x - bounds.minX, origin.y - bounds.minY)
      let across = Self.cells(min(last.x, point.x) + x - reach, max(last.x, point.x) + x + reach, columns)
      for row in Self.cells(min(last.y, point.y) + y - reach, max(last.y, point.y) + y + reach, rows) {
        for column in across { traits[row * columns + column].formUnion(trait) }
      }
      last = point
    }
  }

  /// Returns the cells between two distances from the edge.
  private static func cells(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = clamped((low / side).rounded(.down), count)
    return first..<max(first, clamped((high / side).rounded(.down) + 1, count))
  }

  private static func clamped(_ number: Double, _ count: Int) -> Int {
    Int(clamping: min(max(number, 0), Double(count)))
  }

  /// Marks the cells whose centres are inside an area, which its path winds around.
  mutating func fill(_ area: Path, from origin: Point) {
    // The change in the winding number at each cell, from left to right.
    var steps = [Int32](repeating: 0, count: (columns + 1) * rows)
    // Converts to cells, counted from the centre of the first one.
    func place(_ point: Point) -> Point {
      let (x, y) = (point.x + origin.x - bounds.minX, point.y + origin.y - bounds.minY)
      return Point(x: x / Self.side - 0.5, y: y / Self.side - 0.5)
    }
    func add(_ a: Point, _ b: Point) {
      let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
      let first = Self.clamped(upper.y.rounded(.up), rows)
      let end = Self.clamped(lower.y.rounded(.up), rows)
      guard first < end else { return }
      let slope = (lower.x - upper.x) / (lower.y - upper.y)
      for row in first..<end {
        let x = upper.x + (Double(row) - upper.y) * slope
        steps[row * (columns + 1) + Self.clamped(x.rounded(.up), columns)] += a.y < b.y ? 1 : -1
      }
    }
    var (start, last) = (Point.zero, Point.zero)
    for element in area.elements {
      switch element {
      case .move(let point): (start, last) = (place(point), place(point))
      case .line(let point), .curve(_, _, let point):
        let next = place(point)
        add(last, next)
        last = next
      case .close:
        add(last, start)
        last = start
      }
    }
    for row in 0..<rows {
      var windings: Int32 = 0
      for column in 0..<columns {
        windings += steps[row * (columns + 1) + column]
        if windings != 0 { traits[row * columns + column].formUnion(.inside) }
      }
    }
  }

  /// Returns whether a rectangle of the layer looks the same in another grid over the same bounds.
  ///
  /// - Parameter hidesGlow: Whether the inside covers the glow.
  func isUnchanged(in rect: Rect, from other: ZoomCells, hidesGlow: Bool) -> Bool {
    let across = Self.cells(rect.minX - bounds.minX, rect.maxX - bounds.minX, columns)
    for row in Self.cells(rect.minY - bounds.minY, rect.maxY - bounds.minY, rows) {
      for column in across {
        let (new, old) = (traits[row * columns + column], other.traits[row * columns + column])
        let (either, both) = (new.union(old), new.intersection(old))
        if either.contains(.line) || new.contains(.inside) != old.contains(.inside) { return false }
        if either.contains(.glow), !(hidesGlow && both.contains(.inside)) { return false }
      }
    }
    return true
  }
}
