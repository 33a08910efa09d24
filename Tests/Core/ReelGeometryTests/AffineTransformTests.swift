import ReelGeometry
import ReelTestSupport
import Testing

@Suite struct AffineTransformTests {
  @Test("The inverse brings every point back")
  func inverse() throws {
    var random = Seeded()
    for _ in 0..<1000 {
      let (transform, point) = (random.transform(), random.point())
      let inverse = try #require(transform.inverted, "\(transform) \(random)")
      #expect(isClose(inverse.apply(transform.apply(point)), point), "\(transform) \(point) \(random)")
      #expect(isClose(transform.followed(by: inverse).apply(point), point), "\(transform) \(point) \(random)")
    }
  }

  @Test("followed(by:) applies this transform first and the other second")
  func composition() {
    var random = Seeded()
    for _ in 0..<1000 {
      let (first, second, point) = (random.transform(), random.transform(), random.point())
      #expect(
        isClose(first.followed(by: second).apply(point), second.apply(first.apply(point))), "\(point) \(random)")
      #expect(abs(first.followed(by: second).determinant - first.determinant * second.determinant) < 1e-9)
    }
    let moved = AffineTransform.scale(2).followed(by: .translation(x: 10, y: 0))
    #expect(moved.apply(Point(x: 1, y: 1)) == Point(x: 12, y: 2))
  }

  @Test("Composition does not depend on how it is bracketed, and the identity changes nothing")
  func group() {
    var random = Seeded()
    for _ in 0..<200 {
      let (a, b, c, p) = (random.transform(), random.transform(), random.transform(), random.point())
      let left = a.followed(by: b).followed(by: c)
      let right = a.followed(by: b.followed(by: c))
      #expect(isClose(left.apply(p), right.apply(p), within: 1e-8), "\(random)")
      #expect(a.followed(by: .identity) == a && AffineTransform.identity.followed(by: a) == a)
    }
  }

  @Test("A rotation turns from the x axis towards the y axis, exactly for right angles")
  func rotation() {
    #expect(AffineTransform.rotation(.degrees(90)).apply(Point(x: 1, y: 0)) == Point(x: 0, y: 1))
    #expect(AffineTransform.rotation(.degrees(-90)).apply(Point(x: 1, y: 0)) == Point(x: 0, y: -1))
    #expect(AffineTransform.rotation(.degrees(180)).apply(Point(x: 3, y: 4)) == Point(x: -3, y: -4))
  }

  @Test("A vector is not shifted")
  func vectors() {
    let transform = AffineTransform.scale(x: 2, y: 3).followed(by: .translation(x: 100, y: 100))
    #expect(transform.apply(Vector(dx: 1, dy: 1)) == Vector(dx: 2, dy: 3))
  }

  @Test("The image of a rectangle is the smallest upright one around its corners")
  func rects() {
    var random = Seeded()
    for _ in 0..<500 {
      let (transform, rect) = (random.transform(), random.rect())
      let image = transform.apply(rect)
      let corners = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)]
        .map { transform.apply(Point(x: $0.0, y: $0.1)) }
      #expect(image.minX == corners.map(\.x).min() && image.minY == corners.map(\.y).min(), "\(random)")
      #expect(abs(image.maxX - (corners.map(\.x).max() ?? 0)) < 1e-9, "\(random)")
      #expect(abs(image.maxY - (corners.map(\.y).max() ?? 0)) < 1e-9, "\(random)")
    }
  }

  @Test(
    "What flattens the plane or is no number cannot be undone",
    arguments: [
      AffineTransform.scale(0), .scale(x: 1, y: 0), .scale(.nan), .scale(.infinity),
      AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0), .translation(x: .nan, y: 0),
      .translation(x: 0, y: .infinity), .scale(1e-160), .rotation(.degrees(.nan)),
    ])
  func flattened(transform: AffineTransform) {
    #expect(!transform.isInvertible)
    #expect(transform.inverted == nil)
  }
}
