import ReelGeometry

/// Walks along a path and adds waypoints.
struct WaypointWalk {
  let maxDistance: Double
  private(set) var waypoints: [Point] = []
  private(set) var spine: [SpinePiece] = []

  private var current: Point?
  private var subpathStart: Point?
  /// Whether nothing has been drawn from the current point since the last move.
  private var isFresh = false

  init(maxDistance: Double) { self.maxDistance = maxDistance }

  mutating func add(_ path: Path) throws(InvalidValue) {
    for element in path.elements {
      switch element {
      case .move(let point):
        dot()
        try require(point)
        current = point
        subpathStart = point
        isFresh = true
      case .line(let end): try line(to: end)
      case .curve(let control1, let control2, let end):
        try require(control1)
        try require(control2)
        try curve(control1: control1, control2: control2, end: end)
      case .close:
        if let subpathStart { try line(to: subpathStart) }
      }
    }
    dot()
  }

  private func require(_ point: Point) throws(InvalidValue) {
    guard point.x.isFinite, point.y.isFinite else {
      throw InvalidValue(
        "expected point", "(\(point.x), \(point.y))", expected: "of two finite numbers",
        sentence: "a path has the point (\(point.x), \(point.y)): its coordinates must be finite numbers")
    }
  }

  /// Adds the waypoint of a subpath that is a single point.
  private mutating func dot() {
    guard isFresh, let current else { return }
    waypoints.append(current)
    spine.append(SpinePiece(start: current, end: current, waypoint: waypoints.count - 1))
    isFresh = false
  }

  /// Adds the waypoint at the start of a subpath; a line without length adds only this one.
  private mutating func begin() {
    guard isFresh else { return }
    dot()
  }

  private mutating func reach(_ point: Point, along corners: ArraySlice<Point> = []) throws(InvalidValue) {
    guard var last = current, point != last || !corners.isEmpty else { return }
    guard waypoints.count < ExpectedPath.maxWaypoints else { throw tooMany }
    waypoints.append(point)
    for corner in corners where corner != last && corner != point {
      spine.append(SpinePiece(start: last, end: corner, waypoint: waypoints.count - 1))
      last = corner
    }
    spine.append(SpinePiece(start: last, end: point, waypoint: waypoints.count - 1))
    current = point
  }

  /// Refuses a length that needs too many waypoints, before adding the first.
  private func requireRoom(for length: Double) throws(InvalidValue) {
    // An infinite length is an overflow, which shows in its halves.
    guard length.isInfinite || length / maxDistance < Double(ExpectedPath.maxWaypoints) else { throw tooMany }
  }

  private var tooMany: InvalidValue {
    InvalidValue(
      "maximum distance", maxDistance, expected: "larger",
      sentence: """
        a path is too long for a maximum distance of \(JSONText.number(maxDistance)) points: it would need more than \
        \(ExpectedPath.maxWaypoints) waypoints; use a shorter path or a larger distance
        """)
  }

  private var tooFine: InvalidValue {
    InvalidValue(
      "maximum distance", maxDistance, expected: "larger",
      sentence: """
        a maximum distance of \(JSONText.number(maxDistance)) points is too small for a path: numbers as large as its \
        coordinates are farther apart; move the path closer to (0, 0), or use a larger distance
        """)
  }

  /// Adds the waypoints of a line, with an array instead of recursion, so that any distance fits.
  private mutating func line(to end: Point) throws(InvalidValue) {
    try require(end)
    begin()
    guard var here = current else { return }
    try requireRoom(for: Self.distance(here, end))
    var ahead = [end]
    while let next = ahead.last {
      if Self.distance(here, next) < maxDistance {
        try reach(next)
        here = next
        ahead.removeLast()
      } else {
        // Halves are added, because the sum could overflow before it is halved.
        let middle = Point(x: here.x / 2 + next.x / 2, y: here.y / 2 + next.y / 2)
        guard middle != here, middle != next else { throw tooFine }
        ahead.append(middle)
      }
    }
  }

  private mutating func curve(control1: Point, control2: Point, end: Point) throws(InvalidValue) {
    try require(end)
    begin()
    guard let start = current else { return }
    var corners = [start]
    let curve = CubicCurve(start: start, control1: control1, control2: control2, end: end)
    curve.forEachPoint(tolerance: maxDistance / 64) { corners.append($0) }
    let ruler = PolylineRuler(corners)
    guard ruler.length.isFinite else {
      throw InvalidValue(
        "expected curve", "of infinite length", expected: "of finite length",
        sentence: "a path has a curve too long to be measured: its coordinates must be smaller")
    }
    try requireRoom(for: ruler.length)
    var here = 0.0
    var ahead = [ruler.length]
    while let next = ahead.last {
      let (from, to) = (ruler.point(at: here), ruler.point(at: next))
      if next - here < maxDistance, Self.distance(from, to) < maxDistance {
        try reach(next == ruler.length ? end : to, along: ruler.corners(between: here, and: next))
        here = next
        ahead.removeLast()
      } else {
        let middle = here / 2 + next / 2
        guard middle > here, middle < next else { throw tooFine }
        ahead.append(middle)
      }
    }
  }

  /// Returns the distance; unlike squares, it neither overflows nor loses small distances.
  private static func distance(_ a: Point, _ b: Point) -> Double {
    let (dx, dy) = (abs(b.x - a.x), abs(b.y - a.y))
    let (long, short) = (max(dx, dy), min(dx, dy))
    guard long > 0, long.isFinite else { return long }
    let ratio = short / long
    return long * (1 + ratio * ratio).squareRoot()
  }
}
