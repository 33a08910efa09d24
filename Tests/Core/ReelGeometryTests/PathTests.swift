import ReelGeometry
import ReelTestSupport
import Testing

@Suite struct PathTests {
  @Test("A rounded rectangle touches its sides, and its corners are quarters of circles", arguments: [1, 5, 10.0])
  func rounded(radius: Double) throws {
    let rect = Rect(x: 10, y: 20, width: 40, height: 20)
    let path = Path(roundedRect: rect, radius: radius)
    #expect(path.controlBounds == rect)
    #expect(path.elements.last == .close)
    let inner = rect.inset(by: radius)
    for line in path.flattened(tolerance: 0.001) {
      for point in line {
        let (x, y) = (max(inner.minX, min(point.x, inner.maxX)), max(inner.minY, min(point.y, inner.maxY)))
        let distance = ((point.x - x) * (point.x - x) + (point.y - y) * (point.y - y)).squareRoot()
        #expect(abs(distance - radius) < 0.0005 * radius + 0.001)
      }
    }
  }

  @Test("A radius is at most half the shorter side, and none gives a rectangle")
  func roundedLimits() {
    let rect = Rect(x: 0, y: 0, width: 40, height: 20)
    #expect(Path(roundedRect: rect, radius: 99) == Path(roundedRect: rect, radius: 10))
    for radius in [0, -1, .nan] { #expect(Path(roundedRect: rect, radius: radius) == Path(rect: rect)) }
    #expect(Path(roundedRect: .zero, radius: 3) == Path(rect: .zero))
  }

  @Test("A path of points moves to the first and draws lines to the others")
  func points() {
    let path = Path(points: [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1)], closed: true)
    #expect(
      path.elements == [
        .move(Point(x: 0, y: 0)), .line(Point(x: 1, y: 0)), .line(Point(x: 1, y: 1)), .close,
      ])
    #expect(path.currentPoint == .zero)
  }

  @Test("A line that begins a path only moves, and an empty path cannot be closed")
  func beginning() {
    var path = Path()
    path.close()
    #expect(path.isEmpty && path.currentPoint == nil && path.controlBounds == nil)
    path.addLine(to: Point(x: 1, y: 1))
    #expect(path.elements == [.move(Point(x: 1, y: 1))])
  }

  @Test("After closing, the next line starts where the subpath began")
  func closing() {
    var path = Path(points: [Point(x: 2, y: 3), Point(x: 5, y: 3)], closed: true)
    #expect(path.currentPoint == Point(x: 2, y: 3))
    path.addLine(to: Point(x: 9, y: 9))
    path.close()
    #expect(path.currentPoint == Point(x: 2, y: 3))
  }

  @Test("A quadratic curve becomes the cubic that is the same curve")
  func quadratic() throws {
    let (start, control, end) = (Point(x: 0, y: 0), Point(x: 30, y: 60), Point(x: 90, y: 0))
    var path = Path()
    path.move(to: start)
    path.addQuadraticCurve(to: end, control: control)
    guard case .curve(let c1, let c2, let last) = try #require(path.elements.last) else {
      Issue.record("no curve")
      return
    }
    for t in stride(from: 0.0, through: 1, by: 0.125) {
      let s = 1 - t
      let quadratic = Point(
        x: s * s * start.x + 2 * s * t * control.x + t * t * end.x,
        y: s * s * start.y + 2 * s * t * control.y + t * t * end.y)
      let cubic = Point(
        x: s * s * s * start.x + 3 * s * s * t * c1.x + 3 * s * t * t * c2.x + t * t * t * last.x,
        y: s * s * s * start.y + 3 * s * s * t * c1.y + 3 * s * t * t * c2.y + t * t * t * last.y)
      #expect(isClose(quadratic, cubic, within: 1e-12))
    }
  }

  @Test("A circle of four curves leaves the true one by less than 0.03 % of its radius")
  func circle() {
    let path = Path(circleAround: Point(x: 5, y: 5), radius: 100)
    var (position, worst) = (Point.zero, 0.0)
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point): position = point
      case .curve(let c1, let c2, let end):
        for t in stride(from: 0.0, through: 1, by: 0.01) {
          let (a, b, c) = (
            position.interpolated(to: c1, fraction: t), c1.interpolated(to: c2, fraction: t),
            c2.interpolated(to: end, fraction: t)
          )
          let point = a.interpolated(to: b, fraction: t)
            .interpolated(to: b.interpolated(to: c, fraction: t), fraction: t)
          worst = max(worst, abs(point.distance(to: Point(x: 5, y: 5)) - 100))
        }
        position = end
      case .close: break
      }
    }
    #expect(worst > 0 && worst < 0.03)
    #expect(path.controlBounds == Rect(x: -95, y: -95, width: 200, height: 200))
  }

  @Test("A transformed path has transformed points and goes on from the transformed end")
  func transforming() {
    var random = Seeded()
    let (transform, a, b, c) = (random.transform(), random.point(), random.point(), random.point())
    var path = Path()
    path.move(to: a)
    path.addCurve(to: b, control1: c, control2: a)
    path.close()
    #expect(
      path.applying(transform).elements == [
        .move(transform.apply(a)),
        .curve(control1: transform.apply(c), control2: transform.apply(a), end: transform.apply(b)), .close,
      ], "\(random)")
    #expect(path.applying(transform).currentPoint == transform.apply(a), "\(random)")
  }

  @Test("Appending goes on where the other path ended")
  func appending() {
    var path = Path(rect: Rect(x: 0, y: 0, width: 2, height: 2))
    path.append(Path(points: [Point(x: 7, y: 7), Point(x: 8, y: 8)]))
    #expect(path.elements.count == 7)
    #expect(path.currentPoint == Point(x: 8, y: 8))
    path.append(Path())
    #expect(path.currentPoint == Point(x: 8, y: 8))
    path.close()
    #expect(path.currentPoint == Point(x: 7, y: 7))
  }

  @Test("The bounds hold every point and no more")
  func bounds() {
    var random = Seeded()
    let points = (0..<50).map { _ in random.point() }
    let bounds = Path(points: points).controlBounds
    #expect(bounds?.minX == points.map(\.x).min(), "\(random)")
    #expect(bounds?.minY == points.map(\.y).min(), "\(random)")
    #expect(abs((bounds?.maxX ?? 0) - (points.map(\.x).max() ?? 0)) < 1e-12, "\(random)")
  }
}
