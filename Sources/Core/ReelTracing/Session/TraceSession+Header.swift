import ReelGeometry

extension TraceSession {
  /// The header before the events: the task, and the canvas of the coordinates.
  public struct Header: Hashable, Sendable {
    /// The version of the format that this library writes, and the newest that it reads.
    public static let currentVersion = 1

    /// The version of the format.
    public var version: Int
    /// The name of the session, such as the letter; may be empty.
    public var name: String
    /// The size of the canvas; its corner is at (0, 0) and y grows downwards.
    public var canvas: Size
    /// The paths to follow, in order; empty for free drawing.
    public var expected: [Path]
    /// The points to show on the paths.
    public var keyPoints: [Point]
    /// The maximum distance of a finger from a path, in points.
    public var maxDistance: Double
    /// The rule for lines that are inside.
    public var rule: Tracer.Rule
    /// The fraction of the drawn length that must be inside for the session to be complete, from 0 to 1.
    public var minInside: Double

    /// Creates a header.
    ///
    /// - Parameters:
    ///   - canvas: The size of the canvas.
    ///   - expected: The paths to follow, in order.
    ///   - keyPoints: The points to show; by default the starts, ends and corners of the paths.
    ///   - maxDistance: The maximum distance of a finger from a path, in points.
    ///   - rule: The rule for lines that are inside.
    ///   - minInside: The fraction of the drawn length that must be inside for the session to be complete.
    ///   - name: The name of the session.
    ///   - version: The version of the format.
    public init(
      canvas: Size, expected: [Path] = [], keyPoints: [Point]? = nil, maxDistance: Double = 20,
      rule: Tracer.Rule = .anywhere, minInside: Double = Tracer.standardMinInside, name: String = "",
      version: Int = Header.currentVersion
    ) {
      self.version = version
      self.name = name
      self.canvas = canvas
      self.expected = expected
      self.keyPoints = keyPoints ?? expected.flatMap(\.keyPoints)
      self.maxDistance = maxDistance
      self.rule = rule
      self.minInside = minInside
    }

    /// Returns a tracer for the session, without any events.
    ///
    /// - Throws: `InvalidValue`, as `ExpectedPath` and `Tracer` do, and for more than a million waypoints in total.
    public func tracer() throws(InvalidValue) -> Tracer {
      var paths: [ExpectedPath] = []
      var waypoints = 0
      for path in expected {
        let path = try ExpectedPath(path, maxDistance: maxDistance)
        waypoints += path.waypoints.count
        guard waypoints <= ExpectedPath.maxWaypoints else {
          throw InvalidValue(
            "maximum distance", maxDistance, expected: "larger",
            sentence: """
              the paths are too long for a maximum distance of \(JSONText.number(maxDistance)) points: they would need more \
              than \(ExpectedPath.maxWaypoints) waypoints; use fewer or shorter paths, or a larger distance
              """)
        }
        paths.append(path)
      }
      return try Tracer(expected: paths, maxDistance: maxDistance, rule: rule, minInside: minInside)
    }
  }
}
