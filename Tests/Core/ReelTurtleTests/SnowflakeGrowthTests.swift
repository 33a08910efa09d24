import ReelGeometry
import ReelTurtle
import Testing

@Suite("Snowflake on its way") struct SnowflakeGrowthTests {
  static func flake(_ level: Double) throws -> Snowflake { try SnowflakeTests.flake(level) }

  /// The greatest distance between points of the same number.
  static func distance(_ a: [Point], _ b: [Point]) -> Double {
    a.count == b.count ? zip(a, b).map { $0.distance(to: $1) }.max() ?? 0 : .infinity
  }

  @Test("Bumps rise evenly from the sides of one level to the next", arguments: [0, 1, 2, 4])
  func rise(level: Int) throws {
    let top = try SnowflakeTests.corners(Double(level + 1))
    let height = SnowflakeTests.side * 3.0.squareRoot() / 6 / (0..<level).reduce(1.0) { product, _ in product * 3 }
    for rise in [0.001, 0.25, 0.4, 0.5, 0.75, 0.999] {
      let points = try SnowflakeTests.corners(Double(level) + rise)
      #expect(points.count == top.count)
      for index in points.indices {
        // Only the tips, each third corner of a side, are still on their way.
        let expected = index % 4 == 2 ? height * (1 - rise) : 0
        #expect(abs(points[index].distance(to: top[index]) - expected) < 1e-9)
      }
    }
  }

  @Test("The picture does not jump at a whole level")
  func continuous() throws {
    let almost = try SnowflakeTests.corners(3.0.nextDown)
    #expect(Self.distance(almost, try SnowflakeTests.corners(3)) < 1e-9)
    let barely = try SnowflakeTests.corners(2.0.nextUp)
    let whole = try SnowflakeTests.corners(2)
    #expect(Self.distance(stride(from: 0, to: barely.count, by: 4).map { barely[$0] }, whole) == 0)
    let (a, b) = (whole[0], whole[1])
    #expect(Self.distance(Array(barely[0..<4]), [0, 1, 1.5, 2].map { a.interpolated(to: b, fraction: $0 / 3) }) < 1e-9)
  }

  @Test("Area and perimeter of a level on its way are those of its outline", arguments: [0.3, 1.5, 2.4, 4.75])
  func measures(level: Double) throws {
    let flake = try Self.flake(level)
    let points = try SnowflakeTests.corners(level)
    #expect(flake.segmentCount == points.count)
    #expect(abs(outlineLength(points) / flake.perimeter - 1) < 1e-9)
    #expect(abs(shoelace(points) / flake.area - 1) < 1e-9)
  }

  @Test("Levels that can be seen are drawn whole", arguments: [0, 1, 3.5, 5])
  func detailKept(level: Double) throws {
    let flake = try Self.flake(level)
    let shortest = 400 / 243.0
    #expect(flake.path(minimumSegment: shortest * 0.999) == flake.path(minimumSegment: 0))
    #expect(try Self.flake(5).path(minimumSegment: shortest * 1.001) == Self.flake(4).path(minimumSegment: 0))
  }

  @Test("The number of segments is bounded by pixels, not by the level", arguments: [0.35, 0.7, 2, 10, 1000])
  func bounded(minimum: Double) throws {
    let deep = try Self.flake(12).path(minimumSegment: minimum)
    var bound = 3.0
    var length = 400.0 / 3
    while length >= minimum {
      bound *= 4
      length /= 3
    }
    #expect(Double(deep.elements.count) <= bound + 2)
    let points = deep.points
    #expect(minimum > 133 || zip(points, points.dropFirst()).allSatisfy { $0.distance(to: $1) >= minimum * (1 - 1e-9) })
    #expect(deep == (try Self.flake(11.5).path(minimumSegment: minimum)))
  }

  @Test("Level 12 at its default detail is a path of moderate size")
  func level12() throws {
    let path = try Snowflake.path(level: 12, center: Point(x: 640, y: 360), radius: 340)
    #expect(path.elements.count == 3 * 4096 + 1)
    #expect(try Snowflake(level: 12, radius: 340).segmentCount == 50_331_648)
  }

  @Test("The whole walk is the closed outline, and no walk its first point")
  func ends() throws {
    let flake = try Self.flake(2.4)
    #expect(flake.path(walked: 1) == flake.path())
    #expect(flake.path(walked: 7) == flake.path())
    for fraction in [0, -1, -Double.infinity] {
      #expect(flake.path(walked: fraction).elements == [.move(flake.point(atSegment: 0))])
    }
    #expect(flake.pose(atFraction: 0) == flake.pose(atSegment: 0))
    let end = flake.pose(atFraction: 1)
    #expect(end.position == flake.point(atSegment: 0))
    #expect(end.heading == flake.pose(atSegment: flake.segmentCount - 1).heading)
  }

  @Test(
    "A walk of a fraction has that fraction of the length and ends where the turtle stands",
    arguments: [0, 1, 2.4, 4, 4.99], [0.001, 0.1, 0.34, 0.51, 0.77, 0.999_999])
  func prefix(level: Double, fraction: Double) throws {
    let flake = try Self.flake(level)
    let path = flake.path(walked: fraction, minimumSegment: 0)
    let points = path.points
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(abs(length / flake.perimeter - fraction) < 1e-9)
    let pose = flake.pose(atFraction: fraction)
    #expect(path.currentPoint == pose.position)
    let whole = try SnowflakeTests.corners(level)
    #expect(Array(points.dropLast()) == Array(whole.prefix(points.count - 1)))
    let last = points[points.count - 1] - points[points.count - 2]
    #expect((last - pose.heading.unitVector * last.length).length < 1e-9)
  }

  @Test("At a corner the turtle already looks along the next segment")
  func atCorners() throws {
    let flake = try Self.flake(1)
    for index in 0..<12 {
      let pose = flake.pose(atFraction: Double(index) / 12)
      #expect(pose.heading == flake.pose(atSegment: index).heading)
      #expect(pose.position.distance(to: flake.point(atSegment: index)) < 1e-9)
      #expect(flake.path(walked: Double(index) / 12).elements.count == index + 1)
    }
  }

  @Test("A walk ends close to the same point whatever the detail")
  func prefixDetail() throws {
    let fine = try Self.flake(8)
    for fraction in [0.1, 0.123456, 0.5, 0.9] {
      let end = try #require(fine.path(walked: fraction, minimumSegment: 2).currentPoint)
      #expect(end.distance(to: fine.pose(atFraction: fraction).position) < 6)
    }
  }
}
