import ReelGeometry
import ReelTestSupport
import Testing

@Suite struct PointTests {
  @Test("Interpolation meets both ends to the last bit and does not move between equal points")
  func interpolation() {
    var random = Seeded()
    for _ in 0..<1000 {
      let (a, b) = (random.point(), random.point())
      #expect(a.interpolated(to: b, fraction: 0) == a, "\(a) \(b) \(random)")
      #expect(a.interpolated(to: b, fraction: 1) == b, "\(a) \(b) \(random)")
      #expect(a.interpolated(to: a, fraction: random.double(0...1)) == a, "\(a) \(random)")
      let fraction = random.double(-1...2)
      #expect(isClose(a.interpolated(to: b, fraction: fraction), a + (b - a) * fraction), "\(random)")
    }
  }

  @Test("Points and vectors are added as one expects")
  func arithmetic() {
    var point = Point(x: 1, y: 2)
    point += Vector(dx: 3, dy: 4)
    #expect(point == Point(x: 4, y: 6))
    #expect(point - Point(x: 1, y: 2) == Vector(dx: 3, dy: 4))
    #expect(point - Vector(dx: 4, dy: 6) == .zero)
    #expect(Point.zero.distance(to: Point(x: 3, y: 4)) == 5)
  }

  @Test("A perpendicular vector stands at a right angle, towards the y axis")
  func perpendicular() {
    #expect(Vector(dx: 1, dy: 0).perpendicular == Vector(dx: 0, dy: 1))
    let vector = Vector(dx: 3, dy: -7)
    #expect(vector.dot(vector.perpendicular) == 0)
    #expect(vector * 2 - vector == vector)
    #expect(vector + -vector == .zero)
  }

  @Test("A value that is refused says what would have been accepted")
  func invalidValue() {
    #expect(
      InvalidValue("width", 3, expected: "an even number").description
        == "width 3 is not valid: it must be an even number")
  }

  @Test("What a value holds neither breaks the line, nor commands the terminal, nor goes on for pages")
  func longValue() {
    let value = "a\n\u{1B}[2Jb\u{2028}\u{202E}\r\n\u{85}é" + String(repeating: "x", count: 1 << 20)
    let text = InvalidValue("na\nme", value, expected: "short").description
    #expect(text.hasPrefix("na me a U+001B[2JbU+2028U+202E  U+0085éxxx"))
    #expect(text.hasSuffix("xxx… is not valid: it must be short"))
    #expect(text.unicodeScalars.count < 300)
  }
}
