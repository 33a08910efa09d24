import ReelGeometry

/// A path that a finger should follow, with the points that measure progress.
///
/// Waypoints are the end points of every line and curve, and recursive midpoints between them until each is nearer to the next than
/// `maxDistance`. On a curve, a midpoint halves the length along the curve.
public struct ExpectedPath: Hashable, Sendable {
  /// The path as given.
  public let path: Path
  /// The maximum distance of a finger from the path, in points.
  public let maxDistance: Double
  /// The points to meet, in drawing order.
  public let waypoints: [Point]
  /// The points to show: the start, the end and the corners of each stroke.
  public let keyPoints: [Point]
  /// The path in pieces shorter than `maxDistance`, in drawing order.
  package let spine: [SpinePiece]

  /// The maximum number of waypoints of one path.
  public static let maxWaypoints = 1_000_000

  /// Creates an expected path and its waypoints.
  ///
  /// - Parameters:
  ///   - path: The path to follow.
  ///   - maxDistance: The maximum distance of a finger from the path, in points, above 0.
  ///   - keyPoints: The points to show; by default the starts, ends and corners of the path.
  /// - Throws: `InvalidValue` for a distance that is not above 0, coordinates that are not finite, or a path that needs more than a
  ///   million waypoints, or waypoints too close together for floating-point numbers.
  public init(_ path: Path, maxDistance: Double, keyPoints: [Point]? = nil) throws(InvalidValue) {
    guard maxDistance > 0, maxDistance.isFinite else {
      throw InvalidValue("maximum distance", maxDistance, expected: "a number above 0")
    }
    var walk = WaypointWalk(maxDistance: maxDistance)
    try walk.add(path)
    self.path = path
    self.maxDistance = maxDistance
    self.waypoints = walk.waypoints
    self.spine = walk.spine
    self.keyPoints = keyPoints ?? path.keyPoints
  }

  /// Returns intermediate points, in order, such that each is nearer to the next than a distance.
  ///
  /// They are recursive midpoints: from (0, 0) to (20, 20) at 10 they are (5, 5), (10, 10) and (15, 15).
  ///
  /// - Throws: `InvalidValue`, as the initializer does.
  public static func waypoints(
    from start: Point, to end: Point, maxDistance: Double
  ) throws(InvalidValue) -> [Point] {
    let all = try ExpectedPath(Path(points: [start, end]), maxDistance: maxDistance).waypoints
    return Array(all.dropFirst().dropLast())
  }
}
