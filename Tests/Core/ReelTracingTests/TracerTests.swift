import ReelGeometry
import ReelTestSupport
import ReelTracing
import Testing

@Suite("Tracer")
struct TracerTests {
  @Test("A traced T is inside all the way and complete", arguments: Tracer.Rule.allCases)
  func letter(rule: Tracer.Rule) throws {
    var tracer = try tracer(letterT, rule: rule)
    var lines = tracer.draw(stride(from: 70.0, through: 350, by: 10).map { Point(x: $0, y: 247) })
    #expect(tracer.progress[0] == 1)
    #expect(!tracer.isComplete)
    lines += tracer.draw(stride(from: 245.0, through: 650, by: 10).map { Point(x: 203, y: $0) }, from: 1000)
    #expect(lines.count == 28 + 40)
    #expect(lines.allSatisfy { $0.isInside })
    #expect(tracer.progress == [1, 1])
    // The last waypoint is met as soon as the finger is 20 away from it, not where the stroke ends.
    #expect(tracer.completedAt == 1390)
  }

  @Test("A tap is a line of one point, and meets nothing but a dot", arguments: Tracer.Rule.allCases)
  func tap(rule: Tracer.Rule) throws {
    var tracer = try tracer([path((10, 10)), path((100, 10), (200, 10))], rule: rule)
    let isOriginal = rule == .original
    let dot = tracer.draw((12, 10))
    #expect(dot.map(\.isInside) == (isOriginal ? [] : [true]))
    #expect(dot.allSatisfy { $0.start == Point(x: 12, y: 10) && $0.length == 0 })
    #expect(tracer.progress == [isOriginal ? 0 : 1, 0])
    #expect(tracer.draw((100, 10)).map(\.isInside) == (isOriginal ? [] : [true]))
    #expect(tracer.progress[1] == 0)
    #expect(tracer.draw((50, 100)).map(\.isInside) == (isOriginal ? [] : [false]))
  }

  /// The dot of an i, 30 points high: anywhere on it, and with a finger that shakes a little.
  @Test(
    "A tapped dot completes an i", arguments: [[Point(x: 360, y: 88)], [Point(x: 364, y: 112), Point(x: 369, y: 115)]])
  func dotOfI(tap: [Point]) throws {
    for rule in Tracer.Rule.allCases where rule != .original {
      var tracer = try tracer([path((360, 285), (360, 633)), path((360, 86), (360, 116))], maxDistance: 24, rule: rule)
      #expect(
        tracer.draw(stride(from: 285.0, through: 633, by: 12).map { Point(x: 358, y: $0) }).allSatisfy { $0.isInside })
      #expect(!tracer.isComplete)
      #expect(tracer.draw(tap).allSatisfy { $0.isInside })
      #expect(tracer.isComplete, "\(rule)")
    }
  }

  @Test("A cancelled tap draws nothing and meets nothing")
  func cancelledTap() throws {
    var tracer = try tracer([path((10, 10))])
    _ = tracer.handle(TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 10, y: 10)))
    #expect(tracer.handle(TouchEvent(milliseconds: 50, phase: .cancelled, point: Point(x: 10, y: 10))).isEmpty)
    #expect(!tracer.isComplete)
  }

  @Test("A fast finger that leaves the corridor between two inside ends is outside")
  func shortCut() throws {
    let corner = path((0, 0), (100, 0), (100, 100))
    var ours = try tracer([corner], maxDistance: 10)
    #expect(ours.draw((0, 0), (100, 100)).map(\.isInside) == [false])
    var original = try tracer([corner], maxDistance: 10, rule: .original)
    #expect(original.draw((0, 0), (100, 100)).map(\.isInside) == [true])
  }

  @Test("A fast finger that stays in the corridor is inside and meets all on its way")
  func fastFinger() throws {
    for rule in [Tracer.Rule.anywhere, .inOrder] {
      var tracer = try tracer(letterT, rule: rule)
      #expect(tracer.draw((65, 250), (352, 240)).map(\.isInside) == [true])
      // The two waypoints at the top of the second stroke are on the way too, unless its turn has still to come.
      #expect(tracer.progress == [1, rule == .anywhere ? 2.0 / 33 : 0])
    }
    // The original rule saw only the ends.
    var original = try tracer(letterT, rule: .original)
    original.draw((65, 250), (352, 240))
    #expect(original.progress[0] < 0.5)
  }

  @Test("The verdict is that of the line looked at point by point")
  func sampledVerdict() throws {
    var random = Seeded()
    for _ in 0..<20 {
      var path = Path()
      path.move(to: random.point(0...100))
      path.addLine(to: random.point(0...100))
      path.addCurve(to: random.point(0...100), control1: random.point(0...100), control2: random.point(0...100))
      let maxDistance = random.double(3...30)
      let polyline = path.flattened(tolerance: 0.1)[0]
      var tracer = try tracer([path], maxDistance: maxDistance)
      for _ in 0..<30 {
        let (a, b) = (random.point(-20...120), random.point(-20...120))
        let farthest = (0...100).map { step in
          distance(a.interpolated(to: b, fraction: Double(step) / 100), to: polyline)
        }.max()!
        // Between two samples, and beside the curve, a little is left open.
        if abs(farthest - maxDistance) < 1 { continue }
        let line = tracer.draw([a, b])[0]
        #expect(line.isInside == (farthest < maxDistance), "\(random) \(a) \(b)")
      }
    }
  }

  private func distance(_ point: Point, to polyline: [Point]) -> Double {
    zip(polyline, polyline.dropFirst()).map { start, end in
      let way = end - start
      let square = way.dot(way)
      let fraction = square > 0 ? min(1, max(0, (point - start).dot(way) / square)) : 0
      return point.distance(to: start + way * fraction)
    }.min()!
  }

  @Test("A point exactly at the distance is outside, and meets its waypoint")
  func limit() throws {
    for rule in [Tracer.Rule.anywhere, .original] {
      var tracer = try tracer([path((0, 0))], maxDistance: 5, rule: rule)
      #expect(tracer.draw((3, 4), (3, 4)).map(\.isInside) == [false])
      #expect(tracer.isComplete)
    }
  }

  @Test("What is complete stays complete, and what was met stays met", arguments: Tracer.Rule.allCases)
  func neverBack(rule: Tracer.Rule) throws {
    var random = Seeded()
    var tracer = try tracer(letterT, rule: rule)
    var before = tracer.progress
    var completedAt: Double?
    var point = Point(x: 70, y: 245)
    for index in 0..<4000 {
      // A scribble along the T, with jumps and with other fingers.
      point = index % 7 == 0 ? random.point(0...700) : point + (random.point(-15...15) - .zero)
      let phase = TouchEvent.Phase.allCases.randomElement(using: &random)!
      let event = TouchEvent(
        milliseconds: Double(index), phase: index % 3 == 0 ? .moved : phase, point: point,
        touch: Int.random(in: 0...2, using: &random))
      _ = tracer.handle(event)
      #expect(zip(before, tracer.progress).allSatisfy(<=), "\(random)")
      #expect(tracer.meanProgress == tracer.progress.reduce(0, +) / Double(tracer.progress.count), "\(random)")
      if let completedAt { #expect(tracer.completedAt == completedAt, "\(random)") }
      before = tracer.progress
      completedAt = tracer.completedAt
    }
    tracer.draw(stride(from: 70.0, through: 350, by: 5).map { Point(x: $0, y: 247) }, touch: 9)
    tracer.draw(stride(from: 245.0, through: 650, by: 5).map { Point(x: 203, y: $0) }, touch: 9)
    #expect(tracer.progress == [1, 1], "\(random)")
    // So much of the scribble is outside that the letter is not complete, except by the original rule.
    #expect(tracer.isComplete == (rule == .original) || completedAt != nil, "\(random)")
  }

  @Test("Waypoints can be met in any order: strokes backwards, in pieces, shuffled")
  func anyOrder() throws {
    var random = Seeded()
    var pieces: [[Point]] = []
    for y in stride(from: 245.0, to: 650, by: 9) { pieces.append([Point(x: 204, y: y), Point(x: 206, y: y + 9)]) }
    for x in stride(from: 70.0, to: 350, by: 7) { pieces.append([Point(x: x + 7, y: 244), Point(x: x, y: 246)]) }
    for _ in 0..<20 {
      for rule in [Tracer.Rule.anywhere, .original] {
        var tracer = try tracer(letterT, rule: rule)
        for (index, piece) in pieces.shuffled(using: &random).enumerated() {
          #expect(!tracer.isComplete || index > 20, "\(random)")
          tracer.draw(piece, from: Double(100 * index))
        }
        #expect(tracer.isComplete, "\(random)")
        #expect(tracer.progress == [1, 1], "\(random)")
      }
    }
  }

  @Test("Few samples a stroke never complete what was not met")
  func sparse() throws {
    var tracer = try tracer(letterT, rule: .original)
    for x in [70.0, 140, 210, 280, 350] { tracer.draw((x, 245), (x + 1, 245)) }
    for y in [245.0, 350, 450, 550, 650] { tracer.draw((205, y), (205, y + 1)) }
    #expect(!tracer.isComplete)
    #expect(tracer.progress.allSatisfy { $0 > 0 && $0 < 1 })
  }

  @Test("Several fingers draw at once, each its own line")
  func fingers() throws {
    var tracer = try tracer(letterT)
    var lines: [TracedLine] = []
    func event(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, _ touch: Int, _ time: Double) -> TouchEvent {
      TouchEvent(milliseconds: time, phase: phase, point: Point(x: x, y: y), touch: touch)
    }
    lines += tracer.handle(event(.began, 70, 245, 1, 0))
    lines += tracer.handle(event(.began, 205, 245, 2, 5))
    lines += tracer.handle(event(.moved, 350, 245, 1, 10))
    lines += tracer.handle(event(.moved, 205, 650, 2, 15))
    lines += tracer.handle(event(.ended, 350, 245, 1, 20))
    lines += tracer.handle(event(.ended, 205, 650, 2, 25))
    #expect(lines.map(\.touch) == [1, 2])
    #expect(lines.map(\.startMilliseconds) == [0, 5])
    #expect(lines.allSatisfy { $0.isInside })
    #expect(tracer.completedAt == 15)
  }

  @Test("A cancelled touch adds no line and forgets the finger")
  func cancelled() throws {
    var tracer = try tracer(letterT)
    _ = tracer.handle(TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 70, y: 245)))
    #expect(tracer.handle(TouchEvent(milliseconds: 1, phase: .cancelled, point: Point(x: 350, y: 245))).isEmpty)
    #expect(tracer.handle(TouchEvent(milliseconds: 2, phase: .moved, point: Point(x: 350, y: 245))).isEmpty)
    #expect(tracer.progress == [0, 0])
  }

  @Test("A lift somewhere else draws the rest of the way, but not by the original rule")
  func lift() throws {
    for rule in Tracer.Rule.allCases {
      var tracer = try tracer(letterT, rule: rule)
      _ = tracer.handle(TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 70, y: 245)))
      let lines = tracer.handle(TouchEvent(milliseconds: 1, phase: .ended, point: Point(x: 90, y: 245)))
      #expect(lines.count == (rule == .original ? 0 : 1))
    }
  }

  @Test("Without expected paths every line is inside and nothing completes", arguments: Tracer.Rule.allCases)
  func plain(rule: Tracer.Rule) throws {
    var tracer = try tracer([], rule: rule)
    #expect(tracer.draw((0, 0), (500, 3)).map(\.isInside) == [true])
    #expect(tracer.progress.isEmpty)
    #expect(!tracer.isComplete)
  }

  @Test("Events far away or without a finite point do no harm", arguments: Tracer.Rule.allCases)
  func wild(rule: Tracer.Rule) throws {
    var tracer = try tracer(letterT, rule: rule)
    let wild = [0, 205, 245, 1e9, -1e15, 1e300, -1.7e308, 1.7e308, .nan, .infinity, Double.leastNonzeroMagnitude]
    for x in wild {
      for y in wild {
        for line in tracer.draw([Point(x: x, y: y), Point(x: y, y: x), Point(x: 205, y: y), Point(x: x, y: 300)]) {
          #expect(line.start.x.isFinite && line.end.y.isFinite)
          if abs(line.end.x) > 1e6 || abs(line.end.y) > 1e6 { #expect(!line.isInside) }
        }
      }
    }
    // Lines from the end of the world meet all waypoints, but almost nothing of them is inside.
    #expect(rule != .anywhere || tracer.progress == [1, 1])
    #expect(!tracer.isComplete)
    #expect(throws: InvalidValue.self) {
      try Tracer(expected: [ExpectedPath(path((1e300, 0)), maxDistance: 1)], maxDistance: 1)
    }
    #expect(throws: InvalidValue.self) {
      try Tracer(expected: [ExpectedPath(letterT[0], maxDistance: 20)], maxDistance: 10)
    }
  }
}
