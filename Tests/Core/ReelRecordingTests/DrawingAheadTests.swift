import ReelCanvas
import ReelGeometry
import ReelTesting
import ReelTiming
import Synchronization
import Testing

@testable import ReelRecording

@Suite struct DrawingAheadTests {
  /// The frames that were drawn, as others see them.
  private final class Log: Sendable {
    private let indices = Mutex<[Int]>([])
    var drawn: [Int] { indices.withLock { $0 } }
    func add(_ index: Int) { indices.withLock { $0.append(index) } }
  }

  /// Draws the number of its frame, and writes down that it did.
  private struct WatchedSource: FrameSource {
    let size = PixelSize(width: 32, height: 16)
    var mayDrawAhead: Bool
    let log: Log

    func draw(at time: FrameTime, into bitmap: inout Bitmap) -> Region {
      log.add(time.index)
      bitmap[0, 0] = Pixel(red: 0, green: 0, blue: UInt8(time.index))
      return .all(of: size)
    }
  }

  private let log = Log()
  private let clock = ManualClock()

  private func start(
    _ sink: MemorySink, drawsAhead: Bool = true, frameCount: Int, live: Bool = true
  ) throws -> Recorder {
    let recorder = try Recorder(
      source: WatchedSource(mayDrawAhead: drawsAhead, log: log), sink: sink, frameRate: 10,
      pace: Pace(clock: clock, dropsFrames: live))
    try recorder.start(frameCount: frameCount)
    return recorder
  }

  private func tick(after milliseconds: Int) async {
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(milliseconds))
  }

  @Test("The next frames are drawn before their ticks and captured at them, with the pictures of their times")
  func beforeTheTick() async throws {
    let sink = MemorySink()
    let recorder = try start(sink, frameCount: 6)
    for captured in 1...6 {
      await clock.sleepers(1)
      #expect(log.drawn == Array(0..<min(6, captured + CaptureWorker.maxAhead)))
      #expect(recorder.currentFrame?[0, 0].blue == UInt8(captured - 1))
      clock.advance(by: .milliseconds(100))
    }
    let recording = try await recorder.recording
    #expect(recording.statistics.captured == 6 && recording.statistics.missed == 0)
    #expect(sink.shown == (0..<6).map { MemorySink.Shown(index: $0, number: $0, isChanged: true) })
  }

  @Test("A late tick finds the frames drawn ahead; those beyond are missed, counted, and not shown for others")
  func lateTick() async throws {
    let sink = MemorySink()
    let recorder = try start(sink, frameCount: 12)
    await tick(after: 100)
    // 2, 3 and 4 are drawn; 5 to 7 are not, and it is too late for them.
    await tick(after: 750)
    for _ in 9..<12 { await tick(after: 100) }
    await tick(after: 100)
    let recording = try await recorder.recording
    #expect(recording.frameCount == 12)
    #expect(recording.statistics.missed == 3)
    #expect(recording.statistics.captured == 9)
    let shown = [0, 1, 2, 3, 4, 8, 9, 10, 11]
    #expect(sink.shown == shown.map { MemorySink.Shown(index: $0, number: $0, isChanged: true) })
  }

  @Test("A source that may show something live is drawn at its ticks", arguments: [true, false])
  func live(drawsAhead: Bool) async throws {
    // Nor is any in virtual time, whose films wait for nothing.
    let sink = MemorySink()
    let recorder = try start(sink, drawsAhead: drawsAhead, frameCount: 5, live: !drawsAhead)
    for captured in 1...5 {
      await clock.sleepers(1)
      #expect(log.drawn == Array(0..<captured))
      clock.advance(by: .milliseconds(100))
    }
    #expect(try await recorder.recording.statistics.captured == 5)
  }

  @Test("Of a film that is stopped nothing is in the file that was only drawn ahead")
  func stopped() async throws {
    let sink = MemorySink()
    let recorder = try start(sink, frameCount: 100)
    await tick(after: 100)
    await clock.sleepers(1)
    recorder.stop()
    #expect(try await recorder.recording.frameCount == 2)
    #expect(sink.indices == [0, 1])
    #expect(log.drawn == [0, 1, 2, 3, 4])
  }

  @Test("What a dropped frame changed is told with the next one, though that was drawn before")
  func dropped() async throws {
    /// Frame n changes the tile n.
    struct Tiles: FrameSource {
      let size = PixelSize(width: 16 * 12, height: 16)
      var mayDrawAhead: Bool { true }

      func draw(at time: FrameTime, into bitmap: inout Bitmap) -> Region {
        var changed = Region(of: size)
        changed.insert(column: time.index, row: 0)
        bitmap[16 * time.index, 0] = Pixel(red: 0, green: 0, blue: 1)
        return time.index == 0 ? .all(of: size) : changed
      }
    }
    /// Keeps the columns of tiles that each frame is said to have changed.
    final class Columns: FrameSink {
      private let frames = Mutex<[Int: [Int]]>([:])
      let gate = Gate()
      let (appended, continuation) = AsyncStream.makeStream(of: Int.self)
      var columns: [Int: [Int]] { frames.withLock { $0 } }

      func begin(_ stream: FrameStream) {}
      func append(_ frame: Frame) async {
        await gate.pass()
        let columns = frame.changed.rects.flatMap { Int($0.minX) / 16..<Int($0.maxX) / 16 }
        frames.withLock { $0[frame.time.index] = columns.sorted() }
        continuation.yield(frame.time.index)
      }
      func finish(frameCount: Int) -> RecordedOutput { RecordedOutput(url: nil, byteCount: 0) }
      func cancel() {}
    }
    let sink = Columns()
    let recorder = try Recorder(source: Tiles(), sink: sink, frameRate: 10, pace: .live(clock))
    try recorder.start(frameCount: 12)
    await sink.gate.someoneWaits()
    // Frame 0 is in the sink's hands, 1 to 3 wait, and 4 to 6 find the queue full.
    for _ in 1...6 { await tick(after: 100) }
    await clock.sleepers(1)
    await sink.gate.open()
    var appended = sink.appended.makeAsyncIterator()
    while await appended.next() != 3 {}
    for _ in 7...12 { await tick(after: 100) }
    let recording = try await recorder.recording
    #expect(recording.statistics.dropped == 3)
    #expect(sink.columns[3] == [3])
    #expect(sink.columns[7] == [4, 5, 6, 7])
    #expect(sink.columns[8] == [8])
  }

  @Test("The clock starts when the sink takes frames, so that opening it makes no tick late")
  func slowSink() async throws {
    final class SlowSink: FrameSink {
      let gate = Gate()
      func begin(_ stream: FrameStream) async { await gate.pass() }
      func append(_ frame: Frame) {}
      func finish(frameCount: Int) -> RecordedOutput { RecordedOutput(url: nil, byteCount: 0) }
      func cancel() {}
    }
    let sink = SlowSink()
    let recorder = try Recorder(source: CountingSource(), sink: sink, frameRate: 10, pace: .live(clock))
    try recorder.start(frameCount: 3)
    await sink.gate.someoneWaits()
    clock.advance(by: .seconds(5))
    await sink.gate.open()
    for _ in 0..<3 { await tick(after: 100) }
    let statistics = try await recorder.recording.statistics
    #expect(statistics.captured == 3 && statistics.missed == 0)
  }

  @Test("A sink that can't be opened ends a live recording")
  func sinkFails() async throws {
    let recorder = try Recorder(
      source: CountingSource(), sink: MemorySink(failingAt: .begin), frameRate: 10, pace: .live(clock))
    await #expect(throws: PlannedFailure(.begin)) { try await recorder.record(frames: 3) }
  }
}

extension MemorySink {
  /// A frame that it was given: its number, the number that was drawn, and whether that is said to be another than before.
  fileprivate struct Shown: Equatable {
    var index: Int
    var number: Int
    var isChanged: Bool
  }

  fileprivate var shown: [Shown] {
    frames.map {
      Shown(index: $0.time.index, number: CountingSource.number(in: $0.bitmap), isChanged: !$0.changed.isEmpty)
    }
  }
}
