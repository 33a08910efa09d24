import ReelGeometry

/// Judges the lines that fingers draw against expected paths, and measures their progress.
///
/// Pass it events in order of time. Waypoints stay met, and complete paths stay complete. Several fingers can draw at once. A tap is a
/// line of one point, and meets only a path that is a dot.
///
/// A scribble that covers a letter meets all of its waypoints too. Therefore the drawing is complete only once enough of it is inside.
public struct Tracer: Sendable {
  /// The paths to follow.
  public let expected: [ExpectedPath]
  /// The maximum distance of a finger from a path, in points.
  public let maxDistance: Double
  /// The rule for lines that are inside.
  public let rule: Rule
  /// The fraction of the drawn length that must be inside for the drawing to be complete, from 0 to 1; 0 for the rule `original`.
  public let minInside: Double
  /// The time at which the last waypoint was met, in milliseconds since the session began; nil until then.
  public private(set) var completedAt: Double?
  /// The mistake in the latest line drawn out of turn; nil after the next correct line, and under rules without an order.
  public private(set) var mistake: Mistake?

  /// The number of waypoints and path pieces examined so far, as a measure of the work.
  package private(set) var candidatesLookedAt = 0

  /// The distances whose squares fit into a floating-point number.
  package static let distances = 1e-100...1e100
  /// The fraction of the drawn length that must be inside, unless a task says otherwise.
  public static let standardMinInside = 0.7
  /// The length outside that is always allowed, in maximum distances: a slip of one corridor's width and back.
  private static let allowedSlip = 4.0
  /// How far a finger may stray while it taps, in maximum distances.
  private static let tapReach = 0.5

  private struct Finger {
    var point: Point
    var milliseconds: Double
    /// The point where it came down, and its greatest distance from there since.
    var start: Point
    var reach = 0.0
    var hasDrawn = false
    /// Whether a line of it was out of turn.
    var hasErred = false

    func moved(to event: TouchEvent) -> Finger {
      Finger(
        point: event.point, milliseconds: event.milliseconds, start: start,
        reach: max(reach, start.distance(to: event.point)), hasDrawn: true, hasErred: hasErred)
    }
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
  /// The number of paths met in order, for the rule `strokeByStroke`.
  private var donePaths = 0
  /// The index of the first waypoint after each path.
  private let ends: [Int]
  private var met: [Int]
  /// The paths that are dots.
  private let dots: Set<Int>
  /// The length of all lines, and of those outside.
  private var length = 0.0
  private var lengthOutside = 0.0
  private var fingers: [Int: Finger] = [:]

  /// Creates a tracer without any events.
  ///
  /// Without expected paths every line is inside, and nothing is ever complete.
  ///
  /// - Throws: `InvalidValue` for a distance below 1e-100, above 1e100 or smaller than the distance of the expected paths, for
  ///   coordinates beyond 10⁹ times the distance, and for a fraction that is not from 0 to 1.
  public init(
    expected: [ExpectedPath], maxDistance: Double, rule: Rule = .anywhere, minInside: Double = standardMinInside
  ) throws(InvalidValue) {
    guard 0...1 ~= minInside else { throw InvalidValue("share inside", minInside, expected: "a number from 0 to 1") }
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
    self.minInside = rule == .original ? 0 : minInside
    self.waypoints = waypoints
    self.paths = paths
    waypointCounts = expected.map(\.waypoints.count)
    var end = 0
    ends = waypointCounts.map { count in
      end += count
      return end
    }
    corridor = Corridor(rule == .original ? [] : pieces, maxDistance: maxDistance)
    allWaypoints = CellGrid(rule == .original ? waypoints : [], side: maxDistance)
    pending = CellGrid(rule == .inOrder ? [] : waypoints, side: maxDistance)
    met = Array(repeating: 0, count: expected.count)
    dots = Set(expected.indices.filter { Self.isDot(expected[$0].waypoints, within: maxDistance) })
    skipDonePaths()
  }

  /// Whether a path is so small that one tap in its middle is near all of it.
  private static func isDot(_ points: [Point], within distance: Double) -> Bool {
    guard let first = points.first else { return false }
    var (low, high) = (first, first)
    for point in points {
      (low.x, high.x) = (min(low.x, point.x), max(high.x, point.x))
      (low.y, high.y) = (min(low.y, point.y), max(high.y, point.y))
      guard max(high.x - low.x, high.y - low.y) <= 2 * distance else { return false }
    }
    let middle = low.interpolated(to: high, fraction: 0.5)
    return points.allSatisfy { $0.distance(to: middle) <= distance }
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

  /// Whether all waypoints of all paths were met while enough of the drawing was inside; never true without waypoints.
  public var isComplete: Bool { completedAt != nil }

  /// Whether enough of what is drawn is inside for the drawing to be complete.
  ///
  /// The length of one slip is always allowed outside, because a slip may be longer than a dot or a comma.
  private var isInsideEnough: Bool {
    minInside == 0
      || lengthOutside.isFinite && lengthOutside <= max((1 - minInside) * length, Self.allowedSlip * maxDistance)
  }

  /// Records an event and returns the lines that it adds to the drawing.
  ///
  /// An event with a coordinate or time that is not finite is ignored. A finger that moves without having come down comes down there.
  public mutating func handle(_ event: TouchEvent) -> [TracedLine] {
    guard event.point.x.isFinite, event.point.y.isFinite, event.milliseconds.isFinite else { return [] }
    let finger = fingers[event.touch]
    defer {
      if completedAt == nil, !waypoints.isEmpty, metCount == waypoints.count, isInsideEnough {
        completedAt = event.milliseconds
      }
    }
    let start = Finger(point: event.point, milliseconds: event.milliseconds, start: event.point)
    switch event.phase {
    case .began:
      fingers[event.touch] = start
      return []
    case .moved:
      fingers[event.touch] = finger?.moved(to: event) ?? start
      guard let finger else { return [] }
      return [line(from: finger, to: event)]
    case .ended:
      fingers[event.touch] = nil
      guard let finger, rule != .original else { return [] }
      if finger.moved(to: event).reach <= Self.tapReach * maxDistance { tap(at: finger.start) }
      guard finger.point != event.point || !finger.hasDrawn else { return [] }
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
    // A tap meets nothing but dots.
    let isTap = event.phase == .ended && !finger.hasDrawn && start == end
    var isInside: Bool
    var isOutOfTurn = false
    switch rule {
    case .anywhere:
      if !isTap { meet(from: start, to: end) }
      isInside = isCovered(from: start, to: end, upTo: .max)
    case .strokeByStroke, .inOrder:
      let before = metCount
      if !isTap, rule == .inOrder { meetInOrder(from: start, to: end) }
      if !isTap, rule == .strokeByStroke { meet(from: start, to: end) }
      if metCount > before { mistake = nil }
      isInside = isCovered(from: start, to: end, upTo: lastDue)
      if !isInside, isCovered(from: start, to: end, upTo: .max) {
        isOutOfTurn = true
        if !finger.hasErred { mistake = mistake(at: end) }
        fingers[event.touch]?.hasErred = true
      }
    case .original:
      meet(from: start, to: start)
      meet(from: end, to: end)
      isInside = waypoints.isEmpty || (isNearWaypoint(start) && isNearWaypoint(end))
    }
    let line = TracedLine(
      start: start, end: end, startMilliseconds: finger.milliseconds, endMilliseconds: event.milliseconds,
      touch: event.touch, isInside: isInside, isOutOfTurn: isOutOfTurn)
    length += line.length
    if !line.isInCorridor { lengthOutside += line.length }
    return line
  }

  private mutating func isCovered(from start: Point, to end: Point, upTo waypoint: Int) -> Bool {
    waypoints.isEmpty || corridor.covers(from: start, to: end, upTo: waypoint, looked: &candidatesLookedAt)
  }

  /// The last waypoint that is due, by the rules with an order.
  private var lastDue: Int {
    guard rule == .inOrder else { return donePaths < ends.count ? ends[donePaths] - 1 : .max }
    // All of a dot is due at once.
    return due < waypoints.count && dots.contains(paths[due]) ? ends[paths[due]] - 1 : due
  }

  /// The path to trace next: by the rules with an order the one that is due, else the first that is not complete; nil at the end.
  public var nextPath: Int? {
    rule == .inOrder
      ? due < waypoints.count ? paths[due] : nil
      : met.indices.first { met[$0] < waypointCounts[$0] }
  }

  /// The mistake of a line that ends at a point out of turn.
  private func mistake(at point: Point) -> Mistake {
    guard rule == .inOrder, let path = nextPath else { return .order }
    return expected[path].waypoints.contains { $0.distance(to: point) <= maxDistance } ? .direction : .order
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
  private mutating func meet(from start: Point, to end: Point) {
    let line = SpinePiece(start: start, end: end, waypoint: 0)
    let (waypoints, paths, square) = (waypoints, paths, maxDistance * maxDistance)
    let due = rule == .strokeByStroke ? donePaths : nil
    var reached: [Int] = []
    var looked = 0
    pending.removeAll(near: start, end) { index in
      looked += 1
      guard due == nil || due == paths[index], line.squaredDistance(to: waypoints[index]) <= square else {
        return false
      }
      reached.append(paths[index])
      return true
    }
    for path in reached { met[path] += 1 }
    skipDonePaths()
    candidatesLookedAt += looked
  }

  private mutating func skipDonePaths() {
    while donePaths < met.count, met[donePaths] == waypointCounts[donePaths] { donePaths += 1 }
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

  /// Meets all of a dot that is near enough.
  private mutating func tap(at point: Point) {
    guard !dots.isEmpty else { return }
    func isNear(_ path: Int) -> Bool {
      expected[path].waypoints.contains { $0.distance(to: point) <= maxDistance }
    }
    if rule == .inOrder {
      guard due < waypoints.count, dots.contains(paths[due]), isNear(paths[due]) else { return }
      let path = paths[due]
      while due < waypoints.count, paths[due] == path {
        met[path] += 1
        due += 1
      }
      mistake = nil
    } else {
      let paths = paths
      for path in dots
      where met[path] < waypointCounts[path] && isNear(path) && (rule == .anywhere || path == donePaths) {
        for waypoint in expected[path].waypoints { pending.removeAll(near: waypoint, waypoint) { paths[$0] == path } }
        met[path] = waypointCounts[path]
        mistake = nil
      }
      skipDonePaths()
    }
  }
}
