import ReelPlatform

extension Path {
  /// Adds an elliptical arc from the current point, like SVG's command `A`.
  ///
  /// Of the four arcs of the two ellipses through both points, `isLarge` selects one of more than half a turn, and `isSweep` one that
  /// turns from the x axis towards the y axis. Radii that are too small are enlarged, negative radii lose their sign, and a radius of 0
  /// gives a straight line. An arc to the current point adds nothing.
  /// The conversion from end points to the centre follows
  /// <https://www.w3.org/TR/SVG2/implnote.html#ArcImplementationNotes>.
  ///
  /// - Parameters:
  ///   - end: where the arc ends, exactly.
  ///   - radii: the two radii of the ellipse.
  ///   - rotation: the angle from the x axis to the first radius.
  ///   - isLarge: whether the arc is longer than half a turn.
  ///   - isSweep: whether its angle grows.
  public mutating func addArc(to end: Point, radii: Size, rotation: Angle, isLarge: Bool, isSweep: Bool) {
    guard let start = currentPoint else { return move(to: end) }
    guard start != end else { return }
    var (rx, ry) = (abs(radii.width), abs(radii.height))
    guard rx > 0, ry > 0 else { return addLine(to: end) }

    // In coordinates in which the ellipse is upright and the midpoint of both points is the origin.
    let axis = rotation.unitVector
    let half = Vector(dx: start.x / 2 - end.x / 2, dy: start.y / 2 - end.y / 2)
    let x = axis.dx * half.dx + axis.dy * half.dy
    let y = axis.dx * half.dy - axis.dy * half.dx
    let reach = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if reach > 1 {
      rx *= reach.squareRoot()
      ry *= reach.squareRoot()
    }
    // On the unit circle, the end points are ±(u, v) and the centre lies at a right angle to them.
    let (u, v) = (x / rx, y / ry)
    let square = u * u + v * v
    let distance = max(0, 1 / square - 1).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let (cx, cy) = (v * distance, -u * distance)
    let startAngle = atan2(v - cy, u - cx)
    var turn = atan2(-v - cy, -u - cx) - startAngle
    if isSweep, turn < 0 { turn += 2 * .pi }
    if !isSweep, turn > 0 { turn -= 2 * .pi }

    let middle = start.interpolated(to: end, fraction: 0.5)
    func ellipsePoint(_ p: Double, _ q: Double) -> Point {
      let (p, q) = ((p + cx) * rx, (q + cy) * ry)
      return Point(x: middle.x + axis.dx * p - axis.dy * q, y: middle.y + axis.dy * p + axis.dx * q)
    }
    // If the numbers are too large or too small to calculate with, the arc equals its chord.
    let farthest = (1 + abs(cx)) * rx + (1 + abs(cy)) * ry + abs(middle.x) + abs(middle.y)
    guard turn.isFinite, farthest.isFinite else { return addLine(to: end) }

    let pieces = max(1, Int(clamping: (abs(turn) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = turn / Double(pieces)
    let handle = 4.0 / 3 * tan(step / 4)
    for piece in 0..<pieces {
      let from = startAngle + step * Double(piece)
      let to = from + step
      let (c0, s0, c1, s1) = (cos(from), sin(from), cos(to), sin(to))
      addCurve(
        to: piece == pieces - 1 ? end : ellipsePoint(c1, s1),
        control1: ellipsePoint(c0 - handle * s0, s0 + handle * c0),
        control2: ellipsePoint(c1 + handle * s1, s1 - handle * c1))
    }
  }
}
