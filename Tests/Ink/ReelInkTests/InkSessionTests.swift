import ReelGeometry
import ReelTracing
import Testing

@testable import ReelInk

@Suite("Ink on a canvas")
struct InkSessionTests {
  private func ink(_ strokes: [[(x: Double, y: Double, time: Double?)]], expected: [String] = []) -> Ink {
    Ink(
      strokes: strokes.map { points in
        Ink.Stroke(points: points.map { Ink.Sample(Point(x: $0.x, y: $0.y), milliseconds: $0.time) })
      }, expected: expected.map { Path(svg: $0) }, format: "test", name: "n")
  }

  private let canvas = Size(width: 220, height: 120)

  @Test("Ink is scaled to the margin, centred, without distortion")
  func fit() {
    let wide = ink([[(0, 0, 5), (100, 10, 6)]]).session(canvas: canvas, margin: 10)
    #expect(wide.events.map(\.point) == [Point(x: 10, y: 50), Point(x: 210, y: 70), Point(x: 210, y: 70)])
    let tall = ink([[(0, 0, 5), (10, 100, 6)]]).session(canvas: canvas, margin: 10)
    #expect(tall.events.first?.point == Point(x: 105, y: 10) && tall.events.last?.point == Point(x: 115, y: 110))
    #expect(wide.header.name == "n" && wide.header.canvas == canvas)
  }

  @Test("Strokes and paths are fitted together, curves by their course, not by their handles")
  func fitPaths() throws {
    let session = ink([[(0, 0, 1), (20, 0, 2)]], expected: ["M0 0C0 -40 20 -40 20 0"]).session(
      canvas: canvas, margin: 10)
    // The curve rises to 30 of its handles' 40; 100 of the canvas for it.
    let bottom = try #require(session.events.first).point.y
    let handles = try #require(session.header.expected.first?.controlBounds).minY
    let top: Double = 110 - 400.0 / 3
    #expect(abs(bottom - 110) < 0.2)
    #expect(abs(handles - top) < 0.5)
  }

  @Test("A dot is centred, a horizontal line fills the width, and an excessive margin leaves half the canvas")
  func degenerate() {
    let dot = ink([[(1e9, -1e9, nil)]]).session(canvas: canvas, margin: 10)
    #expect(dot.events.map(\.point) == [Point(x: 110, y: 60), Point(x: 110, y: 60)])
    #expect(dot.events.map(\.phase) == [.began, .ended])
    let level = ink([[(5, 5, nil), (6, 5, nil)]]).session(canvas: canvas, margin: 10)
    #expect(level.events.first?.point == Point(x: 10, y: 60) && level.events.last?.point == Point(x: 210, y: 60))
    let narrow = ink([[(0, 0, nil), (1, 0, nil)]]).session(canvas: canvas, margin: 200)
    #expect(narrow.events.first?.point == Point(x: 55, y: 60))
  }

  @Test("The ink's own canvas has its aspect ratio, at most 2:1, and is square for a dot")
  func ownCanvas() {
    func canvas(_ width: Double, _ height: Double) -> Size {
      ink([[(5, 5, nil), (5 + width, 5 + height, nil)]]).canvas(shorterSide: 100)
    }
    #expect(canvas(0, 0) == Size(width: 100, height: 100) && canvas(7, 7) == Size(width: 100, height: 100))
    #expect(canvas(150, 100) == Size(width: 140, height: 100))
    #expect(canvas(100, 150) == Size(width: 100, height: 140))
    #expect(canvas(1e9, 1) == Size(width: 200, height: 100) && canvas(0, 3) == Size(width: 100, height: 200))
    // Room for a tenth of the shorter side is left on every side, and no more.
    let session = ink([[(0, 0, nil), (150, 100, nil)]]).session(canvas: canvas(150, 100), margin: 10)
    #expect(session.events.first?.point == Point(x: 10, y: 10))
    #expect(session.events.last?.point == Point(x: 130, y: 90))
  }

  @Test("Times count from the first point, and a stroke touches down, moves and lifts")
  func times() {
    let session = ink([[(0, 0, 100), (1, 0, 110), (2, 0, 110)], [(0, 1, 400)]]).session(canvas: canvas, margin: 10)
    #expect(session.events.map(\.milliseconds) == [0, 10, 10, 10, 300, 300])
    #expect(session.events.map(\.phase) == [.began, .moved, .moved, .ended, .began, .ended])
  }

  @Test("Assumed times have a constant speed and a pause between strokes")
  func madeUpTimes() {
    // 200 of 220 points of the canvas at 220 points in 1.5 seconds.
    let session = ink([[(0, 0, nil), (1, 0, nil), (4, 0, nil)], [(0, 0, nil)]]).session(canvas: canvas, margin: 10)
    let whole: Double = 200.0 / 220.0 * 1500
    let expected: [Double] = [0, whole / 4, whole, whole, whole + 300, whole + 300]
    for (event, time) in zip(session.events, expected) { #expect(abs(event.milliseconds - time) < 1e-6) }
    // One time for all is none.
    let still = ink([[(0, 0, 7), (1, 0, 7)]])
    #expect(!still.hasTime && still.session(canvas: canvas, margin: 10).milliseconds > 0)
  }

  @Test("Times that run backwards are put in order for each finger separately")
  func backwards() throws {
    let text = #"{"drawing":[[[0,1,2],[0,0,0],[0,10,5]],[[0,1],[1,1],[3,4]]]}"#
    let read = try InkSamples.read(text)
    #expect(read.strokes[0].points.map(\.milliseconds) == [0, 10, 10])
    #expect(read.strokes[1].points.map(\.milliseconds) == [10, 11])
    #expect(read.notes == ["times that run backwards were put in order"])
    #expect(try InkSamples.read(InkSamples.pointerEvents).notes.isEmpty)
  }

  @Test("Ink written as a session is read as the same ink")
  func roundTrip() throws {
    for (text, options) in InkSamples.all {
      let session = try InkSamples.read(text, options).session(canvas: canvas, margin: 10)
      var tracer: Tracer?
      #expect(throws: Never.self) { tracer = try session.header.tracer() }
      for event in session.events { _ = tracer?.handle(event) }
    }
  }
}
