import ReelGeometry

/// Lines with round caps and joins, where coverage depends on the distance of a pixel's centre from the nearest segment.
///
/// If parts of a line touch within a pixel, the larger coverage counts, because consecutive segments share their ends. The cost is
/// proportional to the area of the line and not to the square of its crossings, so a curve of tens of thousands of tiny segments is drawn
/// in a few milliseconds.
struct LineMask: CoverageMask, ~Copyable {
  private let field: DistanceField
  private let peak: Float

  /// The distance from the line at which coverage reaches 0; it falls from its peak over the width of one pixel around the edge.
  static func reach(radius: Double) -> Double { radius + 0.5 }

  /// Draws a path of straight lines.
  ///
  /// - Parameters:
  ///   - bounds: The requested pixels, at least one.
  ///   - radius: Half the width of the line, in pixels.
  init(_ path: Path, _ transform: AffineTransform, radius: Double, in bounds: PixelRect) {
    field = DistanceField(bounds, reach: Float(Self.reach(radius: radius)))
    peak = Float(min(1, 2 * radius)) * 255
    path.forEachLine(transform) { field.add($0, $1) }
  }

  var bounds: PixelRect { field.grid.bounds }

  @inline(__always)
  func forEachCovered(in rect: PixelRect, _ body: (_ row: Int, _ column: Int, Coverage) -> Void) {
    let reach = field.reach
    let limit = reach * reach
    // The lowest bits of 2²³ + v hold v, rounded: a conversion without checks.
    let magic: Float = 8_388_608
    for row in rect.top..<rect.bottom {
      let extent = field.extents[row]
      let line = field.grid.line(row)
      let end = min(extent.to, rect.right)
      var column = max(extent.from, rect.left) & ~3
      while column < end {
        defer { column &+= 4 }
        let squares = UnsafeRawPointer(line + column).loadUnaligned(as: SIMD4<Float>.self)
        let isNear = unsafeBitCast(squares .< limit, to: SIMD2<UInt64>.self)
        if isNear.x | isNear.y == 0 { continue }
        var coverage = (reach - squares.squareRoot()) * 255
        coverage.replace(with: peak, where: coverage .> peak)
        coverage.replace(with: 0, where: coverage .< 0)
        let bytes = unsafeBitCast(coverage + magic, to: Coverage.self) & 255
        body(row, column, bytes.limited(to: rect.left, rect.right, at: column))
      }
    }
  }
}
