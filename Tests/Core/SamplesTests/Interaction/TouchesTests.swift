import Reel
import ReelInteraction
import ReelTesting
import Testing

@testable import reel_sample_touches

@Suite("The touches sample") struct TouchesTests {
  @Test("What fingers did while a film was recorded is in it, and the film is drawn again frame by frame")
  func again() async throws {
    let (clock, keeper) = (ManualClock(), MemorySink())
    let steps = 40
    async let recorded = Touches.record(into: keeper, clock: clock, steps: steps)
    for _ in 0..<steps {
      // The recorder waits for its next frame, the fingers for their next step.
      await clock.sleepers(2)
      clock.advance(by: .milliseconds(25))
    }
    let film = try await recorded
    // The recorder may have stopped before it drew the last of them.
    #expect((2 * (steps - 1)...2 * (steps + 1)).contains(film.session.events.count))
    #expect(film.session.events.map(\.milliseconds) == film.session.events.map(\.milliseconds).sorted())

    let frames = keeper.frames
    #expect(frames.count > 15)
    let again = try SceneSource(film, size: Touches.size, frameRate: Touches.frameRate)
    var bitmap = Bitmap(size: Touches.size)
    for frame in frames {
      _ = try again.draw(at: frame.time, into: &bitmap)
      #expect(bitmap == frame.bitmap, "frame \(frame.time.index)")
    }
    // Both spirals are there.
    let last = try #require(frames.last).bitmap
    let paper = last[1, 1]
    for side in [40..<120, 200..<280] {
      #expect(side.contains { x in (60..<180).contains { y in last[x, y] != paper } })
    }
  }
}
