import ReelGeometry

/// An opaque gradient from a centre outwards, computed four pixels at a time.
///
/// A pixel gets the colour of its centre, whichever part of the picture is painted. Ten pixels take as long as one in pixman.
struct RadialPaint {
  private typealias Lanes = SIMD4<Float>

  /// The change of colour per unit of distance between two stops.
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
  /// The transform from pixels to the unit circle around the origin, in which the gradient ends.
  private let toCircle: AffineTransform

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
    (red, green, blue) = (Float(first.red * 255), Float(first.green * 255), Float(first.blue * 255))
    segments = zip(gradient.stops, gradient.stops.dropFirst()).map { before, after in
      let (a, b) = (before.color.clamped, after.color.clamped)
      // Computed from the rounded locations; otherwise close stops would overshoot.
      let (start, end) = (Float(before.location), Float(after.location))
      let scale = 255 / Double(end - start)
      return Segment(
        start: start, end: end, red: Float((b.red - a.red) * scale), green: Float((b.green - a.green) * scale),
        blue: Float((b.blue - a.blue) * scale))
    }
  }

  /// Writes the pixels of a row in a range of columns, the first of them at an address.
  func fill(_ columns: Range<Int>, ofRow row: Int, at pixels: UnsafeMutableRawPointer) {
    let y = Double(row) + 0.5
    // The vector to a pixel centre is linear in the column.
    let (startX, startY) = (toCircle.c * y + toCircle.tx, toCircle.d * y + toCircle.ty)
    let (stepX, stepY) = (Float(toCircle.a), Float(toCircle.b))
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      let centers = Lanes(0.5, 1.5, 2.5, 3.5) + Float(column)
      let (x, y) = (centers * stepX + Float(startX), centers * stepY + Float(startY))
      let four = color(at: (x * x + y * y).squareRoot())
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

  /// Returns the pixels at distances from the centre.
  @inline(__always)
  private func color(at distance: Lanes) -> SIMD4<UInt32> {
    var (red, green, blue) = (Lanes(repeating: red), Lanes(repeating: green), Lanes(repeating: blue))
    for segment in segments {
      let way = Self.limited(distance, segment.start, segment.end) - segment.start
      red += way * segment.red
      green += way * segment.green
      blue += way * segment.blue
    }
    return 0xFF00_0000 | Self.byte(red) &<< 16 | Self.byte(green) &<< 8 | Self.byte(blue)
  }

  /// Rounds four numbers to bytes.
  @inline(__always)
  private static func byte(_ value: Lanes) -> SIMD4<UInt32> {
    // The lowest bits of 2²³ + v hold v, rounded. Sums of rounded components exceed a byte by less than half.
    unsafeBitCast(value + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Like SIMD's own `clamped`, which works lane by lane.
  @inline(__always)
  private static func limited(_ value: Lanes, _ least: Float, _ most: Float) -> Lanes {
    let atLeast = value.replacing(with: least, where: value .< least)
    return atLeast.replacing(with: most, where: atLeast .> most)
  }
}
