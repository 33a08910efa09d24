import ReelCanvas
import ReelGeometry
import ReelTesting
import ReelVideo
import Testing

@testable import ReelRecording

@Suite struct RecorderTests {
  @Test("Virtual time captures every frame in order and drops none, however slow the sink")
  func virtualTime() async throws {
    let sink = MemorySink()
    let recorder = try Recorder(source: CountingSource(), sink: sink, frameRate: 10)
    let recording = try await recorder.record(for: .seconds(3))
    #expect(recording.frameCount == 30)
    #expect(recording.duration == 3)
    #expect(recording.statistics.captured == 30)
    #expect(recording.statistics.missed == 0)
    #expect(recording.statistics.dropped == 0)
    var expected: [MemorySink.Call] = [.begin(PixelSize(width: 32, height: 16))]
    expected += (0..<30).map { .append($0) }
    expected += [.finish(30)]
    #expect(sink.calls == expected)
    #expect(sink.frames.map { CountingSource.number(in: $0.bitmap) } == Array(0..<30))
    #expect(sink.frames.allSatisfy { !$0.changed.isEmpty })
  }

  @Test("A frame in which nothing changed is sent as unchanged, with the same pixels")
  func stillFrames() async throws {
    let sink = MemorySink()
    let source = CountingSource(isStill: { $0 % 3 != 0 })
    let recording = try await Recorder(source: source, sink: sink, frameRate: 10).record(frames: 7)
    #expect(recording.statistics.unchanged == 4)
    #expect(sink.indices == Array(0..<7))
    #expect(sink.frames.map { CountingSource.number(in: $0.bitmap) } == [0, 0, 0, 3, 3, 3, 6])
    #expect(sink.frames.map { !$0.changed.isEmpty } == [true, false, false, true, false, false, true])
  }

  @Test("A late tick skips the numbers it missed, counts them, and the film keeps its length")
  func lateTick() async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let recorder = try Recorder(
      source: CountingSource(), sink: sink, frameRate: 10, pace: Pace(clock: clock, dropsFrames: false))
    try recorder.start(frameCount: 10)
    for step in [100, 100, 550, 50, 100, 100] {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(step))
    }
    let recording = try await recorder.recording
    #expect(sink.indices == [0, 1, 2, 7, 8, 9])
    #expect(recording.statistics.missed == 4)
    #expect(recording.frameCount == 10)
    #expect(sink.calls.last == .finish(10))
  }

  @Test("A tick so late that the film is over still captures the last frame, and ends at its length")
  func veryLateTick() async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let recorder = try Recorder(
      source: CountingSource(), sink: sink, frameRate: 10, pace: Pace(clock: clock, dropsFrames: false))
    try recorder.start(frameCount: 5)
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    let recording = try await recorder.recording
    #expect(sink.indices == [0, 4])
    #expect(recording.frameCount == 5)
    #expect(recording.statistics.missed == 3)
  }

  @Test("Live, a frame that finds the queue full is dropped and counted; what it had changed is not forgotten")
  func droppedFrames() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let sink = MemorySink { _ in await gate.pass() }
    // Frames 1 to 3 fill the queue, and 5 finds it full.
    let source = CountingSource(isStill: { ![1, 2, 3, 5].contains($0) })
    let recorder = try Recorder(
      source: source, sink: sink, frameRate: 10, pace: .live(clock))
    try recorder.start(frameCount: 9)
    await gate.someoneWaits()
    for _ in 1..<9 {
      await clock.sleepers(1)
      if clock.now.offset == .milliseconds(700) {
        await gate.open()
        await sink.appended(5)
      }
      clock.advance(by: .milliseconds(100))
    }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(100))
    let recording = try await recorder.recording
    // Frame 0 is in the sink's hands, 1 to 3 wait, and so does 4, a still, which needs no room; 5 to 7 are not taken: after 5 was
    // dropped, they are no longer as the picture before them.
    #expect(recording.statistics.dropped == 3)
    #expect(recording.statistics.captured == 6)
    #expect(recording.statistics.unchanged == 1)
    #expect(sink.indices == [0, 1, 2, 3, 4, 8])
    let last = try #require(sink.frames.last)
    #expect(CountingSource.number(in: last.bitmap) == 5 && !last.changed.isEmpty)
  }

  @Test("stop() completes the film with what was captured, however often it is called")
  func stopping() async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let log = DelegateLog()
    let recorder = try Recorder(
      source: CountingSource(), sink: sink, frameRate: 10, pace: Pace(clock: clock, dropsFrames: false))
    recorder.delegate = log
    recorder.stop()
    try recorder.start()
    for _ in 0..<4 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    await clock.sleepers(1)
    recorder.stop()
    recorder.stop()
    let recording = try await recorder.recording
    recorder.stop()
    #expect(recording.frameCount == 5)
    #expect(sink.calls.last == .finish(5))
    #expect(!recorder.isRecording)
    await log.end()
    #expect(log.log.filter { $0 != "progress" } == ["finished 5"])
  }

  @Test("abandon() ends at once: the film is not finished, and what was kept is told once")
  func abandoning() async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let log = DelegateLog()
    let recorder = try Recorder(
      source: CountingSource(), sink: sink, frameRate: 10, pace: Pace(clock: clock, dropsFrames: false))
    recorder.delegate = log
    recorder.abandon()
    try recorder.start()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(100))
    await clock.sleepers(1)
    recorder.abandon()
    recorder.abandon()
    let error = await #expect(throws: RecorderError.self) { try await recorder.recording }
    #expect(error == .abandoned(keptPath: "memory"))
    #expect(sink.calls.last == .abandon)
    #expect(!sink.calls.contains(.cancel))
    await log.end()
    #expect(
      log.log.filter { $0 != "progress" } == [
        "failed the recording was abandoned; the recording so far is in memory"
      ])
    recorder.abandon()
    #expect(!recorder.isRecording)
  }

  @Test("Cancelling the task of record(for:) ends the film early and keeps it")
  func cancellation() async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let recorder = try Recorder(
      source: CountingSource(), sink: sink, frameRate: 10, pace: Pace(clock: clock, dropsFrames: false))
    let task = Task { try await recorder.record(for: .seconds(100)) }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(100))
    await clock.sleepers(1)
    task.cancel()
    #expect(try await task.value.frameCount == 2)
    #expect(sink.calls.last == .finish(2))
  }

  @Test(
    "Whatever fails, the delegate hears of it exactly once, and the sink is asked once to clean up",
    arguments: [PlannedFailure.Step.begin, .append(0), .finish, .draw(3)])
  func failures(step: PlannedFailure.Step) async throws {
    let sink = MemorySink(failingAt: step)
    let log = DelegateLog()
    let source = CountingSource(failingAt: step == .draw(3) ? 3 : nil)
    let recorder = try Recorder(source: source, sink: sink, frameRate: 10)
    recorder.delegate = log
    await #expect(throws: PlannedFailure(step)) { try await recorder.record(frames: 20) }
    await log.end()
    #expect(log.log.filter { $0 != "progress" } == ["failed \(PlannedFailure(step))"])
    #expect(sink.calls.filter { $0 == .cancel }.count == 1)
    #expect(sink.calls.last == .cancel)
    #expect(sink.calls.contains(.finish(20)) == (step == .finish))
  }

  @Test("The delegate of a finished film is called once, after the sink has finished")
  func delegateOrder() async throws {
    let sink = MemorySink()
    let log = DelegateLog()
    let recorder = try Recorder(source: CountingSource(), sink: sink, frameRate: 30)
    recorder.delegate = log
    try recorder.start(frameCount: 12)
    await log.end()
    #expect(sink.calls.last == .finish(12))
    #expect(log.log.last == "finished 12")
    #expect(log.log.filter { $0.hasPrefix("finished") }.count == 1)
  }

  @Test("A delegate may ask for the recording, and one that waits does not hold up the film")
  func delegateAsks() async throws {
    final class Asking: RecorderDelegate {
      let gate = Gate()
      let answer: AsyncStream<Int>
      private let continuation: AsyncStream<Int>.Continuation

      init() { (answer, continuation) = AsyncStream.makeStream() }

      func recorder(_ recorder: Recorder, didFinish recording: Recording) async {
        await gate.pass()
        continuation.yield((try? await recorder.recording.frameCount) ?? -1)
        continuation.finish()
      }

      func recorder(_ recorder: Recorder, didFail error: any Error) { continuation.finish() }

      func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) async {
        _ = try? await recorder.recording
      }
    }
    let delegate = Asking()
    let recorder = try Recorder(source: CountingSource(), sink: MemorySink())
    recorder.delegate = delegate
    #expect(try await recorder.record(frames: 3).frameCount == 3)
    await delegate.gate.open()
    var answers = delegate.answer.makeAsyncIterator()
    #expect(await answers.next() == 3)
  }

  @Test("A source that changes the size of its frames ends the film with an error")
  func changedSize() async throws {
    struct Shrinking: FrameSource {
      let size = PixelSize(width: 32, height: 16)

      func draw(at time: FrameTime, into bitmap: inout Bitmap) -> Region {
        if time.index == 2 { bitmap = Bitmap(width: 8, height: 8) }
        return .all(of: size)
      }
    }
    let sink = MemorySink()
    await #expect(throws: InvalidValue.self) { try await Recorder(source: Shrinking(), sink: sink).record(frames: 5) }
    #expect(sink.calls.last == .cancel)
  }

  @Test("Progress ends with the recording and its last state is the last frame")
  func progress() async throws {
    let recorder = try Recorder(source: CountingSource(), sink: MemorySink(), frameRate: 10)
    try recorder.start(frameCount: 8)
    var last: RecordingProgress?
    for await progress in recorder.progress { last = progress }
    #expect(last?.time.index == 7)
    #expect(last?.fraction == 1)
    #expect(recorder.currentFrame?[0, 0].blue == 7)
    _ = try await recorder.recording
  }

  @Test("A recorder makes one film, and says so")
  func onlyOnce() async throws {
    let recorder = try Recorder(source: CountingSource(), sink: MemorySink())
    await #expect(throws: RecorderError.notStarted) { try await recorder.recording }
    try await recorder.record(frames: 1)
    #expect(throws: RecorderError.alreadyStarted) { try recorder.start() }
  }

  @Test("Many recordings after each other from one process work")
  func manyRecordings() async throws {
    for count in 1...50 {
      let sink = MemorySink()
      try await Recorder(source: CountingSource(), sink: sink, frameRate: 25).record(frames: count)
      #expect(sink.indices == Array(0..<count))
    }
  }

  @Test("Lengths and sizes that make no film are refused before anything is opened")
  func invalidValues() async throws {
    let sink = MemorySink()
    #expect(throws: InvalidValue.self) {
      try Recorder(source: CountingSource(size: PixelSize(width: 0, height: 10)), sink: sink)
    }
    let recorder = try Recorder(source: CountingSource(), sink: sink)
    await #expect(throws: InvalidValue.self) { try await recorder.record(for: .zero) }
    await #expect(throws: InvalidValue.self) { try await recorder.record(for: .seconds(-1)) }
    #expect(throws: InvalidValue.self) { try recorder.start(frameCount: 0) }
    #expect(throws: InvalidValue.self) { try recorder.start(frameCount: 1 << 40) }
    #expect(sink.calls.isEmpty)
  }
}
