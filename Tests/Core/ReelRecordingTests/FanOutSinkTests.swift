import ReelCanvas
import ReelGeometry
import ReelTesting
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Several outputs of one drawing") struct FanOutSinkTests {
  private func record(
    _ source: CountingSource = CountingSource(), into sinks: [MemorySink], frames: Int = 40
  ) async throws -> Recording {
    let fan = FanOutSink(sinks.enumerated().map { ("\($0)", $1) })
    return try await Recorder(source: source, sink: fan, frameRate: 10).record(frames: frames)
  }

  @Test("Each frame is drawn once, and every sink is given all of them, as if it were alone")
  func allFrames() async throws {
    let source = CountingSource(isStill: { $0 % 5 == 1 })
    let sinks = [MemorySink(), MemorySink(), MemorySink()]
    let recording = try await record(source, into: sinks)
    #expect(source.count == 40)
    let alone = MemorySink()
    _ = try await Recorder(source: CountingSource(isStill: { $0 % 5 == 1 }), sink: alone, frameRate: 10).record(
      frames: 40)
    for sink in sinks {
      #expect(sink.calls == alone.calls)
      #expect(
        sink.frames.map { CountingSource.number(in: $0.bitmap) }
          == alone.frames.map { CountingSource.number(in: $0.bitmap) })
      #expect(sink.frames.map(\.changed) == alone.frames.map(\.changed))
    }
    #expect(recording.output.parts.map(\.name) == ["0", "1", "2"])
    #expect(recording.output.parts.allSatisfy { $0.output != nil && $0.error == nil })
  }

  @Test(
    "One that fails is cancelled and told, and the others finish", arguments: [PlannedFailure.Step.append(7), .finish])
  func oneFails(_ step: PlannedFailure.Step) async throws {
    let sinks = [MemorySink(), MemorySink(failingAt: step), MemorySink()]
    let recording = try await record(into: sinks)
    #expect(sinks[0].indices == Array(0..<40) && sinks[2].indices == Array(0..<40))
    #expect(sinks[0].calls.last == .finish(40) && sinks[2].calls.last == .finish(40))
    #expect(sinks[1].calls.last == .cancel)
    #expect(recording.output.parts.map { $0.error is PlannedFailure } == [false, true, false])
    #expect(recording.output.parts.map { $0.output == nil } == [false, true, false])
  }

  @Test("Where all fail the recording does, and draws no further than the queues reach")
  func allFail() async throws {
    let source = CountingSource()
    let sinks = [MemorySink(failingAt: .append(3)), MemorySink(failingAt: .append(5))]
    await #expect(throws: PlannedFailure.self) { try await record(source, into: sinks, frames: 100_000) }
    for sink in sinks { #expect(sink.calls.filter { $0 == .cancel }.count == 1 && sink.calls.last == .cancel) }
    #expect(source.count < 2000)
  }

  @Test("One that refuses to begin ends the recording before any frame, and those that had begun are cancelled")
  func refusal() async throws {
    let sinks = [MemorySink(), MemorySink(failingAt: .begin), MemorySink()]
    await #expect(throws: PlannedFailure(.begin)) { try await record(into: sinks) }
    #expect(sinks.flatMap(\.indices).isEmpty)
    for sink in sinks[...1] { #expect(sink.calls == [.begin(PixelSize(width: 32, height: 16)), .cancel]) }
    #expect(sinks[2].calls.isEmpty)
  }

  @Test("A drawing that fails cancels all of them; none is finished")
  func drawingFails() async throws {
    let sinks = [MemorySink(), MemorySink()]
    await #expect(throws: PlannedFailure(.draw(9))) { try await record(CountingSource(failingAt: 9), into: sinks) }
    for sink in sinks { #expect(sink.calls.last == .cancel) }
  }

  @Test("What is left at once is left by all of them")
  func abandoned() async throws {
    let sinks = [MemorySink(), MemorySink()]
    let fan = FanOutSink(sinks.map { ("x", $0) })
    let recorder = try Recorder(source: CountingSource(), sink: fan, frameRate: 10)
    try recorder.start()
    await sinks[0].appended(3)
    recorder.abandon()
    await #expect(throws: RecorderError.self) { try await recorder.recording }
    for sink in sinks { #expect(sink.calls.last == .abandon) }
  }

  @Test("Samples are converted once where all want the same ones, and pixels are sent where they differ")
  func forms() throws {
    let stream = FrameStream(size: PixelSize(width: 64, height: 64), frameRate: 10)
    func movie(_ format: PixelFormat) -> any FrameSink {
      MovieSink(to: .stream(.mp4)) { $0.pixelFormat = format }
    }
    let same = FanOutSink([("a", movie(.yuv420p)), ("b", movie(.yuv420p))])
    #expect(same.form(of: stream) == .samples(.yuv420p))
    #expect(FanOutSink([("a", movie(.yuv420p)), ("b", movie(.yuv444p))]).form(of: stream) == .pixels)
    #expect(FanOutSink([("a", movie(.yuv420p)), ("b", MemorySink())]).form(of: stream) == .pixels)
  }
}
