import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Synchronization

@testable import ReelRecording

struct Failure: Error, Equatable {
  var step: String
}

/// Draws the number of its frame into the first pixel; may stand still or fail.
struct CountingSource: FrameSource {
  var size = PixelSize(width: 32, height: 16)
  var isStill: @Sendable (Int) -> Bool = { _ in false }
  var failsAt: Int?

  func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    if time.index == failsAt { throw Failure(step: "draw") }
    if time.index > 0, isStill(time.index) { return Region(of: size) }
    bitmap[0, 0] = Pixel(red: 0, green: 0, blue: UInt8(time.index & 255))
    return .all(of: size)
  }
}

/// Keeps what it is given; may fail at any step, and may wait with each frame until it is let go.
final class MemorySink: FrameSink {
  enum Call: Equatable {
    case begin(PixelSize)
    case append(Int, value: UInt8, changed: Bool)
    case finish(Int)
    case cancel
    case abandon
  }

  private struct State {
    var calls: [Call] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var frames: Int { calls.count { if case .append = $0 { true } else { false } } }
  }

  private let state = Mutex(State())
  private let failsAt: String?
  private let gate: Gate?

  init(failsAt step: String? = nil, gate: Gate? = nil) {
    failsAt = step
    self.gate = gate
  }

  var calls: [Call] { state.withLock { $0.calls } }
  var indices: [Int] {
    calls.compactMap { if case .append(let index, _, _) = $0 { index } else { nil } }
  }

  /// Returns when so many frames were appended.
  func appended(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state -> Bool in
        if state.frames >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  private func record(_ call: Call, step: String) throws {
    let ready = state.withLock { state in
      state.calls.append(call)
      let frames = state.frames
      let ready = state.watchers.filter { $0.count <= frames }
      state.watchers.removeAll { $0.count <= frames }
      return ready
    }
    for watcher in ready { watcher.continuation.resume() }
    if step == failsAt { throw Failure(step: step) }
  }

  func begin(size: PixelSize, frameRate: FrameRate) async throws { try record(.begin(size), step: "begin") }

  func append(_ frame: Frame) async throws {
    await gate?.pass()
    try record(
      .append(frame.time.index, value: frame.bitmap[0, 0].blue, changed: !frame.changed.isEmpty), step: "append")
  }

  func finish(frameCount: Int) async throws -> RecordedOutput {
    try record(.finish(frameCount), step: "finish")
    return RecordedOutput(url: nil, byteCount: indices.count)
  }

  func cancel() async { try? record(.cancel, step: "cancel") }

  func abandon() async -> String? {
    try? record(.abandon, step: "abandon")
    return "kept"
  }
}

/// Holds whoever passes until it is opened; tells when somebody waits.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  func someoneWaits() async {
    if !waiting.isEmpty { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Writes down every call, and lets a test wait for the end.
final class DelegateLog: RecorderDelegate {
  private let calls = Mutex<[String]>([])
  private let ended: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (ended, continuation) = AsyncStream.makeStream() }

  /// Returns when the delegate has been told the end.
  func end() async {
    for await _ in ended {}
  }

  var log: [String] { calls.withLock { $0 } }

  func recorder(_ recorder: Recorder, didFinish recording: Recording) {
    calls.withLock { $0.append("finished \(recording.frameCount)") }
    continuation.finish()
  }

  func recorder(_ recorder: Recorder, didFail error: any Error) {
    calls.withLock { $0.append("failed \((error as? Failure)?.step ?? "\(error)")") }
    continuation.finish()
  }

  func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) {
    calls.withLock { if $0.last != "progress" { $0.append("progress") } }
  }
}
