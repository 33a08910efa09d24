import ReelGeometry

extension Snowflake {
  /// Returns rectangles that cover all differences between two levels: points inside only one of the flakes, points on only one of the
  /// outlines, and segments that the outlines do not share; nil if the flakes have different circles.
  ///
  /// From one frame to the next, a flake changes only near its outline, and there only at the rising bumps.
  ///
  /// - Parameters:
  ///   - other: The other level, of the same circle.
  ///   - minimumSegment: As for `path(walked:minimumSegment:)`.
  ///   - grain: The size of the smallest distinguished detail, in points; more than 0.
  package func changes(from other: Snowflake, minimumSegment: Double, grain: Double) -> [Rect]? {
    guard radius == other.radius, center == other.center else { return nil }
    let (a, b) = (simplified(minimumSegment: minimumSegment), other.simplified(minimumSegment: minimumSegment))
    guard a.level != b.level else { return [] }
    let (low, high) = a.level < b.level ? (a, b) : (b, a)
    let level = low.wholeLevel
    // Growth on shared segments stays within their hulls.
    guard high.level <= Double(level + 1), length(ofLevel: level) > 2 * grain else { return low.hulls(grain: grain) }
    var rects: [Rect] = []
    var walk = KochWalk(level: level)
    while let corner = walk.next() {
      // A tip rises together with the two flanks of its bump.
      let lower = low.point(2, of: corner, risen: low.rise)
      let upper = low.point(2, of: corner, risen: high.level - Double(level))
      for foot in [1, 3] {
        rects.append(slicing: low.point(foot, of: corner, risen: 0), lower, upper, grain: grain)
      }
      guard low.rise == 0 else { continue }
      // When a whole level begins to grow, it gets corners along its segments: the same line, but with different rounding.
      let end = low.point(0, of: walk.corner, risen: 0)
      rects.append(slicing: low.point(0, of: corner, risen: 0), end, end, grain: grain)
    }
    return rects
  }

  /// Returns rectangles that cover the outline and everything that later levels add to it.
  ///
  /// They cover little else, down to the grain.
  package func hulls(grain: Double) -> [Rect] {
    var level = 0
    while level < wholeLevel, length(ofLevel: level) > grain { level += 1 }
    var base = self
    base.level = Double(level)
    // A Koch curve lies within the triangle of its two ends and the tip of its first bump.
    var walk = KochWalk(level: level)
    var rects: [Rect] = []
    while let corner = walk.next() {
      let end = base.point(0, of: walk.corner, risen: 0)
      rects.append(
        slicing: base.point(0, of: corner, risen: 0), base.point(2, of: corner, risen: 1), end, grain: grain)
    }
    return rects
  }

  /// Returns the length of a straight piece at a whole level.
  private func length(ofLevel level: Int) -> Double { (0..<level).reduce(side) { length, _ in length / 3 } }
}

extension [Rect] {
  /// Adds rectangles around the slices of a triangle, cut across from its first corner, each about a grain long.
  fileprivate mutating func append(slicing a: Point, _ b: Point, _ c: Point, grain: Double) {
    let count = Swift.max(1, (Swift.max(a.distance(to: b), a.distance(to: c)) / grain).rounded(.up))
    var (left, right) = (a, a)
    for cut in stride(from: 1, through: count, by: 1) {
      let nextLeft = a.interpolated(to: b, fraction: cut / count)
      let nextRight = a.interpolated(to: c, fraction: cut / count)
      append(Rect(around: (left, right), (nextLeft, nextRight)))
      (left, right) = (nextLeft, nextRight)
    }
  }
}

extension Rect {
  fileprivate init(around a: (Point, Point), _ b: (Point, Point)) {
    let left = min(a.0.x, a.1.x, b.0.x, b.1.x)
    let top = min(a.0.y, a.1.y, b.0.y, b.1.y)
    self.init(
      x: left, y: top, width: max(a.0.x, a.1.x, b.0.x, b.1.x) - left, height: max(a.0.y, a.1.y, b.0.y, b.1.y) - top)
  }
}
