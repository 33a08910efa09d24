import ReelGeometry

extension Rect {
  /// Returns the outline of the rectangle with rounded corners, as lines that deviate by at most `tolerance`.
  ///
  /// Polygons are filled many times faster than curves. The radius is limited to half the shorter side.
  func rounded(by radius: Double, tolerance: Double) -> [Point] {
    let radius = min(radius, width / 2, height / 2)
    let corners = [
      (Point(x: maxX, y: maxY), 0.0), (Point(x: minX, y: maxY), 90), (Point(x: minX, y: minY), 180),
      (Point(x: maxX, y: minY), 270),
    ]
    guard radius > 0 else { return corners.map(\.0) }
    // A chord of the angle α deviates from its arc by r·(1 − cos α/2), which is about r·α²/8.
    let quarter = Double.pi / 2
    let steps = max(2, min(256, Int(clamping: (quarter * (radius / (8 * tolerance)).squareRoot()).rounded(.up))))
    return corners.flatMap { corner, start in
      let center = Point(
        x: corner.x == maxX ? maxX - radius : minX + radius, y: corner.y == maxY ? maxY - radius : minY + radius)
      return (0...steps).map { step in
        center + Angle.degrees(start + 90 * Double(step) / Double(steps)).unitVector * radius
      }
    }
  }
}
