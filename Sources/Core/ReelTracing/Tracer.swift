import ReelGeometry

/// Judges the lines that fingers draw against expected paths, and measures their progress.
///
/// Pass it events in order of time. Waypoints stay met, and complete paths stay complete. Several fingers can draw at once. A tap draws
/// nothing, and meets only a path that is a dot.
public struct Tracer: Sendable {
  /// The paths to follow.
  public let expected: [ExpectedPath]
  /// The maximum distance of a finger from a path, in points.
  public let maxDistance: Double
  /// The rule for lines that are inside.
  public let rule: Rule
  /// The time at which the last waypoint was met, in milliseconds since the session began; nil until then.
  public private(set) var completedAt: Double?

  /// The number of waypoints and path pieces examined so far, as a measure of the work.
  package private(set) var candidatesLookedAt = 0

  /// The distances whose squares fit into a floating-point number.
  package static let distances = 1e-100...1e100

  private struct Finger {
    var point: Point
    var milliseconds: Double
  }

  /// All waypoints, path by path, and the path of each.
  private let waypoints: [Point]
  private let paths: [Int]
  /// The number of waypoints of each path, which is enough for progress, because the paths themselves are costly to copy.
  private let waypointCounts: [Int]
  private let corridor: Corridor
  /// All waypoints, for the rule `original`.
  private let allWaypoints: CellGrid
  /// The unmet waypoints, for the rules without an order.
  private var pending: CellGrid
  /// The number of waypoints met in order, for the rule `inOrder`.
  private var due = 0
  private var met: [Int]
  private var fingers: [Int: Finger] = [:]

  /// Creates a tracer without any events.
  ///
  /// Without expected paths every line is inside, and nothing is ever complete.
  ///
  /// - Throws: `InvalidValue` for a distance below 1e-100, above 1e100 or smaller than the distance of the expected paths, and for
  ///   coordinates beyond 10⁹ times the distance.
  public init(expected: [ExpectedPath], maxDistance: Double, rule: Rule = .anywhere) throws(InvalidValue) {
    guard Self.distances.contains(maxDistance) else {
      throw InvalidValue("maximum distance", maxDistance, expected: "a number from 1e-100 to 1e100")
    }
    var waypoints: [Point] = []
    var paths: [Int] = []
    var pieces: [SpinePiece] = []
    for (index, path) in expected.enumerated() {
      guard path.maxDistance <= maxDistance else {
        throw InvalidValue(
          "maximum distance", maxDistance,
          expected: "at least \(path.maxDistance), for which a path was made")
      }
      let first = waypoints.count
      for piece in path.spine {
        pieces.append(SpinePiece(start: piece.start, end: piece.end, waypoint: first + piece.waypoint))
      }
      waypoints += path.waypoints
      paths += Array(repeating: index, count: path.waypoints.count)
    }
    // Pieces lie between waypoints, and on curves not much farther out.
    for point in waypoints
    where !(max(abs(point.x), abs(point.y)) <= CellGrid.reach / 2 * maxDistance) {
      throw InvalidValue(
        "expected point", "(\(point.x), \(point.y))",
        expected: "nearer to (0, 0)",
        sentence: """
          a path reaches (\(point.x), \(point.y)), too far out for a maximum distance of \(JSONText.number(maxDistance)) points: \
          move it closer to (0, 0), or use a larger distance
          """)
    }
    self.expected = expected
    self.maxDistance = maxDistance
    self.rule = rule
    self.waypoints = waypoints
    self.paths = paths
    waypointCounts = expected.map(\.waypoints.count)
    corridor = Corridor(rule == .original ? [] : pieces, maxDistance: maxDistance)
    allWaypoints = CellGrid(rule == .original ? waypoints : [], side: maxDistance)
    pending = CellGrid(rule == .inOrder ? [] : waypoints, side: maxDistance)
    met = Array(repeating: 0, count: expected.count)
  }

  /// The completed fraction of each path, from 0 to 1, by the number of waypoints; an empty path is complete.
  public var progress: [Double] {
    met.indices.map(progress(ofPath:))
  }

  /// The completed fraction of all paths, from 0 to 1: the mean of `progress`.
  package var meanProgress: Double {
    met.indices.reduce(0) { $0 + progress(ofPath: $1) } / Double(max(1, met.count))
  }

  private func progress(ofPath index: Int) -> Double {
    waypointCounts[index] == 0 ? 1 : Double(met[index]) / Double(waypointCounts[index])
  }

  /// Whether all waypoints of all paths are met; never true without waypoints.
  public var isComplete: Bool { completedAt != nil }

  /// Records an event and returns the lines that it adds to the drawing.
  ///
  /// An event with a coordinate or time that is not finite is ignored. A finger that moves without having come down comes down there.
  public mutating func handle(_ event: TouchEvent) -> [TracedLine] {
    guard event.point.x.isFinite, event.point.y.isFinite, event.milliseconds.isFinite else { return [] }
    let finger = fingers[event.touch]
    defer {
      if completedAt == nil, !waypoints.isEmpty, metCount == waypoints.count { completedAt = event.milliseconds }
    }
    switch event.phase {
    case .began:
      fingers[event.touch] = Finger(point: event.point, milliseconds: event.milliseconds)
      if rule != .original { tap(at: event.point) }
      return []
    case .moved:
      fingers[event.touch] = Finger(point: event.point, milliseconds: event.milliseconds)
      guard let finger else { return [] }
      return [line(from: finger, to: event)]
    case .ended:
      fingers[event.touch] = nil
      guard let finger, rule != .original, finger.point != event.point else { return [] }
      return [line(from: finger, to: event)]
    case .cancelled:
      // The position of a cancelled touch is unreliable.
      fingers[event.touch] = nil
      return []
    }
  }

  private var metCount: Int { rule == .inOrder ? due : waypoints.count - pending.count }

  private mutating func line(from finger: Finger, to event: TouchEvent) -> TracedLine {
    let (start, end) = (finger.point, event.point)
    let isInside: Bool
    switch rule {
    case .anywhere:
      meet(from: start, to: end)
      isInside = waypoints.isEmpty || corridor.covers(from: start, to: end, upTo: .max, looked: &candidatesLookedAt)
    case .inOrder:
      meetInOrder(from: start, to: end)
      isInside = waypoints.isEmpty || corridor.covers(from: start, to: end, upTo: due, looked: &candidatesLookedAt)
    case .original:
      meet(from: start, to: start)
      meet(from: end, to: end)
      isInside = waypoints.isEmpty || (isNearWaypoint(start) && isNearWaypoint(end))
    }
    return TracedLine(
      start: start, end: end, startMilliseconds: finger.milliseconds, endMilliseconds: event.milliseconds,
      touch: event.touch, isInside: isInside)
  }

  private mutating func isNearWaypoint(_ point: Point) -> Bool {
    var isNear = false
    var looked = 0
    allWaypoints.forEach(around: point) { index in
      looked += 1
      isNear = waypoints[index].distance(to: point) < maxDistance
      return !isNear
    }
    candidatesLookedAt += looked
    return isNear
  }

  /// Meets every pending waypoint within the distance of a line.
  private mutating func meet(from start: Point, to end: Point, onlyDots: Bool = false) {
    let line = SpinePiece(start: start, end: end, waypoint: 0)
    let (waypoints, paths, expected, square) = (waypoints, paths, expected, maxDistance * maxDistance)
    var reached: [Int] = []
    var looked = 0
    pending.removeAll(near: start, end) { index in
      looked += 1
      guard line.squaredDistance(to: waypoints[index]) <= square else { return false }
      guard !onlyDots || expected[paths[index]].waypoints.count == 1 else { return false }
      reached.append(paths[index])
      return true
    }
    for path in reached { met[path] += 1 }
    candidatesLookedAt += looked
  }

  /// Meets the due waypoints in the order in which the finger passes them.
  private mutating func meetInOrder(from start: Point, to end: Point) {
    let way = end - start
    var reached = 0.0
    while due < waypoints.count {
      candidatesLookedAt += 1
      let waypoint = waypoints[due]
      if let stretch = SpinePiece.stretch(from: start, along: way, around: waypoint, within: maxDistance),
        stretch.upperBound >= reached, stretch.lowerBound <= 1
      {
        reached = max(reached, stretch.lowerBound)
      } else if end.distance(to: waypoint) <= maxDistance {
        reached = 1
      } else {
        return
      }
      met[paths[due]] += 1
      due += 1
    }
  }

  private mutating func tap(at point: Point) {
    if rule != .inOrder {
      meet(from: point, to: point, onlyDots: true)
    } else if due < waypoints.count, expected[paths[due]].waypoints.count == 1,
      waypoints[due].distance(to: point) <= maxDistance
    {
      met[paths[due]] += 1
      due += 1
    }
  }
}
