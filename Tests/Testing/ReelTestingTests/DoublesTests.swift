import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTesting
import Testing

@Suite("A clock, a source and a sink for tests")
struct DoublesTests {
  @Test("The clock stands until it is moved, and wakes whoever is due")
  func clock() async throws {
    let clock = ManualClock()
    let woken = Task {
      try await clock.sleep(for: .seconds(1))
      return clock.now.offset
    }
    let late = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(999))
    #expect(clock.now.offset == .milliseconds(999))
    clock.advance(by: .milliseconds(1))
    #expect(try await woken.value == .seconds(1))
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    try await clock.sleep(until: clock.now, tolerance: nil)
  }

  @Test("A source writes numbers up to 2²⁴ − 1 that can be read, and counts what it was asked for")
  func counting() async throws {
    let source = CountingSource(size: PixelSize(width: 2, height: 2)) { $0 == 300 }
    var bitmap = Bitmap(size: source.size)
    for index in [0, 255, 256, 65_536, (1 << 24) - 1] {
      #expect(try source.draw(at: FrameTime(index: index, frameRate: 10), into: &bitmap).isAll)
      #expect(CountingSource.number(in: bitmap) == index)
    }
    #expect(try source.draw(at: FrameTime(index: 300, frameRate: 10), into: &bitmap).isEmpty)
    #expect(source.count == 6)
    await source.drawn(6)
  }

  @Test(
    "What is told to fail fails there, and the recording says so",
    arguments: [PlannedFailure.Step.begin, .append(4), .finish, .draw(4)])
  func failing(step: PlannedFailure.Step) async throws {
    let sink = MemorySink(failingAt: step)
    let source = CountingSource(failingAt: step == .draw(4) ? 4 : nil)
    let recorder = try Recorder(source: source, sink: sink)
    await #expect(throws: PlannedFailure(step)) { try await recorder.record(frames: 8) }
    // Nobody waits for what will not be.
    await sink.appended(100)
    #expect(sink.isClosed && sink.hasFailed == (step != .draw(4)))
    #expect(sink.calls.last == .cancel)
    if step == .append(4) { #expect(sink.indices == [0, 1, 2, 3, 4]) }
  }

  @Test("A sink hands each frame to its closure, whose error ends the recording")
  func closure() async throws {
    struct Full: Error {}
    let sink = MemorySink { frame in if frame.time.index == 2 { throw Full() } }
    await #expect(throws: Full.self) { try await Recorder(source: CountingSource(), sink: sink).record(frames: 5) }
    #expect(sink.indices == [0, 1])
  }
}
