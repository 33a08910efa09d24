import ReelGeometry

/// An opaque gradient from a centre outwards, four pixels at a time.
///
/// A pixel's colour is that of its centre, whichever part of the picture is painted. This computes ten pixels in the time pixman takes
/// for one.
///
/// Between two steps of a byte an ordered dither decides, so that a wide gradient has no rings. It depends on the position of a pixel
/// alone: the same gradient is the same pixels in every frame.
struct RadialPaint {
  private typealias Lanes = SIMD4<Float>

  /// The change of colour per distance between two stops.
  private struct Segment {
    var start: Float
    var end: Float
    var red: Float
    var green: Float
    var blue: Float
  }

  private let red: Float
  private let green: Float
  private let blue: Float
  private let segments: [Segment]
  /// From pixels to a circle of radius 1 around the origin, in which the gradient ends.
  private let toCircle: AffineTransform

  /// What is added to a pixel before it is rounded, by the last three bits of its row and column: Bayer's matrix, from -63/256 to 63/256.
  ///
  /// That is half of what would hide the steps altogether. They fade into each other all the same, and a movie grows by half as much.
  ///
  /// Each row stands there twice, so that four values can be read from any column on.
  private static let thresholds: [Float] = (0..<8).flatMap { y in
    (0..<16).map { x in
      var threshold = 0
      for bit in 0..<3 { threshold = threshold << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1 }
      return Float(2 * threshold - 63) / 256
    }
  }

  /// Accepts a paint, or returns nil for one that is not radial, not opaque, or jumps from colour to colour.
  ///
  /// - Parameter transform: From the paint's coordinates to pixels.
  init?(_ paint: Paint, _ transform: AffineTransform) {
    guard case .radialGradient(let gradient, let center, let radius) = paint, radius > 0,
      let toPaint = transform.inverted, let first = gradient.stops.first?.color.clamped,
      gradient.stops.allSatisfy({ $0.color.clamped.alpha == 1 }),
      gradient.stops.allSatisfy({ (0...1).contains($0.location) }),
      zip(gradient.stops, gradient.stops.dropFirst()).allSatisfy({ Float($0.location) < Float($1.location) })
    else { return nil }
    toCircle = toPaint.followed(by: .translation(x: -center.x, y: -center.y)).followed(by: .scale(1 / radius))
    guard toCircle.isFinite else { return nil }
    // Whole bytes at the stops: what is flat before the first and behind the last is not dithered.
    func byte(_ part: Double) -> Double { (part * 255).rounded() }
    (red, green, blue) = (Float(byte(first.red)), Float(byte(first.green)), Float(byte(first.blue)))
    segments = zip(gradient.stops, gradient.stops.dropFirst()).map { before, after in
      let (a, b) = (before.color.clamped, after.color.clamped)
      // From the rounded locations: close ones would overshoot otherwise.
      let (start, end) = (Float(before.location), Float(after.location))
      let way = Double(end - start)
      return Segment(
        start: start, end: end, red: Float((byte(b.red) - byte(a.red)) / way),
        green: Float((byte(b.green) - byte(a.green)) / way), blue: Float((byte(b.blue) - byte(a.blue)) / way))
    }
  }

  /// Writes the pixels of a row from one column up to another, the first of them at an address.
  func fill(_ columns: Range<Int>, ofRow row: Int, at pixels: UnsafeMutableRawPointer) {
    Self.thresholds.withUnsafeBytes { fill(columns, ofRow: row, at: pixels, $0) }
  }

  private func fill(
    _ columns: Range<Int>, ofRow row: Int, at pixels: UnsafeMutableRawPointer, _ thresholds: UnsafeRawBufferPointer
  ) {
    let y = Double(row) + 0.5
    // The vector to a pixel centre is linear in the column.
    let (startX, startY) = (toCircle.c * y + toCircle.tx, toCircle.d * y + toCircle.ty)
    let (stepX, stepY) = (Float(toCircle.a), Float(toCircle.b))
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      let centers = Lanes(0.5, 1.5, 2.5, 3.5) + Float(column)
      let (x, y) = (centers * stepX + Float(startX), centers * stepY + Float(startY))
      let offset = ((row & 7) << 4 | column & 7) * MemoryLayout<Float>.size
      let threshold = thresholds.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
      let four = color(at: (x * x + y * y).squareRoot(), threshold)
      let address = pixels + (column - columns.lowerBound) * 4
      if column + 4 <= columns.upperBound {
        address.storeBytes(of: four, as: SIMD4<UInt32>.self)
      } else {
        for lane in 0..<columns.upperBound - column {
          (address + lane * 4).storeBytes(of: four[lane], as: UInt32.self)
        }
      }
    }
  }

  /// The pixels at distances from the centre.
  @inline(__always)
  private func color(at distance: Lanes, _ threshold: Lanes) -> SIMD4<UInt32> {
    var (red, green, blue) = (threshold + red, threshold + green, threshold + blue)
    for segment in segments {
      let way = Self.limited(distance, segment.start, segment.end) - segment.start
      red += way * segment.red
      green += way * segment.green
      blue += way * segment.blue
    }
    return 0xFF00_0000 | Self.byte(red) &<< 16 | Self.byte(green) &<< 8 | Self.byte(blue)
  }

  /// Four whole numbers of a byte.
  @inline(__always)
  private static func byte(_ value: Lanes) -> SIMD4<UInt32> {
    // 2²³ + v holds v, rounded, in its lowest bits; 256 more, and it does so for what is below 0. What is dithered exceeds a byte by less
    // than half.
    unsafeBitCast(value + (8_388_608 + 256), to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Like SIMD's own `clamped`, which works lane by lane.
  @inline(__always)
  private static func limited(_ value: Lanes, _ least: Float, _ most: Float) -> Lanes {
    let atLeast = value.replacing(with: least, where: value .< least)
    return atLeast.replacing(with: most, where: atLeast .> most)
  }
}
