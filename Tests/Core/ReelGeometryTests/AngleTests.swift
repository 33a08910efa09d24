import ReelGeometry
import ReelTestSupport
import Testing

@Suite struct AngleTests {
  @Test(
    "Directions that people write are exact to the last bit",
    arguments: [
      (0, 1, 0), (30, 0.75.squareRoot(), 0.5), (45, 0.5.squareRoot(), 0.5.squareRoot()),
      (60, 0.5, 0.75.squareRoot()), (90, 0, 1), (120, -0.5, 0.75.squareRoot()),
      (135, -(0.5.squareRoot()), 0.5.squareRoot()), (150, -(0.75.squareRoot()), 0.5), (180, -1, 0),
      (210, -(0.75.squareRoot()), -0.5), (225, -(0.5.squareRoot()), -(0.5.squareRoot())),
      (240, -0.5, -(0.75.squareRoot())), (270, 0, -1), (300, 0.5, -(0.75.squareRoot())),
      (315, 0.5.squareRoot(), -(0.5.squareRoot())), (330, 0.75.squareRoot(), -0.5),
    ] as [(Double, Double, Double)])
  func exactDirections(degrees: Double, dx: Double, dy: Double) {
    for turns in [-3.0, -1, 0, 1, 1000] {
      #expect(Angle(degrees: degrees + 360 * turns).unitVector == Vector(dx: dx, dy: dy))
    }
  }

  @Test("Every direction has length 1 and the angle that it was made from")
  func unitVectors() {
    var random = Seeded()
    for _ in 0..<1000 {
      let angle = Angle(degrees: random.double(-179.9...179.9))
      #expect(abs(angle.unitVector.length - 1) < 1e-15, "\(angle) \(random)")
      #expect(abs(angle.unitVector.angle.degrees - angle.degrees) < 1e-12, "\(angle) \(random)")
    }
  }

  @Test("A tiny negative angle points along the x axis")
  func tinyNegative() {
    let direction = Angle(degrees: -1e-20).unitVector
    #expect(direction.dx == 1)
    #expect(abs(direction.dy) < 1e-15)
  }

  @Test("An angle that is no number has no direction", arguments: [Double.nan, .infinity, -.infinity])
  func noDirection(degrees: Double) {
    let direction = Angle(degrees: degrees).unitVector
    #expect(direction.dx.isNaN && direction.dy.isNaN)
  }

  @Test("Degrees and radians agree")
  func radians() {
    #expect(Angle(radians: .pi).degrees == 180)
    #expect(Angle.degrees(90).radians == .pi / 2)
    #expect(Angle.atan2(y: 1, x: 0).degrees == 90)
    #expect(Angle.atan2(y: 0, x: -1).degrees == 180)
    #expect(Angle.atan2(y: -1, x: 1).degrees == -45)
  }

  @Test("Angles are added, multiplied and compared as numbers of degrees")
  func arithmetic() {
    #expect(Angle.degrees(350) + .degrees(20) == .degrees(370))
    #expect(Angle.degrees(10) - .degrees(20) == -.degrees(10))
    #expect(Angle.degrees(30) * 4 == .degrees(120))
    #expect(Angle.degrees(10) < .degrees(370))
  }
}
