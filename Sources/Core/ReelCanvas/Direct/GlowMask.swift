import ReelGeometry

/// Light around lines, which is full on the line and falls with the square root of the distance to none at a radius.
///
/// It has no edges, so it is computed for one pixel of each square cell and interpolated in between.
struct GlowMask: CoverageMask, ~Copyable {
  let bounds: PixelRect
  private let field: DistanceField
  private let cell: Int
  /// The interpolation of each group of four columns, from `firstColumn` on.
  private let blends: [Blend]
  private let firstColumn: Int

  /// The interpolation of four columns from four neighbouring nodes.
  private struct Blend {
    /// The first of the nodes.
    var node: Int
    /// The share of each node in the four columns.
    var parts: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) = (.zero, .zero, .zero, .zero)

    /// - Parameters:
    ///   - column: The first of the columns.
    ///   - cell: The number of columns between nodes.
    init(_ column: Int, cell: Int) {
      let first = Int(clamping: (Double(column) / Double(cell)).rounded(.down))
      node = first
      for lane in 0..<4 {
        let left = Int(clamping: (Double(column + lane) / Double(cell)).rounded(.down))
        let right = Float(column + lane - left * cell) / Float(cell)
        add(1 - right, to: lane, ofNode: left - first)
        if right > 0 { add(right, to: lane, ofNode: left + 1 - first) }
      }
    }

    private mutating func add(_ part: Float, to lane: Int, ofNode node: Int) {
      switch node {
      case 0: parts.0[lane] += part
      case 1: parts.1[lane] += part
      case 2: parts.2[lane] += part
      default: parts.3[lane] += part
      }
    }

    @inline(__always)
    func mixed(_ nodes: SIMD4<Float>) -> SIMD4<Float> {
      (nodes.x * parts.0 + nodes.y * parts.1) + (nodes.z * parts.2 + nodes.w * parts.3)
    }
  }

  /// The side of a cell, in pixels: a sixth of the radius.
  ///
  /// Interpolation deviates from the exact light only near the line.
  static func cell(radius: Double) -> Int { max(1, Int(clamping: radius / 6)) }

  /// The distance from the lines within which pixels may be lit, because interpolation reaches from the last lit node to the next one.
  static func reach(radius: Double) -> Double { radius + Double(cell(radius: radius)) }

  /// Lights a path of straight lines.
  ///
  /// - Parameters:
  ///   - bounds: The requested pixels, at least one.
  ///   - radius: How far the light reaches, in pixels, more than 0.
  init(_ path: Path, _ transform: AffineTransform, radius: Double, in bounds: PixelRect) {
    self.bounds = bounds
    let cell = Self.cell(radius: radius)
    self.cell = cell
    func node(_ pixel: Int) -> Int { Int(clamping: (Double(pixel) / Double(cell)).rounded(.down)) }
    firstColumn = bounds.left & ~3
    let columns = firstColumn..<(bounds.right + 3) & ~3
    let nodeBounds = PixelRect(
      left: node(firstColumn), top: node(bounds.top), right: node(columns.upperBound - 1) + 2,
      bottom: node(bounds.bottom - 1) + 2)
    field = DistanceField(nodeBounds, reach: Float(radius / Double(cell)))
    blends = stride(from: columns.lowerBound, to: columns.upperBound, by: 4).map { Blend($0, cell: cell) }
    // Nodes are the centres of pixels, here and in the field.
    let toNodes = transform.followed(by: .translation(x: -0.5, y: -0.5)).followed(by: .scale(1 / Double(cell)))
      .followed(by: .translation(x: 0.5, y: 0.5))
    path.forEachLine(toNodes) { field.add($0, $1) }
  }

  @inline(__always)
  func forEachCovered(in rect: PixelRect, _ body: (_ row: Int, _ column: Int, Coverage) -> Void) {
    let lights = PixelGrid<Float>(field.grid.bounds.twoRows, everyByte: 0)
    let mixed = PixelGrid<Float>(field.grid.bounds.twoRows, everyByte: 0)
    var lit: (upper: Int, lower: Int) = (.min, .min)
    // The nodes between which the columns lie.
    let asked = blends[(rect.left - firstColumn) / 4].node & ~3..<blends[(rect.right - 1 - firstColumn) / 4].node + 4
    let magic: Float = 8_388_608
    for row in rect.top..<rect.bottom {
      let upper = Int(clamping: (Double(row) / Double(cell)).rounded(.down))
      let part = Float(row - upper * cell) / Float(cell)
      let first = field.grid.bounds.top
      if lit.upper != upper {
        for node in [upper, upper + 1] where node != lit.upper && node != lit.lower {
          light(node, asked, into: lights.line(first + (node & 1)))
        }
        lit = (upper, upper + 1)
      }
      let extents = (field.extents[upper], field.extents[upper + 1])
      let from = max(rect.left, (min(extents.0.from, extents.1.from, 1 << 20) - 1) * cell) & ~3
      let to = min(rect.right, (max(extents.0.to, extents.1.to, -(1 << 20)) + 1) * cell)
      guard from < to else { continue }
      let line = mixed.line(first)
      mix(lights.line(first + (upper & 1)), lights.line(first + ((upper + 1) & 1)), part, asked, into: line)
      blends.withUnsafeBufferPointer { blends in
        for column in stride(from: from, to: to, by: 4) {
          let blend = blends[(column &- firstColumn) &>> 2]
          let nodes = UnsafeRawPointer(line + blend.node).loadUnaligned(as: SIMD4<Float>.self)
          if unsafeBitCast(nodes, to: Coverage.self).isZero { continue }
          let bytes = unsafeBitCast(blend.mixed(nodes) + magic, to: Coverage.self) & 255
          if !bytes.isZero { body(row, column, bytes.limited(to: rect.left, rect.right, at: column)) }
        }
      }
    }
  }

  /// Computes the light at the nodes of a row, from 0 to 255.
  private func light(_ row: Int, _ columns: Range<Int>, into line: UnsafeMutablePointer<Float>) {
    let squares = field.grid.line(row)
    let scale = 255 / field.reach.squareRoot()
    let limit = field.reach * field.reach
    for node in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      let square = UnsafeRawPointer(squares + node).loadUnaligned(as: SIMD4<Float>.self)
      let isNear = unsafeBitCast(square .< limit, to: SIMD2<UInt64>.self)
      var light = SIMD4<Float>.zero
      if isNear.x | isNear.y != 0 {
        light = 255 - square.squareRoot().squareRoot() * scale
        light.replace(with: 0, where: light .< 0)
      }
      UnsafeMutableRawPointer(line + node).storeBytes(of: light, as: SIMD4<Float>.self)
    }
  }

  /// Interpolates the nodes of two rows.
  private func mix(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ part: Float, _ columns: Range<Int>,
    into line: UnsafeMutablePointer<Float>
  ) {
    for node in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      let above = UnsafeRawPointer(upper + node).loadUnaligned(as: SIMD4<Float>.self)
      let below = UnsafeRawPointer(lower + node).loadUnaligned(as: SIMD4<Float>.self)
      UnsafeMutableRawPointer(line + node).storeBytes(of: above + (below - above) * part, as: SIMD4<Float>.self)
    }
  }
}

extension PixelRect {
  /// Two rows of the same columns.
  fileprivate var twoRows: PixelRect { PixelRect(left: left, top: top, right: right, bottom: top + 2) }
}
