import ReelGeometry
import ReelTestSupport
import Testing

@Suite("Flattening")
struct FlatteningTests {
  @Test("Straight paths keep their points; each subpath is a polyline of its own")
  func straight() {
    var path = Path(points: [Point(x: 0, y: 0), Point(x: 3, y: 0), Point(x: 3, y: 4)], closed: true)
    path.addLine(to: Point(x: -1, y: -1))
    path.move(to: Point(x: 9, y: 9))
    let lines = path.flattened()
    #expect(
      lines == [
        [Point(x: 0, y: 0), Point(x: 3, y: 0), Point(x: 3, y: 4), Point(x: 0, y: 0)],
        [Point(x: 0, y: 0), Point(x: -1, y: -1)], [Point(x: 9, y: 9)],
      ])
    #expect(path.length == 12 + 2.0.squareRoot())
    #expect(Path().flattened().isEmpty && Path().length == 0)
  }

  @Test("A circle is left by the tolerance at most", arguments: [1, 0.1, 0.001])
  func circle(tolerance: Double) {
    let center = Point(x: 10, y: 20)
    let line = Path(circleAround: center, radius: 100).flattened(tolerance: tolerance)[0]
    #expect(line.first == line.last)
    for (start, end) in zip(line, line.dropFirst()) {
      let middle = start.interpolated(to: end, fraction: 0.5)
      // The four curves leave the circle by 0.03 themselves.
      #expect(abs(middle.distance(to: center) - 100) <= tolerance + 0.03)
    }
    #expect(abs(Path(circleAround: center, radius: 100).length - 200 * .pi) < 0.1)
  }

  @Test("Curves of wild coordinates are cut off at a limit, and never crash")
  func wild() {
    for value in [1e300, .infinity, .nan, 0] {
      var path = Path(points: [.zero])
      path.addCurve(to: Point(x: 1, y: value), control1: Point(x: value, y: 0), control2: Point(x: 0, y: -value))
      let count = path.flattened(tolerance: 1e-9)[0].count
      #expect(count >= 2 && count <= 1025)
    }
  }

  @Test("A path written as SVG is read as the same path, to the last bit")
  func svg() {
    var random = Seeded()
    var path = Path(circleAround: random.point(), radius: random.double(1e-7...1e9))
    path.append(Path(points: [random.point(), random.point()]))
    path.addQuadraticCurve(to: random.point(), control: random.point())
    #expect(Path(svg: path.svg).elements == path.elements, "\(random) \(path.svg)")
    #expect(Path(points: [Point(x: 1, y: -2), Point(x: 0.5, y: 1e-7)], closed: true).svg == "M1 -2L0.5 1e-07Z")
  }
}
