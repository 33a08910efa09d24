extension Tracer {
  /// The rule for which lines are inside, and which waypoints a line meets.
  public enum Rule: String, Hashable, Sendable, CaseIterable, Codable {
    /// A line is inside if every point of it is within the distance of any part of any path; paths can be traced in any order and
    /// direction.
    case anywhere
    /// Like `anywhere`, but path by path, each in any direction; paths that are not yet due do not count.
    case strokeByStroke
    /// Like `strokeByStroke`, but each path from its beginning; parts that are not yet due do not count.
    case inOrder
    /// A line is inside if both of its ends are within the distance of a waypoint of any path, wherever it went in between; both ends
    /// meet all waypoints within the distance. For comparison with older tracers.
    case original
  }

  /// The reason why a line in the corridor of some path does not count.
  public enum Mistake: String, Hashable, Sendable, CaseIterable, Codable {
    /// Another path comes first.
    case order
    /// The path goes the other way, or from another point.
    case direction
  }
}
