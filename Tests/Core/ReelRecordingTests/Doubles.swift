import ReelRecording
import Synchronization

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
    calls.withLock { $0.append("failed \(error)") }
    continuation.finish()
  }

  func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) {
    calls.withLock { if $0.last != "progress" { $0.append("progress") } }
  }
}
