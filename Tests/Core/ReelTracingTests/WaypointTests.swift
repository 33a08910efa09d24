import ReelGeometry
import ReelTestSupport
import ReelTracing
import Testing

@Suite("Waypoints")
struct WaypointTests {
  @Test("From (0, 0) to (20, 20) at 10 they are the quarters")
  func quarters() throws {
    let found = try ExpectedPath.waypoints(from: .zero, to: Point(x: 20, y: 20), maxDistance: 10)
    #expect(found == [Point(x: 5, y: 5), Point(x: 10, y: 10), Point(x: 15, y: 15)])
  }

  @Test("The T has 17 and 33 points at 20")
  func letter() throws {
    let counts = try letterT.map { try ExpectedPath($0, maxDistance: 20).waypoints.count }
    #expect(counts == [17, 33])
  }

  @Test("Random lines: each point is strictly nearer to the next than the distance, and on the line, in order")
  func randomLines() throws {
    var random = Seeded()
    for _ in 0..<300 {
      let scale = 10.0.power(Int.random(in: -30...30, using: &random))
      let (a, b) = (random.point(-scale...scale), random.point(-scale...scale))
      let maxDistance = a.distance(to: b) / random.double(0.5...300)
      guard maxDistance > 0 else { continue }
      let all = try ExpectedPath(Path(points: [a, b]), maxDistance: maxDistance).waypoints
      #expect(all.first == a && all.last == b, "\(random)")
      for (point, next) in zip(all, all.dropFirst()) {
        #expect(point.distance(to: next) < maxDistance, "\(random)")
        #expect((next - point).dot(b - a) > 0, "\(random)")
      }
      // Midpoints of midpoints halve a line evenly, so their number is a power of two.
      #expect((all.count - 1).nonzeroBitCount == 1, "\(random): \(all.count)")
    }
  }

  @Test("Random curves: each point is strictly nearer to the next than the distance")
  func randomCurves() throws {
    var random = Seeded()
    for _ in 0..<100 {
      var path = Path()
      path.move(to: random.point())
      path.addCurve(to: random.point(), control1: random.point(), control2: random.point())
      let maxDistance = random.double(1...500)
      let all = try ExpectedPath(path, maxDistance: maxDistance).waypoints
      #expect(all.first == path.flattened().first?.first && all.last == path.currentPoint, "\(random)")
      for (point, next) in zip(all, all.dropFirst()) {
        #expect(point.distance(to: next) < maxDistance, "\(random)")
      }
      #expect((all.count - 1).nonzeroBitCount == 1, "\(random)")
    }
  }

  @Test("A line of exactly the distance is halved, a shorter one is not")
  func limit() throws {
    #expect(try ExpectedPath.waypoints(from: .zero, to: Point(x: 10, y: 0), maxDistance: 10) == [Point(x: 5, y: 0)])
    #expect(try ExpectedPath.waypoints(from: .zero, to: Point(x: 10, y: 0), maxDistance: 10.000_001).isEmpty)
  }

  @Test("Equal end points have one waypoint")
  func equalEnds() throws {
    #expect(try ExpectedPath(path((3, 4), (3, 4)), maxDistance: 1).waypoints == [Point(x: 3, y: 4)])
    #expect(try ExpectedPath(path((3, 4)), maxDistance: 1).waypoints == [Point(x: 3, y: 4)])
    #expect(try ExpectedPath(Path(), maxDistance: 1).waypoints.isEmpty)
  }

  @Test("Huge and tiny coordinates work as long as the numbers can tell the points apart")
  func extremes() throws {
    let huge = try ExpectedPath(path((-1e308, 0), (1e308, 1e308)), maxDistance: 1e308).waypoints
    #expect(huge.count == 5)
    let tiny = try ExpectedPath(path((0, 0), (1e-300, 0)), maxDistance: 3e-301).waypoints
    #expect(tiny.count == 5)
    #expect(try ExpectedPath(path((0, 0), (Double.leastNonzeroMagnitude, 0)), maxDistance: 1).waypoints.count == 2)
  }

  @Test(
    "What can't be cut so finely is refused",
    arguments: [
      (path((0, 0), (1e308, 0)), 1e-308), (path((0, 0), (1e9, 0)), 1e-9), (path((1e17, 0), (1e17 + 64, 0)), 1),
      (path((0, 0), (Double.leastNonzeroMagnitude, 0)), Double.leastNonzeroMagnitude),
    ] as [(Path, Double)])
  func tooFine(path: Path, maxDistance: Double) {
    #expect(throws: InvalidValue.self) { try ExpectedPath(path, maxDistance: maxDistance) }
  }

  @Test("A distance that is not above 0 is refused", arguments: [0, -1, .nan, .infinity])
  func badDistance(maxDistance: Double) {
    #expect(throws: InvalidValue.self) { try ExpectedPath(letterT[0], maxDistance: maxDistance) }
    #expect(throws: InvalidValue.self) { try Tracer(expected: [], maxDistance: maxDistance) }
  }

  @Test("Paths that need more than a million points together are refused")
  func tooMany() {
    let header = TraceSession.Header(
      canvas: Size(width: 1, height: 1), expected: Array(repeating: path((0, 0), (60_000, 0)), count: 16),
      maxDistance: 1)
    #expect(throws: InvalidValue.self) { try header.tracer() }
  }

  @Test("Coordinates that are not finite are refused", arguments: [Double.nan, .infinity, -.infinity])
  func badCoordinates(value: Double) {
    #expect(throws: InvalidValue.self) { try ExpectedPath(path((0, 0), (value, 0)), maxDistance: 1) }
    #expect(throws: InvalidValue.self) { try ExpectedPath(path((0, value), (0, 0)), maxDistance: 1) }
    var curve = path((0, 0))
    curve.addCurve(to: Point(x: 1, y: 1), control1: Point(x: value, y: 0), control2: .zero)
    #expect(throws: InvalidValue.self) { try ExpectedPath(curve, maxDistance: 1) }
  }

  @Test("Key points are the ends and the corners, not the joints of curves")
  func keyPoints() {
    #expect(letterT[0].keyPoints == [Point(x: 70, y: 245), Point(x: 350, y: 245)])
    #expect(Path(rect: Rect(x: 0, y: 0, width: 2, height: 1)).keyPoints.count == 4)
    #expect(Path(circleAround: .zero, radius: 5).keyPoints == [Point(x: 5, y: 0)])
    #expect(path((0, 0), (5, 0), (5, 0), (5, 5)).keyPoints.count == 3)
  }

  @Test("What is wrong with a path is one sentence that says what to do")
  func sentences() {
    func message(_ paths: [Path], maxDistance: Double) -> String? {
      let header = TraceSession.Header(canvas: Size(width: 9, height: 9), expected: paths, maxDistance: maxDistance)
      return #expect(throws: InvalidValue.self) { try header.tracer() }?.description
    }
    let long = path((0, 0), (4e5, 0))
    #expect(
      message([path((0, 0), (2e6, 0))], maxDistance: 1)
        == "a path is too long for a maximum distance of 1 points: it would need more than 1000000 waypoints; use a shorter path or a larger distance"
    )
    #expect(
      message([long, long], maxDistance: 1)
        == "the paths are too long for a maximum distance of 1 points: they would need more than 1000000 waypoints; use fewer or shorter paths, or a larger distance"
    )
    #expect(
      message([path((0, 0), (.nan, 0))], maxDistance: 1)
        == "a path has the point (nan, 0.0): its coordinates must be finite numbers")
    #expect(
      message([path((1e15, 0), (1e15 + 1, 0))], maxDistance: 0.01)
        == "a maximum distance of 0.01 points is too small for a path: numbers as large as its coordinates are farther apart; move the path closer to (0, 0), or use a larger distance"
    )
  }
}

extension Double {
  fileprivate func power(_ exponent: Int) -> Double {
    exponent >= 0
      ? (0..<exponent).reduce(1) { value, _ in value * self } : 1 / power(-exponent)
  }
}
