import ReelGeometry

/// The distances of pixel centres from the nearest of many segments, up to a maximum.
///
/// Distances are stored squared, so only the nearest segment of a pixel costs a square root, at the end. A pixel's value is bit-identical
/// for all bounds.
struct DistanceField: ~Copyable {
  /// Pixels farther away than this may have any larger value.
  let reach: Float
  let grid: PixelGrid<Float>
  let extents: RowExtents

  /// Creates a field without segments.
  init(_ bounds: PixelRect, reach: Float) {
    self.reach = reach
    // Four such bytes form a 32-bit number near the maximum.
    grid = PixelGrid(bounds, everyByte: 0x7F)
    extents = RowExtents(bounds)
  }

  /// Adds a segment.
  @inline(__always)
  func add(_ start: Point, _ end: Point) {
    let bounds = grid.bounds
    let far = Double(reach)
    let (low, high) = start.y < end.y ? (start.y, end.y) : (end.y, start.y)
    let (near, right) = start.x < end.x ? (start.x, end.x) : (end.x, start.x)
    // The rows and columns whose centres are within reach.
    let firstRow = max(bounds.top, floored(low - far + 0.5))
    let endRow = min(bounds.bottom, floored(high + far + 0.5))
    let firstColumn = max(bounds.left, floored(near - far + 0.5))
    let endColumn = min(bounds.right, floored(right + far + 0.5))
    guard firstRow < endRow, firstColumn < endColumn else { return }

    // Relative to the start's pixel, 32-bit floating-point numbers are precise enough everywhere.
    let (originX, originY) = (floored(start.x), floored(start.y))
    let shiftX = Float(0.5 - (start.x - Double(originX)))
    let shiftY = Float(0.5 - (start.y - Double(originY)))
    let segment = Segment(Float(end.x - start.x), Float(end.y - start.y))
    // Few pixels in the bounding rectangle of a long slanted segment are near it, so each row visits only its part of the strip.
    let isLong = high - low > 4 && right - near > 8
    let slope = isLong ? (end.x - start.x) / (end.y - start.y) : 0
    let half = isLong ? far * (1 + slope * slope).squareRoot() + 1 : 0
    for row in firstRow..<endRow {
      let y = Float(row &- originY) + shiftY
      var (from, to) = (firstColumn, endColumn)
      if isLong {
        let middle = start.x + Double(y) * slope
        from = max(from, Int(clamping: max(middle - half, near - far - 1)))
        to = min(to, Int(clamping: min(middle + half, right + far + 1)) + 1)
        guard from < to else { continue }
      }
      extents.note(row, from: from, to: to)
      let line = grid.line(row)
      var column = from
      repeat {
        // Rounded once per pixel, so the result does not depend on where a group of four begins.
        segment.note(line + column, SIMD4<Float>(0, 1, 2, 3) + Float(column &- originX) + shiftX, y)
        column &+= 4
      } while column < to
    }
  }

  /// The floor, for numbers above −65 536.
  ///
  /// Without SSE 4.1, rounding down is a call into the C library.
  @inline(__always)
  private func floored(_ number: Double) -> Int { Int(clamping: number + 65_536) &- 65_536 }

  /// A segment from the origin.
  private struct Segment {
    let (dx, dy): (Float, Float)
    /// The direction divided by the square of its length.
    let (alongX, alongY): (Float, Float)

    @inline(__always)
    init(_ dx: Float, _ dy: Float) {
      let square = dx * dx + dy * dy
      // A shorter segment is a point.
      let inverse: Float = square > 1e-12 ? 1 / square : 0
      (self.dx, self.dy) = (dx, dy)
      (alongX, alongY) = (dx * inverse, dy * inverse)
    }

    /// Stores the distances of four pixels in a row if they are smaller than the stored ones.
    @inline(__always)
    func note(_ squares: UnsafeMutablePointer<Float>, _ x: SIMD4<Float>, _ y: Float) {
      var part = x * alongX + y * alongY
      part.replace(with: 0, where: part .< 0)
      part.replace(with: 1, where: part .> 1)
      let (offX, offY) = (x - part * dx, y - part * dy)
      let square = offX * offX + offY * offY
      let address = UnsafeMutableRawPointer(squares)
      let old = address.loadUnaligned(as: SIMD4<Float>.self)
      address.storeBytes(of: old.replacing(with: square, where: square .< old), as: SIMD4<Float>.self)
    }
  }
}
