import ReelGeometry

/// A paint with a single colour in each row of pixels.
struct RowPaint {
  private let top: Int
  /// A colour for each row from `top` on, or one for all.
  private let colors: [PixelColor]

  /// Accepts a colour or a vertical gradient; nil for other paints.
  ///
  /// - Parameters:
  ///   - transform: From the paint's coordinates to pixels.
  ///   - rows: The required rows.
  init?(_ paint: Paint, _ transform: AffineTransform, rows: Range<Int>) {
    switch paint {
    case .color(let color):
      top = 0
      colors = [PixelColor(Self.pixel(color.clamped))]
    case .radialGradient: return nil
    case .linearGradient(let gradient, let from, let to):
      let way = to - from
      guard from != to, from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite, !gradient.stops.isEmpty,
        let toPaint = transform.inverted
      else { return nil }
      // The position of a point along the gradient, which is linear in its coordinates.
      func part(_ x: Double, _ y: Double) -> Double {
        let point = toPaint.apply(Point(x: x, y: y)) - from
        return (point.dx * way.dx + point.dy * way.dy) / (way.dx * way.dx + way.dy * way.dy)
      }
      guard part(0, 0) == part(1, 0), part(0, 100) == part(GraphicsContext.farthest, 100) else { return nil }
      let stops = gradient.stopsWithoutDarkFades
      top = rows.lowerBound
      colors = rows.map { PixelColor(Self.pixel(Self.color(part(0, Double($0) + 0.5), stops))) }
    }
  }

  /// The colour of a row.
  @inline(__always)
  subscript(row: Int) -> PixelColor { colors.count == 1 ? colors[0] : colors[row - top] }

  private typealias Parts = (red: Double, green: Double, blue: Double, alpha: Double)

  /// Rounds as Cairo does: to 16 bits, of which the upper 8 are used.
  private static func pixel(_ color: Parts) -> Pixel {
    func byte(_ value: Double) -> UInt8 { UInt8(min(65_535, Int(clamping: value * 65_536)) >> 8) }
    return Pixel(
      red: byte(color.red * color.alpha), green: byte(color.green * color.alpha),
      blue: byte(color.blue * color.alpha), alpha: byte(color.alpha))
  }

  /// Returns the colour at a fraction of a gradient's length.
  private static func color(_ part: Double, _ stops: [Gradient.Stop]) -> Parts {
    let next = stops.firstIndex { $0.location > part } ?? stops.count
    let (before, after) = (stops[max(0, next - 1)], stops[min(next, stops.count - 1)])
    let way = after.location - before.location
    let fraction = way > 0 ? min(1, max(0, (part - before.location) / way)) : 0
    let (a, b) = (before.color.clamped, after.color.clamped)
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    return (mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue), mixed(a.alpha, b.alpha))
  }
}
