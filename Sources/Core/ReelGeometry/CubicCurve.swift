/// A cubic Bézier curve that can be sampled along its length.
package struct CubicCurve: Hashable, Sendable {
  package var start: Point
  package var control1: Point
  package var control2: Point
  package var end: Point

  package init(start: Point, control1: Point, control2: Point, end: Point) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  /// The maximum number of lines for one curve, however small the tolerance.
  private static let maxLines = 1024.0

  /// The number of equal parameter steps that keeps each line within the tolerance of the curve.
  ///
  /// The bound is Wang's: the second difference of the control points limits the second derivative, and a chord over a step h leaves a
  /// curve by at most h² / 8 times that derivative.
  private func lineCount(tolerance: Double) -> Int {
    let bend = max(
      ((control2 - control1) - (control1 - start)).length, ((end - control2) - (control2 - control1)).length)
    let count = (6 * bend / (8 * tolerance)).squareRoot().rounded(.up)
    // NaN gives one line too.
    return count > 1 ? Int(clamping: min(count, Self.maxLines)) : 1
  }

  /// Returns the point at a parameter from 0 to 1.
  package func point(at t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Calls the body with each point of a polyline along the curve, except the start; the last is exactly the end.
  package func forEachPoint(tolerance: Double, _ body: (Point) -> Void) {
    let count = lineCount(tolerance: tolerance)
    for index in 1..<max(count, 1) { body(point(at: Double(index) / Double(count))) }
    body(end)
  }
}
