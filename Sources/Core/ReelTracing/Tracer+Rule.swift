extension Tracer {
  /// What counts as inside, and which waypoints a line meets.
  public enum Rule: String, Hashable, Sendable, CaseIterable, Codable {
    /// A line is inside if all of it is nearer than the distance to any part of any path; paths can be traced in any order and
    /// direction.
    case anywhere
    /// As `anywhere`, but path after path and each from its beginning: what is not yet due does not count.
    case inOrder
    /// A line is inside if both of its ends are nearer than the distance to a waypoint of any path, wherever it went in between;
    /// both ends meet all waypoints that are not farther away than the distance. For comparison with older tracers.
    case original
  }
}
