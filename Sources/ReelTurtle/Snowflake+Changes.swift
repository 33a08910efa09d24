import ReelGeometry

extension Snowflake {
  /// Returns rectangles that together hold every point that is inside at one of two levels of a flake and outside at
  /// the other, or on one outline and not on the other, and the segments that the outlines do not have in common; nil where
  /// the flakes have different circles.
  ///
  /// From one frame of a film to the next a flake changes near its outline only, and there only at the bumps that rise.
  ///
  /// - Parameters:
  ///   - other: The other level, of the same circle.
  ///   - minimumSegment: As for `path(walked:minimumSegment:)`.
  ///   - grain: The length, in points and more than 0, below which it is not worth while to tell things apart.
  package func changes(from other: Snowflake, minimumSegment: Double, grain: Double) -> [Rect]? {
    guard radius == other.radius, center == other.center else { return nil }
    let (a, b) = (simplified(minimumSegment: minimumSegment), other.simplified(minimumSegment: minimumSegment))
    guard a.level != b.level else { return [] }
    let (low, high) = a.level < b.level ? (a, b) : (b, a)
    let level = low.wholeLevel
    // What grows on the segments that both have does not leave their hulls. A whole level that begins to grow gets corners
    // along its segments: the same line, but rounded otherwise.
    guard high.level <= Double(level + 1), low.rise > 0, length(ofLevel: level) > 2 * grain else {
      return low.hulls(grain: grain)
    }
    // A tip goes up, and with it the two flanks of its bump.
    return KochWalk(level: level).flatMap { corner -> [Rect] in
      let tips = [low.rise, high.level - Double(level)].map { low.point(2, of: corner, risen: $0) }
      return [1, 3].flatMap { foot in
        Rect.around(triangle: low.point(foot, of: corner, risen: 0), tips[0], tips[1], grain: grain)
      }
    }
  }

  /// Returns rectangles that together hold the outline and all that later levels add to it.
  ///
  /// They hold little else, as far as that is no smaller than the grain.
  package func hulls(grain: Double) -> [Rect] {
    var level = 0
    while level < wholeLevel, length(ofLevel: level) > grain { level += 1 }
    var base = self
    base.level = Double(level)
    // A Koch curve lies in the triangle of its two ends and the tip of its first bump.
    var walk = KochWalk(level: level)
    var rects: [Rect] = []
    while let corner = walk.next() {
      let end = base.point(0, of: walk.corner, risen: 0)
      rects += Rect.around(
        triangle: base.point(0, of: corner, risen: 0), base.point(2, of: corner, risen: 1), end, grain: grain)
    }
    return rects
  }

  /// The length of a straight piece at a whole level.
  private func length(ofLevel level: Int) -> Double { (0..<level).reduce(side) { length, _ in length / 3 } }
}

extension Rect {
  /// Returns rectangles around the slices of a triangle, cut across from its first corner, each about a grain long.
  fileprivate static func around(triangle a: Point, _ b: Point, _ c: Point, grain: Double) -> [Rect] {
    let count = max(1, Int((max(a.distance(to: b), a.distance(to: c)) / grain).rounded(.up)))
    return (0..<count).map { slice in
      let corners = [slice, slice + 1].flatMap { cut -> [Point] in
        let part = Double(cut) / Double(count)
        return [a.interpolated(to: b, fraction: part), a.interpolated(to: c, fraction: part)]
      }
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let (left, top) = (xs.reduce(.infinity, min), ys.reduce(.infinity, min))
      return Rect(
        x: left, y: top, width: xs.reduce(-.infinity, max) - left, height: ys.reduce(-.infinity, max) - top)
    }
  }
}
