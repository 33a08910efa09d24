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
      var point = Point(x: 50, y: 2)
      for index in 0..<touches {
        if index % 50 == 0 { point = Point(x: random.double(0...100), y: random.double(0...Double(4 * rows - 4))) }
        point += Vector(dx: random.double(-1...1), dy: random.double(-1...1))
        let phase = index % 50 == 0 ? TouchEvent.Phase.began : .moved
        _ = tracer.handle(TouchEvent(milliseconds: Double(index), phase: phase, point: point))
      }
      return Double(tracer.candidatesLookedAt) / Double(touches)
    }
    #expect(looks[1] < 30)
    // With few waypoints many are met soon and need not be looked at again, hence the room.
    #expect(looks[1] < 3 * looks[0] + 3)
  }

  @Test("On paths that lie close together a touch looks at a few pieces, not at all around it")
  func dense() throws {
    // Five hundred rows in a square that is ten corridors high: hundreds of pieces in each cell.
    let rows = 500
    let path = Path(
      points: (0..<rows).flatMap { row in
        let ends = [Point(x: 0, y: 0.2 * Double(row)), Point(x: 100, y: 0.2 * Double(row))]
        return row % 2 == 0 ? ends : ends.reversed()
      })
    let header = TraceSession.Header(canvas: Size(width: 100, height: 100), expected: [path], maxDistance: 10)
    var tracer = try header.tracer()
    // All waypoints are met first, so that only the verdicts are counted.
    for point in tracer.expected[0].waypoints {
      _ = tracer.handle(TouchEvent(milliseconds: 0, phase: .moved, point: point))
    }
    #expect(tracer.isComplete)
    let before = tracer.candidatesLookedAt
    var random = Seeded()
    let touches = 1000
    var point = Point(x: 50, y: 50)
    for _ in 0..<touches {
      point = Point(
        x: min(99, max(1, point.x + random.double(-2...2))), y: min(99, max(1, point.y + random.double(-2...2))))
      let lines = tracer.handle(TouchEvent(milliseconds: 1, phase: .moved, point: point))
      #expect(!lines.contains { !$0.isInside })
    }
    let looks = Double(tracer.candidatesLookedAt - before) / Double(touches)
    #expect(looks < 60, "\(looks) pieces a touch; the seed is \(random.seed)")
  }

  @Test("A line from one end of the world to the other looks at each waypoint once at most")
  func longLine() throws {
    var tracer = try tracer([meander(rows: 20)], maxDistance: 1)
    let count = tracer.expected[0].waypoints.count
    tracer.draw((-1e12, 10), (1e12, 11))
    #expect(tracer.candidatesLookedAt <= 2 * count)
  }
}
