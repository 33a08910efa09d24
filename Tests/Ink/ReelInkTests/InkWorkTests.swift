import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelInk

/// What much ink costs, in comparisons and memory, which are the same on every machine.
@Suite("The cost of reading ink")
struct InkWorkTests {
  private let canvas = Size(width: 720, height: 720)

  private func events(_ ink: Ink) -> InkEvents { InkEvents(of: ink, fit: .identity, speed: 1, pause: 300) }

  @Test("A thousand strokes of one pen need no sorting, with or without times")
  func onePen() {
    let strokes = (0..<1000).map { number in
      Ink.Stroke(
        points: (0..<3).map { Ink.Sample(Point(x: Double($0), y: 0), milliseconds: Double(number * 10 + $0)) })
    }
    let timed = events(Ink(strokes: strokes, format: "test"))
    #expect(timed.inOrder.count == 4000 && timed.comparisons == 0)
    // Nothing is left over of memory that grew.
    #expect(timed.inOrder.capacity < 4400)
    let untimed = strokes.map { Ink.Stroke(points: $0.points.map { Ink.Sample($0.point) }) }
    #expect(events(Ink(strokes: untimed, format: "test")).comparisons == 0)
  }

  @Test("Events of two fingers are sorted by time, and simultaneous ones keep their order")
  func twoFingers() {
    func stroke(_ touch: Int, _ times: [Double]) -> Ink.Stroke {
      Ink.Stroke(points: times.map { Ink.Sample(Point(x: $0, y: 0), milliseconds: $0) }, touch: touch)
    }
    let sorted = events(Ink(strokes: [stroke(0, [0, 10, 20]), stroke(1, [5, 10, 15])], format: "test"))
    #expect(sorted.comparisons > 0)
    #expect(sorted.inOrder.map(\.milliseconds) == [0, 5, 10, 10, 15, 15, 20, 20])
    #expect(sorted.inOrder.map(\.touch) == [0, 1, 0, 1, 1, 1, 0, 0])
  }

  @Test("Short and long strokes take hardly more memory than their points")
  func memory() throws {
    for count in [2, 3, 5, 33, 65, 1000] {
      let columns = "[\((0..<count).map(String.init).joined(separator: ","))]"
      let strokes = Array(repeating: "[\(columns),\(columns)]", count: 50).joined(separator: ",")
      let ink = try InkSamples.read("{\"drawing\":[\(strokes)]}")
      #expect(ink.strokes.count == 50)
      let room = ink.strokes.reduce(0) { $0 + $1.points.capacity }
      // The memory of a long stroke is that in which it grew.
      #expect(Double(room) < Double(50 * count) * (count < 64 ? 1.6 : 2.1), "\(count) points a stroke")
    }
  }

  @Test("Short strokes with times reach the limit of points before any limit of values")
  func shortStrokes() throws {
    let strokes = (0..<50).map { "[[\($0),1],[2,3],[\($0 * 10),\($0 * 10 + 5)]]" }.joined(separator: ",")
    let ink = try InkSamples.read("{\"drawing\":[\(strokes)]}", InkOptions(pointLimit: 100))
    #expect(ink.pointCount == 100)
  }

  @Test("A session with the maximum number of dots can be read again")
  func dots() throws {
    let limit = 10
    let dots = (0..<limit).map { "[[\($0)],[0]]" }.joined(separator: ",")
    let options = InkOptions(pointLimit: limit)
    let session = try InkSamples.read("{\"drawing\":[\(dots)]}", options).session(canvas: canvas, margin: 72)
    let text = try session.text()
    #expect(try InkFile.read(text, name: "dots", options: options).recorded == session)
  }
}
