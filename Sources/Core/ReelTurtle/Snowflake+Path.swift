import ReelGeometry

extension Snowflake {
  /// The default length of the shortest segment to walk, in points; shorter ones are invisible.
  public static let defaultMinimumSegment = 0.35

  /// The length of the shortest segment to walk, in points, for a line that looks complete even in a difference picture.
  ///
  /// The largest omitted detail is a bump on a segment of a third of a pixel. A line of 1 pixel with round joins then differs by no more
  /// than level 8 differs from level 7 in a picture of 1280×720, which is 7 of 255. With `defaultMinimumSegment`, single pixels differ by
  /// 51: invisible under a fill's soft edge, but measurable.
  public static let finestSegment = 1.0 / 9

  /// Returns the outline of a flake in a circle.
  ///
  /// Short for `Snowflake(level:radius:center:)` and `path(walked:minimumSegment:)`.
  ///
  /// - Throws: `InvalidValue` for a level outside `levels`, a radius that is negative, or numbers that are not finite.
  public static func path(
    level: Double, center: Point, radius: Double, walked fraction: Double = 1,
    minimumSegment: Double = defaultMinimumSegment
  ) throws(InvalidValue) -> Path {
    try Snowflake(level: level, radius: radius, center: center)
      .path(walked: fraction, minimumSegment: minimumSegment)
  }

  /// Returns the outline, or the part of it that a turtle has drawn after a fraction of its walk.
  ///
  /// The walk begins at the lower left corner of the triangle and goes up to the apex: clockwise as seen on a canvas.
  /// A complete outline is closed. At fraction 0, it is only the starting point.
  ///
  /// Levels with segments shorter than `minimumSegment` are omitted (see `simplified(minimumSegment:)`). A stroke of the result visibly
  /// differs from the complete one only if its joins are not round, or if the omitted segments are longer than about 0.7 pixels; 0 walks
  /// every segment of every level.
  public func path(walked fraction: Double = 1, minimumSegment: Double = defaultMinimumSegment) -> Path {
    let flake = simplified(minimumSegment: minimumSegment)
    guard fraction < 1 else { return flake.outline(segments: flake.segmentCount, end: nil) }
    let (segment, rest) = flake.locate(fraction)
    let end = flake.point(atSegment: segment)
      .interpolated(to: flake.point(atSegment: segment + 1), fraction: rest)
    return flake.outline(segments: segment, end: end)
  }

  /// Returns the turtle's pose after a fraction of its walk around the whole flake.
  ///
  /// Fractions below 0 count as 0, above 1 as 1. The cost grows with the level, not with the number of segments.
  public func pose(atFraction fraction: Double) -> Pose {
    let (segment, rest) = locate(fraction)
    var pose = pose(atSegment: segment)
    pose.position = pose.position.interpolated(to: point(atSegment: segment + 1), fraction: rest)
    return pose
  }

  /// Returns the start of a segment, computed without walking there.
  ///
  /// - Parameter index: From 0 to `segmentCount`; the last index is the beginning again.
  public func point(atSegment index: Int) -> Point { pose(atSegment: index).position }

  /// Returns the start and the direction of a segment, computed without walking there.
  ///
  /// Like every angle on a canvas, the heading is positive clockwise: the first segment leads up to the right, at −60°.
  ///
  /// - Parameter index: From 0 to `segmentCount`; the last index is the beginning again.
  public func pose(atSegment index: Int) -> Pose {
    precondition((0...segmentCount).contains(index), "no segment \(index) in a snowflake of \(segmentCount)")
    // Between two levels, each segment of the whole level carries four pieces.
    let part = rise > 0 ? index & 3 : 0
    let wholeIndex = (rise > 0 ? index >> 2 : index) % wholeSegmentCount
    let corner = KochWalk(level: wholeLevel, startingAt: wholeIndex).corner
    // Reduced to between −120° and 180°; negated because y grows downwards.
    let heading = Angle(degrees: corner.heading < 3 ? -60 * Double(corner.heading) : 360 - 60 * Double(corner.heading))
    let flank = part == 1 ? -flankAngle : part == 2 ? flankAngle : .zero
    return Pose(position: point(part, of: corner, risen: rise), heading: heading + flank)
  }

  /// The angle between a segment and the flank of the bump that rises from it: 0° to 60°.
  private var flankAngle: Angle { .atan2(y: rise * 3.0.squareRoot(), x: 1) }

  private var wholeSegmentCount: Int { KochWalk.segmentCount(level: wholeLevel) }

  private func outline(segments: Int, end: Point?) -> Path {
    var path = Path()
    path.reserveCapacity(segments + 2)
    let parts = rise > 0 ? 4 : 1
    var left = end == nil ? segments : segments + 1
    for corner in KochWalk(level: wholeLevel) {
      for part in 0..<min(parts, left) {
        let next = point(part, of: corner, risen: rise)
        if path.isEmpty { path.move(to: next) } else { path.addLine(to: next) }
      }
      left -= parts
      if left <= 0 { break }
    }
    if let end {
      if end != path.currentPoint { path.addLine(to: end) }
    } else {
      path.close()
    }
    return path
  }

  /// Returns the segment at a fraction of the outline's length, and the position within the segment.
  private func locate(_ fraction: Double) -> (segment: Int, rest: Double) {
    let position = min(max(fraction, 0), 1) * Double(wholeSegmentCount)
    let index = min(Int(clamping: position), wholeSegmentCount - 1)
    let rest = position - Double(index)
    guard rise > 0 else { return (index, rest) }
    // Four pieces on a segment of length 6: 2, flank, flank, 2.
    let flank = (1 + 3 * rise * rise).squareRoot()
    var before = rest * (4 + 2 * flank)
    for (part, length) in [2, flank, flank].enumerated() {
      if before < length { return (4 * index + part, before / length) }
      before -= length
    }
    return (4 * index + 3, min(before / 2, 1))
  }

  /// Returns the point where a quarter of a segment of the whole level begins: its start, the first foot of the bump, the tip of the
  /// risen bump, or the second foot.
  func point(_ part: Int, of corner: KochWalk.Corner, risen rise: Double) -> Point {
    guard part > 0 else { return position(of: corner.point, level: wholeLevel) }
    let level = wholeLevel &+ 1
    let forwards = LatticePoint.step(corner.heading)
    let foot = corner.point * 3 + forwards
    if part == 1 { return position(of: foot, level: level) }
    let otherFoot = foot + forwards
    if part == 3 { return position(of: otherFoot, level: level) }
    let tip = foot + LatticePoint.step((corner.heading + 1) % 6)
    let middle = position(of: foot, level: level).interpolated(to: position(of: otherFoot, level: level), fraction: 0.5)
    return middle.interpolated(to: position(of: tip, level: level), fraction: rise)
  }

  /// Returns the position of a lattice point of a level on the canvas.
  ///
  /// The division comes last, so a corner has exactly the same coordinates at each of its levels.
  private func position(of point: LatticePoint, level: Int) -> Point {
    let unit = Self.units[level]
    let right = Double(2 &* point.a &+ point.b &- unit) / Double(unit)
    let up = Double(3 &* point.b &- unit) / Double(2 &* unit)
    return Point(x: center.x + radius * (0.75.squareRoot() * right), y: center.y - radius * up)
  }

  /// The length of the triangle's side in lattice points, for each level and the next one: 3ⁿ.
  private static let units = (0...levels.upperBound + 1).reduce(into: [1]) { units, _ in
    units.append(3 * units[units.count - 1])
  }
}
