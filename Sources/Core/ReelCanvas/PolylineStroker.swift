import ReelGeometry

/// Draws lines with round caps and joins as a coverage mask (`LineMask`), many times faster than Cairo's stroker.
struct PolylineStroker {
  /// The maximum width in pixels; wider lines are left to Cairo, whose cost does not grow with the width.
  static let widestLine = 32.0

  private let path: Path
  private let transform: AffineTransform
  private let radius: Double
  private let box: PointBox

  /// Accepts a path, or returns nil if only Cairo can draw it: other caps or joins, dashes, curves, wide lines, a transform that
  /// stretches in one direction, and coordinates that are distant or not finite.
  init?(_ path: Path, _ style: StrokeStyle, _ transform: AffineTransform) {
    guard style.cap == .round, style.join == .round, style.dash.isEmpty, transform.keepsCircles else { return nil }
    let width = style.width * abs(transform.determinant).squareRoot()
    guard width > 0, width <= Self.widestLine, let box = PointBox(ofLines: path, transform) else { return nil }
    self.path = path
    self.transform = transform
    self.box = box
    radius = width / 2
  }

  /// Composites a paint through the line's mask.
  ///
  /// - Returns: False if memory for the mask ran out.
  func draw(on context: GraphicsContext, with paint: Paint) -> Bool {
    let bounds = PixelRect(around: box, reach: LineMask.reach(radius: radius)).intersection(context.visiblePixels)
    guard context.canBeSeen(bounds) else { return true }
    return context.composite(LineMask(path, transform, radius: radius, in: bounds), paint)
  }
}

extension GraphicsContext {
  /// Whether straight lines with round caps and joins, anywhere in a rectangle, are drawn so that a pixel depends only on nearby lines;
  /// other lines of the path can then be omitted without changing a bit.
  package func strokesDirectly(in rect: Rect, lineWidth: Double) -> Bool {
    let corners = [rect.minX, rect.maxX].flatMap { x in [rect.minY, rect.maxY].map { Point(x: x, y: $0) } }
    return PolylineStroker(Path(points: corners), .round(width: lineWidth), state.transform) != nil
  }
}

extension AffineTransform {
  /// Whether circles remain circles: the transform only translates, rotates, mirrors and scales uniformly, up to rounding.
  var keepsCircles: Bool {
    let tolerance = 1e-6 * (a * a + b * b)
    return abs(a * c + b * d) <= tolerance && abs(a * a + b * b - c * c - d * d) <= tolerance
  }
}
