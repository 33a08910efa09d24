import ReelGeometry
import ReelTracing
import Testing

@Suite("In order")
struct InOrderTests {
  @Test("Tracing from the end meets nothing and is outside")
  func backwards() throws {
    var tracer = try tracer([letterT[0]], rule: .inOrder)
    let lines = tracer.draw(stride(from: 350.0, through: 100, by: -10).map { Point(x: $0, y: 245) })
    #expect(lines.allSatisfy { !$0.isInside })
    #expect(tracer.progress == [0])
    // The end of the way comes to the beginning of the path: the first waypoints are met now, backwards or not.
    tracer.draw((100, 245), (70, 245))
    #expect(tracer.progress[0] > 0 && tracer.progress[0] < 0.5)
  }

  @Test("The second path is not due before the first is done")
  func strokeOrder() throws {
    var tracer = try tracer(letterT, rule: .inOrder)
    let early = tracer.draw((205, 300), (205, 650))
    #expect(early.map(\.isInside) == [false])
    #expect(tracer.progress == [0, 0])
    tracer.draw((70, 245), (350, 245))
    #expect(tracer.progress == [1, 0])
    #expect(tracer.draw((205, 245), (205, 650)).map(\.isInside) == [true])
    #expect(tracer.isComplete)
  }

  @Test("Going over what is done again is inside")
  func again() throws {
    var tracer = try tracer([letterT[0]], rule: .inOrder)
    tracer.draw((70, 245), (200, 245))
    let before = tracer.progress
    #expect(tracer.draw((190, 245), (80, 245)).map(\.isInside) == [true])
    #expect(tracer.progress == before)
    #expect(tracer.draw((260, 245), (340, 245)).map(\.isInside) == [false])
  }

  @Test("A finger that leaves a waypoint out comes no further until it comes back for it")
  func leftOut() throws {
    var tracer = try tracer([path((0, 0), (200, 0))], maxDistance: 10, rule: .inOrder)
    tracer.draw((0, 0), (80, 0), (100, 30), (120, 0), (200, 0))
    #expect(tracer.progress[0] < 0.6)
    tracer.draw((80, 0), (200, 0))
    #expect(tracer.isComplete)
  }

  @Test("In the corridor but out of turn is neither inside nor outside, and the mistake has a name")
  func mistakes() throws {
    var tracer = try tracer(letterT, rule: .inOrder)
    #expect(tracer.nextPath == 0 && tracer.mistake == nil)
    let early = tracer.draw((205, 400), (205, 500))
    #expect(early.map(\.isOutOfTurn) == [true] && early.map(\.isInCorridor) == [true] && tracer.mistake == .order)
    let backwards = tracer.draw((340, 245), (300, 245), (260, 245))
    #expect(backwards.allSatisfy { $0.isOutOfTurn && !$0.isInside } && tracer.mistake == .direction)
    #expect(tracer.draw((20, 20), (40, 20)).map(\.isOutOfTurn) == [false])
    tracer.draw((70, 245), (350, 245))
    #expect(tracer.mistake == nil && tracer.nextPath == 1)
    tracer.draw((205, 245), (205, 650))
    #expect(tracer.isComplete && tracer.nextPath == nil)
  }

  @Test("Stroke by stroke, each goes any way, but one after another")
  func strokeByStroke() throws {
    var tracer = try tracer(letterT, rule: .strokeByStroke)
    #expect(tracer.draw((205, 300), (205, 650)).map(\.isOutOfTurn) == [true])
    #expect(tracer.progress == [0, 0] && tracer.mistake == .order)
    #expect(tracer.draw((350, 245), (70, 245)).map(\.isInside) == [true])
    #expect(tracer.progress == [1, 0] && tracer.mistake == nil && tracer.nextPath == 1)
    #expect(tracer.draw((205, 650), (205, 245)).map(\.isInside) == [true])
    #expect(tracer.isComplete)
  }

  /// An eight, an S that touches itself, an m that goes up the stem it came down, and a needle whose ways lie within one corridor.
  @Test(
    "Letters that loop back on themselves complete in order",
    arguments: [
      "M40 16C40 7 33 0 22 0C11 0 4 7 4 16C4 26 13 30 22 34C33 38.5 44 43 44 53C44 63 34 70 22 70C10 70 0 63 0 53C0 43 11 38.5 22 34C31 30 40 26 40 16",
      "M0 35V70V50A14 15 0 0 1 28 50V70V50A14 15 0 0 1 56 50V70", "M0 0L100 0L0 1L100 2L0 3", "M0 0V100V0V100",
      "M0 0C150 0 150 120 60 120C-30 120 -30 0 120 0",
    ])
  func loops(data: String) throws {
    let path = Path(svg: data)
    for maxDistance in [2.0, 5, 11] {
      let way = path.flattened(tolerance: 0.02)[0]
      var dense = try tracer([path], maxDistance: maxDistance, rule: .inOrder)
      var last = 0.0
      for (start, end) in zip(way, way.dropFirst()) {
        let lines = dense.draw([start, end])
        #expect(lines.allSatisfy { $0.isInside }, "at \(end), \(maxDistance)")
        #expect(dense.progress[0] >= last)
        last = dense.progress[0]
      }
      #expect(dense.isComplete)
      // The first half of the way never completes the letter, even where the second half lies upon it.
      var half = try tracer([path], maxDistance: maxDistance, rule: .inOrder)
      let length = path.length
      var drawn = 0.0
      for (start, end) in zip(way, way.dropFirst()) where drawn + start.distance(to: end) <= length / 2 {
        drawn += start.distance(to: end)
        half.draw([start, end])
      }
      #expect(!half.isComplete)
      var back = try tracer([path], maxDistance: maxDistance, rule: .inOrder)
      back.draw(way.suffix(way.count / 4).reversed())
      #expect(!back.isComplete)
    }
  }
}
