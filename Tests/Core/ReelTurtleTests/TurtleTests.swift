import ReelGeometry
import ReelTurtle
import Testing

@Suite("Turtle") struct TurtleTests {
  @Test("A turtle moves and turns as in the seeds")
  func movesAndTurns() {
    var turtle = Turtle(at: Point(x: 50, y: 150))
    #expect(turtle.heading.degrees == 0)
    turtle.move(10)
    #expect(turtle.position == Point(x: 60, y: 150))
    turtle.turn(90)
    turtle.move(10)
    #expect(turtle.position == Point(x: 60, y: 160))
    turtle.turn(-45)
    turtle.move(10)
    let diagonal = 10 * 2.0.squareRoot() / 2
    #expect(turtle.position.distance(to: Point(x: 60 + diagonal, y: 160 + diagonal)) < 1e-12)
    #expect(turtle.heading.degrees == 45)
  }

  @Test("A square ends exactly where it began")
  func square() {
    var turtle = Turtle()
    for _ in 1...4 {
      turtle.move(100)
      turtle.turn(90)
    }
    #expect(turtle.position == .zero)
    #expect(turtle.path.elements.count == 5)
  }

  @Test("A turtle with its pen up leaves no line, and begins a new one where the pen comes down")
  func pen() {
    var turtle = Turtle()
    turtle.move(1)
    turtle.penUp()
    turtle.move(1)
    turtle.penDown()
    turtle.move(1)
    #expect(
      turtle.path.elements == [
        .move(.zero), .line(Point(x: 1, y: 0)), .move(Point(x: 2, y: 0)), .line(Point(x: 3, y: 0)),
      ])
  }

  @Test("Carrying a turtle somewhere draws nothing")
  func carried() {
    var turtle = Turtle()
    turtle.move(1)
    turtle.position = Point(x: 5, y: 5)
    turtle.move(-1)
    #expect(
      turtle.path.elements == [
        .move(.zero), .line(Point(x: 1, y: 0)), .move(Point(x: 5, y: 5)), .line(Point(x: 4, y: 5)),
      ])
  }

  @Test("pop returns to what the push that belongs to it remembered")
  func pushAndPop() {
    var turtle = Turtle(heading: .degrees(90))
    turtle.push()
    turtle.move(10)
    turtle.turn(30)
    turtle.push()
    turtle.penUp()
    turtle.move(10)
    turtle.pop()
    #expect(turtle.pose == Pose(position: Point(x: 0, y: 10), heading: .degrees(120)))
    #expect(turtle.isPenDown)
    turtle.pop()
    #expect(turtle.pose == Pose(position: .zero, heading: .degrees(90)))
    turtle.move(1)
    #expect(turtle.path.elements.suffix(2) == [.move(.zero), .line(Point(x: 0, y: 1))])
  }

  @Test("A turtle that walks the snowflake draws the same points as the lattice", arguments: 0...6)
  func walkedSnowflake(level: Int) throws {
    let side = 400.0
    // The turtle begins at the lower left corner of the triangle, in a world where y grows upwards.
    var turtle = Turtle(at: Point(x: -side / 2, y: -side * 3.0.squareRoot() / 6))
    try turtle.walkSnowflake(level: level, side: side)
    #expect(turtle.heading.degrees.truncatingRemainder(dividingBy: 360) == 0)
    let walked = turtle.path.applying(.scale(x: 1, y: -1)).points
    let exact = try Snowflake(level: Double(level), side: side).path(minimumSegment: 0).points
    #expect(walked.count == exact.count + 1)
    #expect(zip(walked, exact + exact.prefix(1)).allSatisfy { $0.distance(to: $1) < 1e-9 * side })
  }

  @Test("A turtle refuses levels that there are not", arguments: [-1, 13, 99])
  func refusedLevels(level: Int) {
    var turtle = Turtle()
    #expect(throws: InvalidValue.self) { try turtle.walkSnowflake(level: level, side: 1) }
    #expect(turtle == Turtle())
  }
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
