/// A cubic Bézier curve, for code that has to walk along one.
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

  /// More lines than this are not made of one curve, however small the tolerance.
  private static let mostLines = 1024.0

  /// The number of equal steps of the parameter after which no line leaves the curve by more than the tolerance.
  ///
  /// The bound is Wang's: the second difference of the control points limits the second derivative, and a chord over a step h
  /// leaves a curve by at most h² / 8 of that.
  private func lineCount(tolerance: Double) -> Int {
    let bend = max(
      ((control2 - control1) - (control1 - start)).length, ((end - control2) - (control2 - control1)).length)
    let count = (6 * bend / (8 * tolerance)).squareRoot().rounded(.up)
    // Also takes what is not a number to one line.
    return count > 1 ? Int(min(count, Self.mostLines)) : 1
  }

  /// Returns the point at a parameter from 0 to 1.
  package func point(at t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Calls the body with the points behind the start that make a polyline of the curve; the last is the end, to the last bit.
  package func forEachPoint(tolerance: Double, _ body: (Point) -> Void) {
    let count = lineCount(tolerance: tolerance)
    for index in 1..<max(count, 1) { body(point(at: Double(index) / Double(count))) }
    body(end)
  }
}
