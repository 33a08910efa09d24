import ReelGeometry
import ReelPlatform
import ReelTurtle
import ReelTestSupport
import Testing

@testable import ReelCurves

@Suite struct KochZoomTests {
  private static let radius = 300.0
  private static let frame = Rect(x: -640, y: -360, width: 1280, height: 720)

  /// Parts of the walk: corners of the triangle, tips, points between, and one whose digits never repeat soon.
  static let centers = ["0", "1/6", "1/3", "2/15", "1/7", "0.123456789012345678", "11/12", "0.999999999999999999"]

  private static func flake(level: Int, depth: Double) throws -> Snowflake {
    try Snowflake(level: Double(level), radius: radius * pow(3, depth))
  }

  /// The corners of a whole flake, seen from the centre of a zoom.
  private static func corners(_ zoom: KochZoom, level: Int, depth: Double) throws -> [Point] {
    let flake = try flake(level: level, depth: depth)
    let point = zoom.centerPoint(radius: flake.radius)
    return flake.path(minimumSegment: 0).points.map { $0 - (point - .zero) }
  }

  @Test("The centre is the point of the walk", arguments: centers)
  func centerPoint(center: String) throws {
    let fraction = try Fraction(parsing: center)
    let flake = try Self.flake(level: 12, depth: 0)
    let point = KochZoom(about: fraction).centerPoint(radius: Self.radius)
    #expect(point.distance(to: flake.pose(atFraction: fraction.value).position) < 2 * flake.segmentLength)
  }

  @Test("With nothing out of sight it is the outline of a snowflake", arguments: centers)
  func whole(center: String) throws {
    let zoom = KochZoom(about: try Fraction(parsing: center))
    let all = Rect(x: -2000, y: -2000, width: 4000, height: 4000)
    let segment = try Self.flake(level: 3, depth: 0).segmentLength
    let view = zoom.view(depth: 0, radius: Self.radius, window: all, minimumSegment: segment * 0.99)
    #expect(view.segmentCount == 192)
    let drawn = view.outline.points
    for corner in try Self.corners(zoom, level: 3, depth: 0) {
      #expect(drawn.contains { $0.distance(to: corner) < 1e-6 })
    }
    #expect(
      abs(Self.turns(of: view.area.points, around: Point.zero - (zoom.centerPoint(radius: Self.radius) - .zero)) - 1)
        < 1e-6)
  }

  @Test("Every segment of the flake that touches the window is there", arguments: centers, [1.4, 2.7])
  func complete(center: String, depth: Double) throws {
    let zoom = KochZoom(about: try Fraction(parsing: center))
    let window = Rect(x: -40, y: -25, width: 90, height: 60)
    let level = depth < 2 ? 5 : 6
    let segment = try Self.flake(level: level, depth: depth).segmentLength
    let view = zoom.view(depth: depth, radius: Self.radius, window: window, minimumSegment: segment * 0.99)
    let corners = try Self.corners(zoom, level: level, depth: depth)
    let drawn = Set(Self.middles(view.outline).map(Grid.init))
    var seen = 0
    for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let middle = start.interpolated(to: end, fraction: 0.5)
      guard window.contains(middle) else { continue }
      seen += 1
      #expect(Grid(middle).neighbours.contains { drawn.contains($0) }, "\(middle)")
    }
    #expect(seen > 5)
    #expect(view.segmentCount >= seen)
  }

  @Test("What is inside of the flake is inside of the area, as far as the window sees", arguments: centers)
  func inside(center: String) throws {
    var random = Seeded()
    let zoom = KochZoom(about: try Fraction(parsing: center))
    let window = Rect(x: -45, y: -30, width: 80, height: 70)
    for depth in [1.0, 2.1] {
      let level = depth < 2 ? 4 : 5
      let segment = try Self.flake(level: level, depth: depth).segmentLength
      let view = zoom.view(depth: depth, radius: Self.radius, window: window, minimumSegment: segment * 0.99)
      let (area, flake) = (view.area.points, try Self.corners(zoom, level: level, depth: depth))
      // Twenty points, and more until some lie inside and some outside: there is little of one of them in some windows.
      var (insides, count) = (0, 0)
      while count < 20 || count < 400 && (insides == 0 || insides == count) {
        let point = Point(x: random.double(-45...35), y: random.double(-30...40))
        let (there, expected) = (Self.turns(of: area, around: point), Self.turns(of: flake, around: point))
        #expect(abs(there - expected) < 1e-6, "\(point) at depth \(depth), \(random)")
        if expected > 0.5 { insides += 1 }
        count += 1
      }
      #expect((1..<count).contains(insides), "\(random)")
    }
  }

  @Test(
    "Views a number of levels apart are the same where the digits of the centre repeat",
    arguments: [("0", 1.0), ("1/6", 1), ("2/15", 2), ("1/9", 6)])
  func selfSimilar(center: String, period: Double) throws {
    let zoom = KochZoom(about: try Fraction(parsing: center))
    let window = Rect(x: -150, y: -100, width: 300, height: 200)
    func view(_ depth: Double) -> KochView { zoom.view(depth: depth, radius: Self.radius, window: window) }
    let first = view(7.3)
    for depth in [7.3 + period, 7.3 + 50 * period] {
      let later = view(depth)
      #expect(later.segmentCount == first.segmentCount)
      let distance = zip(first.outline.points, later.outline.points).map { $0.distance(to: $1) }.max() ?? .infinity
      #expect(distance < 1e-6, "depth \(depth)")
    }
  }

  @Test("However deep, the segments walked are bounded, and coordinates stay near the window", arguments: centers)
  func bounded(center: String) throws {
    let zoom = KochZoom(about: try Fraction(parsing: center))
    // A zoom by 10⁹ has the depth 18.9; at 200 it is one by 10⁹⁵.
    for depth in [0, 0.9, 18.9, 200.4] {
      let view = zoom.view(depth: depth, radius: Self.radius, window: Self.frame, minimumSegment: 2)
      #expect((20...6000).contains(view.segmentCount), "\(view.segmentCount) segments at depth \(depth)")
      #expect(view.visitCount < 2 * view.segmentCount + 200, "\(view.visitCount) visits at depth \(depth)")
      let box = try #require(view.outline.controlBounds)
      #expect(box.width < 1300 && box.height < 740)
      let far = view.area.points.map { max(abs($0.x), abs($0.y)) }.max() ?? .infinity
      #expect(far < 10_000)
    }
  }

  @Test("Through the window of a film, less than a third of a pixel is not walked")
  func finest() {
    let zoom = KochZoom(about: KochZoom.defaultCenter)
    let view = zoom.view(depth: 18.9, radius: Self.radius, window: Self.frame)
    let points = view.outline.points
    #expect(
      zip(points, points.dropFirst()).allSatisfy { $0.distance(to: $1) >= Snowflake.defaultMinimumSegment - 1e-9 })
    #expect(view.visitCount < 100_000)
  }

  /// How often a closed line goes around a point, clockwise as seen.
  private static func turns(of points: [Point], around center: Point) -> Double {
    var sum = 0.0
    for (start, end) in zip(points, points.dropFirst() + points.prefix(1)) {
      let (a, b) = (start - center, end - center)
      sum += atan2(a.dx * b.dy - a.dy * b.dx, a.dot(b))
    }
    return sum / (2 * .pi)
  }

  private static func middles(_ path: Path) -> [Point] {
    var (result, last): ([Point], Point?) = ([], nil)
    for element in path.elements {
      switch element {
      case .move(let point): last = point
      case .line(let point):
        if let last { result.append(last.interpolated(to: point, fraction: 0.5)) }
        last = point
      default: break
      }
    }
    return result
  }
}

/// A cell of a fine grid, to find points again that differ by rounding.
private struct Grid: Hashable {
  var x: Int
  var y: Int

  init(_ point: Point) { (x, y) = (Int((point.x * 1000).rounded()), Int((point.y * 1000).rounded())) }

  private init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  var neighbours: [Grid] { (-1...1).flatMap { dx in (-1...1).map { dy in Grid(x: x + dx, y: y + dy) } } }
}

extension Path {
  /// The points of a path of straight lines.
  var points: [Point] {
    elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point): point
      case .curve(_, _, let end): end
      case .close: nil
      }
    }
  }
}
