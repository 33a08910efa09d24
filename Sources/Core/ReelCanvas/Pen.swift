import CReelCairo
import ReelGeometry

/// Adds points in pixels to Cairo's current path, keeping them within Cairo's range.
struct Pen {
  private let cairo: OpaquePointer
  /// The position of the pen, before clamping.
  private var position = Point.zero
  private var start = Point.zero
  private var isDown = false

  init(_ cairo: OpaquePointer) { self.cairo = cairo }

  mutating func move(to point: Point) {
    guard point.x.isFinite, point.y.isFinite else { return }
    let near = nearest(point)
    cairo_move_to(cairo, near.x, near.y)
    (position, start, isDown) = (point, point, true)
  }

  mutating func line(to point: Point) {
    guard isDown else { return move(to: point) }
    // Also false for NaN.
    if isNear(point), isNear(position) {
      cairo_line_to(cairo, point.x, point.y)
      position = point
    } else if point.x.isFinite, point.y.isFinite {
      farLine(to: point)
      position = point
    }
  }

  mutating func curve(to end: Point, _ control1: Point, _ control2: Point) {
    if !isDown { move(to: control1) }
    if isNear(position), isNear(control1), isNear(control2), isNear(end) {
      cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
      position = end
    } else if [end, control1, control2].allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      farCurve(to: end, control1, control2, halvings: 40)
    }
  }

  mutating func close() {
    guard isDown else { return }
    if !(isNear(position) && isNear(start)) { farLine(to: start) }
    cairo_close_path(cairo)
    position = start
  }

  private func isNear(_ point: Point) -> Bool {
    abs(point.x) <= GraphicsContext.farthest && abs(point.y) <= GraphicsContext.farthest
  }

  private func nearest(_ point: Point) -> Point {
    let limit = GraphicsContext.farthest
    return Point(x: max(-limit, min(limit, point.x)), y: max(-limit, min(limit, point.y)))
  }

  /// Halves a curve until each piece is in range, or outside, where a line suffices.
  private mutating func farCurve(to end: Point, _ control1: Point, _ control2: Point, halvings: Int) {
    if isNear(position), isNear(control1), isNear(control2), isNear(end) {
      return curve(to: end, control1, control2)
    }
    let limit = GraphicsContext.farthest
    let (x, y) = ([position.x, control1.x, control2.x, end.x], [position.y, control1.y, control2.y, end.y])
    let isOutside = [x, y].contains { part in
      part.allSatisfy { $0 > limit } || part.allSatisfy { $0 < -limit }
    }
    guard halvings > 0, !isOutside else { return line(to: end) }
    func middle(_ a: Point, _ b: Point) -> Point { Point(x: a.x / 2 + b.x / 2, y: a.y / 2 + b.y / 2) }
    let (a, b, c) = (middle(position, control1), middle(control1, control2), middle(control2, end))
    let (d, e) = (middle(a, b), middle(b, c))
    farCurve(to: middle(d, e), a, d, halvings: halvings - 1)
    farCurve(to: end, e, c, halvings: halvings - 1)
  }

  /// Draws the part of a line within range exactly, and the rest along the border of the range.
  private func farLine(to point: Point) {
    let limit = GraphicsContext.farthest
    let way = point - position
    var (enter, leave) = (0.0, 1.0)
    for (from, step) in [(position.x, way.dx), (position.y, way.dy)] {
      if step == 0 {
        if abs(from) > limit { leave = -1 }
        continue
      }
      let (a, b) = ((-limit - from) / step, (limit - from) / step)
      enter = max(enter, min(a, b))
      leave = min(leave, max(a, b))
    }
    if enter < leave {
      for fraction in [enter, leave] {
        let crossing = nearest(position + way * fraction)
        cairo_line_to(cairo, crossing.x, crossing.y)
      }
    }
    let near = nearest(point)
    cairo_line_to(cairo, near.x, near.y)
  }
}
