import ReelGeometry

/// The inside of polygons by the rule `nonZero`, where each pixel is as opaque as the part of its area that they cover.
///
/// Corners are rounded to 1/256 of a pixel. All other numbers are integers, so the result depends neither on the order of the edges nor
/// on the bounds. An edge adds the winding that begins in a pixel and its right neighbour; the sum from the left is the winding of a
/// pixel, weighted by area (as in font-rs by R. Levien and in FreeType's smooth rasterizer). If several edges with different windings
/// cross a pixel, its opacity is their mean winding. With the rule `evenOdd`, where 0 may be next to 2, that would be visible.
struct PolygonMask: CoverageMask, ~Copyable {
  private let grid: PixelGrid<Int32>
  private let extents: RowExtents
  private let sums: RowSums

  /// The winding of 1 over a whole pixel: 256 parts of its height, and twice 256 parts of its width.
  private static let whole: Int32 = 256 * 512

  /// Fills a path of straight lines; open subpaths are closed.
  ///
  /// - Parameter bounds: The requested pixels, at least one.
  init(_ path: Path, _ transform: AffineTransform, in bounds: PixelRect) {
    grid = PixelGrid(bounds, everyByte: 0)
    extents = RowExtents(bounds)
    sums = RowSums(bounds)
    var (position, start) = (Corner(.zero), Corner(.zero))
    for element in path.elements {
      switch element {
      case .move(let point):
        add(position, start)
        start = Corner(transform.apply(point))
        position = start
      case .line(let point):
        let end = Corner(transform.apply(point))
        add(position, end)
        position = end
      case .close:
        add(position, start)
        position = start
      case .curve: break
      }
    }
    add(position, start)
  }

  var bounds: PixelRect { grid.bounds }

  /// A point in 1/256 of a pixel.
  private struct Corner {
    var x: Int
    var y: Int

    @inline(__always)
    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    @inline(__always)
    init(_ point: Point) { (x, y) = (Self.rounded(point.x * 256), Self.rounded(point.y * 256)) }

    /// Rounds to the nearest integer, for numbers above −2²⁵; without SSE 4.1, the processor has no such instruction.
    @inline(__always)
    static func rounded(_ number: Double) -> Int { Int(clamping: number + 33_554_432.5) &- 33_554_432 }
  }

  /// Adds an edge.
  @inline(__always)
  private func add(_ start: Corner, _ end: Corner) {
    guard start.y != end.y else { return }
    let row = start.y &>> 8
    if row == end.y &>> 8, start.x &>> 8 == end.x &>> 8 {
      // Most edges of a curve lie in one pixel.
      guard row >= bounds.top, row < bounds.bottom else { return }
      addPiece(row, start.x &>> 8, height: end.y &- start.y, sides: (start.x & 255) &+ (end.x & 255))
    } else {
      addLong(start, end)
    }
  }

  /// Adds an edge row by row.
  private func addLong(_ start: Corner, _ end: Corner) {
    let slope = Double(end.x - start.x) / Double(end.y - start.y)
    // Both adjacent rows get the same point, whatever the bounds.
    func crossing(_ y: Int) -> Corner {
      if y == start.y { return start }
      if y == end.y { return end }
      return Corner(x: start.x + Corner.rounded(Double(y - start.y) * slope), y: y)
    }
    let (low, high) = (min(start.y, end.y), max(start.y, end.y))
    let first = max(bounds.top, low >> 8)
    for row in first..<max(first, min(bounds.bottom, (high + 255) >> 8)) {
      let (upper, lower) = (crossing(max(low, row << 8)), crossing(min(high, (row + 1) << 8)))
      if start.y < end.y { addInRow(row, upper, lower) } else { addInRow(row, lower, upper) }
    }
  }

  /// Adds the part of an edge in a row, pixel by pixel.
  private func addInRow(_ row: Int, _ start: Corner, _ end: Corner) {
    let (left, right) = (min(start.x, end.x), max(start.x, end.x))
    if left >> 8 == (right - 1) >> 8 || left == right {
      let column = left >> 8
      return addPiece(row, column, height: end.y - start.y, sides: start.x + end.x - column << 9)
    }
    let slope = Double(end.y - start.y) / Double(end.x - start.x)
    func height(_ x: Int) -> Int {
      x == start.x ? start.y : x == end.x ? end.y : start.y + Corner.rounded(Double(x - start.x) * slope)
    }
    for column in left >> 8...(right - 1) >> 8 {
      let (near, far) = (max(left, column << 8), min(right, (column + 1) << 8))
      let step = height(far) - height(near)
      addPiece(row, column, height: start.x < end.x ? step : -step, sides: near + far - column << 9)
    }
  }

  /// Adds the winding that begins in one pixel.
  ///
  /// - Parameters:
  ///   - height: The downward extent of the edge, −256 to 256.
  ///   - sides: The sum of the distances of its start and its end from the pixel's left side: 0 to 512.
  @inline(__always)
  private func addPiece(_ row: Int, _ column: Int, height: Int, sides: Int) {
    guard column < bounds.right else { return }
    let line = grid.line(row)
    if column < bounds.left {
      line[bounds.left] &+= Int32(truncatingIfNeeded: height &* 512)
      extents.note(row, from: bounds.left, to: bounds.left &+ 1)
    } else {
      line[column] &+= Int32(truncatingIfNeeded: height &* (512 &- sides))
      line[column &+ 1] &+= Int32(truncatingIfNeeded: height &* sides)
      extents.note(row, from: column, to: column &+ 2)
    }
  }

  @inline(__always)
  func forEachCovered(in rect: PixelRect, _ body: (_ row: Int, _ column: Int, Coverage) -> Void) {
    for row in rect.top..<rect.bottom {
      let extent = extents[row]
      guard extent.from < extent.to else { continue }
      let line = grid.line(row)
      // Adjacent rectangles come from left to right, so the next one continues where this one ends.
      var (column, sum) = sums[row]
      if column > rect.left { (column, sum) = (extent.from & ~3, 0) }
      var covered = coverage(sum)
      while column < rect.right, column < extent.to || covered != 0 {
        defer { column &+= 4 }
        var coverage = Coverage(repeating: covered)
        if column < extent.to {
          let steps = UnsafeRawPointer(line + column).loadUnaligned(as: SIMD4<Int32>.self)
          if !unsafeBitCast(steps, to: Coverage.self).isZero {
            for lane in 0..<4 {
              sum &+= steps[lane]
              coverage[lane] = self.coverage(sum)
            }
            covered = coverage.w
          }
        }
        guard !coverage.isZero, column &+ 4 > rect.left else { continue }
        body(row, column, coverage.limited(to: rect.left, rect.right, at: column))
      }
      sums[row] = (column, sum)
    }
  }

  /// Returns the opacity of a pixel with a winding, from 0 to 255.
  @inline(__always)
  private func coverage(_ winding: Int32) -> UInt32 {
    let part = min(winding.magnitude, Self.whole.magnitude)
    return (part &* 255 &+ Self.whole.magnitude / 2) &>> 17
  }
}

/// For each row, the column up to which windings are summed, and the sum.
private struct RowSums: ~Copyable {
  private let top: Int
  private let numbers: UnsafeMutablePointer<SIMD2<Int32>>

  /// Starts after the last column of every row.
  init(_ bounds: PixelRect) {
    top = bounds.top
    numbers = .allocate(capacity: bounds.height)
    numbers.initialize(repeating: SIMD2(Int32.max, 0), count: bounds.height)
  }

  deinit { numbers.deallocate() }

  @inline(__always)
  subscript(row: Int) -> (column: Int, sum: Int32) {
    get {
      let number = numbers[row &- top]
      return (Int(number.x), number.y)
    }
    nonmutating set { numbers[row &- top] = SIMD2(Int32(truncatingIfNeeded: newValue.column), newValue.sum) }
  }
}
