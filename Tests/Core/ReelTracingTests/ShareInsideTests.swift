import ReelGeometry
import ReelTracing
import Testing

@Suite("Share inside")
struct ShareInsideTests {
  @Test("A drawing of which too little is inside is complete once more of it is, and stays so")
  func later() throws {
    var tracer = try Tracer(
      expected: [ExpectedPath(path((0, 0), (100, 0)), maxDistance: 5)], maxDistance: 5, minInside: 0.75)
    tracer.draw((0, 0), (100, 0))
    #expect(tracer.isComplete)
    tracer = try Tracer(
      expected: [ExpectedPath(path((0, 0), (100, 0)), maxDistance: 5)], maxDistance: 5, minInside: 0.75)
    tracer.draw((0, 50), (100, 50))
    tracer.draw((0, 0), (100, 0))
    #expect(tracer.progress == [1] && !tracer.isComplete)
    // 200 of 300 points are inside, then 300 of 400.
    tracer.draw((0, 1), (100, 1))
    #expect(!tracer.isComplete)
    tracer.draw((0, 2), (100, 2))
    #expect(tracer.isComplete)
    tracer.draw((0, 50), (100, 50), (0, 50), (100, 50))
    #expect(tracer.isComplete)
  }

  @Test("A share that is not from 0 to 1 is refused", arguments: [-0.1, 1.1, .nan])
  func wrongShare(share: Double) {
    #expect(throws: InvalidValue.self) { try Tracer(expected: [], maxDistance: 1, minInside: share) }
  }
}
