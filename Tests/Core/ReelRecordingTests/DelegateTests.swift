import Foundation
import ReelCanvas
import ReelGeometry
import ReelTesting
import ReelTiming
import ReelVideo
import Synchronization
import Testing

@testable import ReelRecording

@Suite("What a delegate is told in the end")
struct DelegateTests {
  /// What a person does with a recorder while it records.
  enum Conduct: String, CaseIterable {
    case waits, setsDelegateLate, setsDelegateAfterTheEnd, forgetsRecorder, forgetsEndlessRecorder, stopsAtOnce,
      stopsTwice, cancelsTask, abandons, abandonsAfterStop
  }

  /// A step of the film that fails.
  enum Trouble: String, CaseIterable {
    case none, begin, firstAppend, thirdAppend, ninthAppend, finish, firstDraw, fifthDraw

    /// The step of the sink that fails.
    var step: PlannedFailure.Step? {
      [.begin: .begin, .firstAppend: .append(0), .thirdAppend: .append(2), .ninthAppend: .append(8), .finish: .finish][
        self]
    }
    /// The number of the frame whose drawing fails.
    var draw: Int? { [.firstDraw: 0, .fifthDraw: 4][self] }
  }

  @Test(
    "Exactly one of finished and failed, after the sink was closed, whatever fails and whatever is done meanwhile",
    .timeLimit(.minutes(5)), arguments: Conduct.allCases, Trouble.allCases)
  func once(conduct: Conduct, trouble: Trouble) async throws {
    for pace in [Pace.virtual, .live(VirtualClock())] {
      let sink = MemorySink(failingAt: trouble.step)
      let log = EndLog(sink)
      let told = try await perform(conduct, trouble, sink, log, pace)
      await log.end()
      #expect(log.calls.count == 1, "\(log.calls)")
      let call = try #require(log.calls.first)
      #expect(call.wasClosed, "told before the sink was closed: \(sink.calls)")
      if let told { #expect(call.succeeded == told) }
      #expect(sink.ends.count == 1)
      #expect(sink.ends.last == (call.succeeded ? "finished" : conduct.abandonsFilm(call) ? "abandoned" : "cancelled"))
      if sink.hasFailed { #expect(!call.succeeded) }
      if trouble == .none, !conduct.mayAbandon { #expect(call.succeeded) }
      if trouble == .begin || trouble == .firstDraw { #expect(!call.succeeded) }
    }
  }

  /// Records, and returns whether `recording` had a film; nil where nobody asked.
  private func perform(
    _ conduct: Conduct, _ trouble: Trouble, _ sink: MemorySink, _ log: EndLog, _ pace: Pace
  ) async throws -> Bool? {
    let recorder = try Recorder(
      source: CountingSource(failingAt: trouble.draw), sink: sink, frameRate: 10, pace: pace)
    if conduct != .setsDelegateLate, conduct != .setsDelegateAfterTheEnd { recorder.delegate = log }
    if conduct == .cancelsTask {
      let task = Task { try await recorder.record(frames: 1_000_000) }
      await sink.appended(2)
      task.cancel()
      return await task.result.hasSucceeded
    }
    let isLong = [.forgetsEndlessRecorder, .stopsAtOnce, .stopsTwice, .abandons, .abandonsAfterStop].contains(conduct)
    try recorder.start(frameCount: isLong ? nil : 12)
    switch conduct {
    case .forgetsRecorder: return nil
    case .forgetsEndlessRecorder:
      await sink.appended(2)
      return nil
    case .setsDelegateLate:
      await sink.appended(1)
      recorder.delegate = log
    case .setsDelegateAfterTheEnd:
      let succeeded = (try? await recorder.recording) != nil
      recorder.delegate = log
      return succeeded
    case .stopsAtOnce: recorder.stop()
    case .stopsTwice:
      await sink.appended(5)
      recorder.stop()
      recorder.stop()
    case .abandons:
      await sink.appended(3)
      recorder.abandon()
      recorder.abandon()
    case .abandonsAfterStop:
      recorder.stop()
      recorder.abandon()
    case .waits, .cancelsTask: break
    }
    return (try? await recorder.recording) != nil
  }

  @Test(
    "A recorder that is stopped while it waits for a tick, or before its sink is open, ends once", arguments: [0, 3])
  func stoppedAsleep(ticks: Int) async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let log = EndLog(sink)
    let recorder = try Recorder(source: CountingSource(), sink: sink, frameRate: 10, pace: .live(clock))
    recorder.delegate = log
    try recorder.start()
    for _ in 0..<ticks {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    recorder.stop()
    let recording = try await recorder.recording
    await log.end()
    #expect((max(ticks, 1)...ticks + 1).contains(recording.frameCount))
    #expect(log.calls == [EndLog.Call(succeeded: true, wasAbandoned: false, wasClosed: true)])
  }
}

extension DelegateTests {
  @Test("A recorder that nobody holds ends at once, and its film with what was captured", arguments: [1, 4])
  func released(ticks: Int) async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    var recorder: Recorder? = try Recorder(source: CountingSource(), sink: sink, frameRate: 10, pace: .live(clock))
    weak var held: Recorder?
    held = recorder
    try recorder?.start()
    for _ in 0..<ticks {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    recorder = nil
    #expect(held == nil)
    // Returns when the sink is closed.
    await sink.appended(.max)
    guard case .finish(let count)? = sink.calls.last else {
      Issue.record("\(sink.calls)")
      return
    }
    #expect((ticks...ticks + 1).contains(count) && sink.indices == Array(0..<count))
  }

  @Test("The delegate of a recorder that is gone is given one of the same film, and the growing file is finished")
  func finishedWithout() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "reel-released-\(UUID().uuidString).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    let clock = ManualClock()
    let (films, continuation) = AsyncStream.makeStream(of: (told: Recording, asked: Recording).self)
    let delegate = FilmWaiter(continuation)
    var recorder: Recorder? = try Recorder(
      source: CountingSource(), sink: MovieSink(to: url), frameRate: 10, pace: .live(clock))
    recorder?.delegate = delegate
    try recorder?.start()
    for _ in 0..<3 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    recorder = nil
    var told: [(told: Recording, asked: Recording)] = []
    for await film in films { told.append(film) }
    let film = try #require(told.first)
    #expect(told.count == 1 && film.told == film.asked && (3...4).contains(film.told.frameCount))
    let frames = try MovieReader(url: url).facts.frameCount
    #expect(frames == film.told.frameCount)
    #expect(!FileManager.default.fileExists(atPath: url.deletingPathExtension().path + ".partial.mp4"))
    withExtendedLifetime(delegate) {}
  }
}

/// Hands on the film that it is told of, and the one that its recorder has.
private final class FilmWaiter: RecorderDelegate {
  private let films: AsyncStream<(told: Recording, asked: Recording)>.Continuation

  init(_ films: AsyncStream<(told: Recording, asked: Recording)>.Continuation) { self.films = films }

  func recorder(_ recorder: Recorder, didFinish recording: Recording) async {
    if let asked = try? await recorder.recording { films.yield((recording, asked)) }
    films.finish()
  }

  func recorder(_ recorder: Recorder, didFail error: any Error) async { films.finish() }
}

extension DelegateTests.Conduct {
  var mayAbandon: Bool { self == .abandons || self == .abandonsAfterStop }

  fileprivate func abandonsFilm(_ call: EndLog.Call) -> Bool { mayAbandon && call.wasAbandoned }
}

extension MemorySink {
  /// The calls that closed it, of which there must be one.
  fileprivate var ends: [String] {
    calls.enumerated().compactMap { index, call in
      switch call {
      case .begin, .append: nil
      // What fails as it finishes is cancelled.
      case .finish: hasFailed && index < calls.count - 1 ? nil : "finished"
      case .cancel: "cancelled"
      case .abandon: "abandoned"
      }
    }
  }
}

extension Result {
  fileprivate var hasSucceeded: Bool { if case .success = self { true } else { false } }
}

/// Writes down how it was told the end, and whether the sink was closed by then.
private final class EndLog: RecorderDelegate {
  struct Call: Equatable {
    var succeeded: Bool
    var wasAbandoned: Bool
    var wasClosed: Bool
  }

  private let sink: MemorySink
  private let state = Mutex<[Call]>([])
  private let ended: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ sink: MemorySink) {
    self.sink = sink
    (ended, continuation) = AsyncStream.makeStream()
  }

  var calls: [Call] { state.withLock { $0 } }

  func end() async {
    for await _ in ended {}
  }

  func recorder(_ recorder: Recorder, didFinish recording: Recording) {
    note(Call(succeeded: true, wasAbandoned: false, wasClosed: sink.isClosed))
  }

  func recorder(_ recorder: Recorder, didFail error: any Error) {
    let wasAbandoned = if case RecorderError.abandoned = error { true } else { false }
    note(Call(succeeded: false, wasAbandoned: wasAbandoned, wasClosed: sink.isClosed))
  }

  private func note(_ call: Call) {
    state.withLock { $0.append(call) }
    continuation.finish()
  }
}
