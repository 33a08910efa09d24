import ReelGeometry
import ReelTurtle
import Testing

@Suite("Snowflake") struct SnowflakeTests {
  static let side = 400.0
  static let levels = 0...9

  static func flake(_ level: Double) throws -> Snowflake {
    try Snowflake(level: level, side: side, center: Point(x: 640, y: 360))
  }

  static func corners(_ level: Double) throws -> [Point] { try flake(level).path(minimumSegment: 0).points }

  @Test("The walk on the lattice comes back exactly to its beginning", arguments: 0...10)
  func closes(level: Int) {
    var last: KochWalk.Corner?
    var count = 0
    for corner in KochWalk(level: level) {
      last = corner
      count += 1
    }
    #expect(count == 3 * (0..<level).reduce(1) { product, _ in product * 4 })
    #expect(last.map { $0.point + LatticePoint.step($0.heading) } == LatticePoint(0, 0))
  }

  @Test("The path closes, with 3·4ⁿ segments of the perimeter 3·s·(4/3)ⁿ", arguments: levels)
  func segments(level: Int) throws {
    let flake = try Self.flake(Double(level))
    let path = flake.path(minimumSegment: 0)
    let points = path.points
    let count = 3 * (0..<level).reduce(1) { product, _ in product * 4 }
    #expect(points.count == count)
    #expect(flake.segmentCount == count)
    #expect(path.elements.last == .close)
    #expect(path.currentPoint == points[0])

    let perimeter = (0..<level).reduce(3 * Self.side) { product, _ in product * 4 / 3 }
    #expect(abs(flake.perimeter / perimeter - 1) < 1e-12)
    #expect(abs(outlineLength(points) / perimeter - 1) < 1e-9)
    let length = perimeter / Double(count)
    #expect(zip(points, points.dropFirst() + points.prefix(1)).allSatisfy { abs($0.distance(to: $1) - length) < 1e-9 })
  }

  @Test("The area follows its formula and tends to 8/5 of the triangle's", arguments: levels)
  func area(level: Int) throws {
    let triangle = Self.side * Self.side * 3.0.squareRoot() / 4
    let share = (0..<level).reduce(-0.6) { product, _ in product * 4 / 9 } + 1.6
    let flake = try Self.flake(Double(level))
    #expect(abs(flake.area / (triangle * share) - 1) < 1e-12)
    #expect(abs(shoelace(try Self.corners(Double(level))) / flake.area - 1) < 1e-9)
    #expect(flake.area < 1.6 * triangle)
    #expect(try Snowflake(level: 12, side: Self.side).area > 1.6 * triangle * (1 - 1e-4))
  }

  @Test("Every direction is a multiple of 60°", arguments: levels)
  func directions(level: Int) throws {
    let flake = try Self.flake(Double(level))
    for index in stride(from: 0, to: flake.segmentCount, by: max(1, flake.segmentCount / 500)) {
      let pose = flake.pose(atSegment: index)
      #expect(pose.heading.degrees.truncatingRemainder(dividingBy: 60) == 0)
      let direction = flake.point(atSegment: index + 1) - pose.position
      let length = Self.side / (0..<level).reduce(1.0) { product, _ in product * 3 }
      #expect((direction - pose.heading.unitVector * length).length < 1e-9)
    }
  }

  @Test("Level 0 is a triangle with its point up on a canvas, walked clockwise from the lower left")
  func triangle() throws {
    let points = try Snowflake(level: 0, radius: 2).path().points
    let half = 3.0.squareRoot()
    #expect(points.map(\.y) == [1, -2, 1])
    #expect(zip(points.map(\.x), [-half, 0, half]).allSatisfy { abs($0 - $1) < 1e-15 })
    #expect(try Snowflake(level: 0, radius: 2).pose(atSegment: 0).heading.degrees == -60)
  }

  @Test("The bumps are on the outside, and every level fits the same circle", arguments: levels)
  func fits(level: Int) throws {
    let flake = try Self.flake(Double(level))
    let points = try Self.corners(Double(level))
    #expect(points.allSatisfy { $0.distance(to: flake.center) <= flake.radius * (1 + 1e-12) })
    // Bumps that pointed inwards would take away from the area.
    #expect(shoelace(points) >= shoelace(try Self.corners(0)))
    if level > 0 {
      #expect(points.contains { $0.distance(to: flake.center + Vector(dx: 0, dy: flake.radius)) < 1e-9 })
    }
  }

  @Test("A corner has the same coordinates at every level that has it")
  func cornersStay() throws {
    let coarse = try Self.corners(3)
    let fine = try Self.corners(6)
    #expect(coarse == stride(from: 0, to: fine.count, by: 64).map { fine[$0] })
  }

  @Test("Any corner, found without walking there, is the one of the walk", arguments: [0, 1, 2.4, 5, 5.9])
  func randomAccess(level: Double) throws {
    let flake = try Self.flake(level)
    let points = try Self.corners(level)
    #expect(points.count == flake.segmentCount)
    #expect(points.indices.allSatisfy { flake.point(atSegment: $0) == points[$0] })
    #expect(flake.point(atSegment: flake.segmentCount) == points[0])
  }

  @Test("A walk that starts anywhere goes on as the whole walk does", arguments: [0, 1, 3, 4])
  func startingAnywhere(level: Int) {
    let all = Array(KochWalk(level: level))
    for start in all.indices {
      #expect(Array(KochWalk(level: level, startingAt: start)) == Array(all[start...]))
    }
  }

  @Test("Levels outside 0 to 12 and sizes that are none are refused")
  func refused() {
    for level in [-1, -0.001, 12.001, 99, Double.nan, .infinity] {
      #expect(throws: InvalidValue.self) { try Snowflake(level: level, side: 1) }
    }
    for length in [-1, Double.nan, .infinity] {
      #expect(throws: InvalidValue.self) { try Snowflake(level: 1, side: length) }
      #expect(throws: InvalidValue.self) { try Snowflake(level: 1, radius: length) }
    }
    #expect(throws: InvalidValue.self) { try Snowflake(level: 1, side: 1, center: Point(x: .nan, y: 0)) }
    #expect(throws: InvalidValue("snowflake level", 99.0, expected: "from 0 to 12")) {
      try Snowflake(level: 99, side: 1)
    }
  }
}

func outlineLength(_ points: [Point]) -> Double {
  zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.distance(to: $1.1) }
}

/// The area inside a closed polygon, positive if it is walked clockwise as seen on a canvas; Gauss's shoelace formula.
func shoelace(_ points: [Point]) -> Double {
  // Taken about the first point, so that no digits are lost to a far origin.
  let vectors = points.map { $0 - points[0] }
  return zip(vectors, vectors.dropFirst() + vectors.prefix(1)).reduce(0) { sum, pair in
    sum + (pair.0.dx * pair.1.dy - pair.0.dy * pair.1.dx) / 2
  }
}
