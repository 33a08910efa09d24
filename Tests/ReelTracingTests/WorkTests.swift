import ReelGeometry
import ReelTestSupport
import ReelTracing
import Testing

@Suite("Work of a tracer")
struct WorkTests {
  /// A path that goes to and fro over a square, and how many waypoints it has at a distance of 1.
  private func meander(rows: Int) -> Path {
    Path(
      points: (0..<rows).flatMap { row in
        let ends = [Point(x: 0, y: 4 * Double(row)), Point(x: 100, y: 4 * Double(row))]
        return row % 2 == 0 ? ends : ends.reversed()
      })
  }

  @Test("What is looked at for a touch does not grow with the number of waypoints", arguments: Tracer.Rule.allCases)
  func independent(rule: Tracer.Rule) throws {
    let looks = try [2, 80].map { rows in
      var random = Seeded()
      let path = meander(rows: rows)
      var tracer = try tracer([path], maxDistance: 1, rule: rule)
      #expect(tracer.expected[0].waypoints.count > (rows == 80 ? 10_000 : 250))
      let touches = 5000
      var place = Point(x: 50, y: 2)
      for index in 0..<touches {
        if index % 50 == 0 { place = Point(x: random.double(0...100), y: random.double(0...Double(4 * rows - 4))) }
        place += Vector(dx: random.double(-1...1), dy: random.double(-1...1))
        let phase = index % 50 == 0 ? TouchEvent.Phase.began : .moved
        _ = tracer.handle(TouchEvent(milliseconds: Double(index), phase: phase, point: place))
      }
      return Double(tracer.candidatesLookedAt) / Double(touches)
    }
    #expect(looks[1] < 30)
    // With few waypoints many are met soon and need not be looked at again, hence the room.
    #expect(looks[1] < 3 * looks[0] + 3)
  }

  @Test("A line from one end of the world to the other looks at each waypoint once at most")
  func longLine() throws {
    var tracer = try tracer([meander(rows: 20)], maxDistance: 1)
    let count = tracer.expected[0].waypoints.count
    tracer.draw((-1e12, 10), (1e12, 11))
    #expect(tracer.candidatesLookedAt <= 2 * count)
  }
}
