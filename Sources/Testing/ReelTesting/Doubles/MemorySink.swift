import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTiming
import Synchronization

/// A sink that keeps its frames in memory, and fails on request.
public final class MemorySink: FrameSink {
  /// A call of the recorder.
  public enum Call: Hashable, Sendable {
    /// `begin` for frames of a size.
    case begin(PixelSize)
    /// `append` of a frame with an index.
    case append(Int)
    /// `finish` of a film with a number of frames.
    case finish(Int)
    /// `cancel`.
    case cancel
    /// `abandon`.
    case abandon
  }

  private struct State {
    var calls: [Call] = []
    var frames: [Frame] = []
    var hasFailed = false
    var isClosed = false
    var tally = Tally()
  }

  private let state = Mutex(State())
  private let failing: PlannedFailure.Step?
  private let onAppend: @Sendable (Frame) async throws -> Void

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - failing: the step that throws `PlannedFailure`, such as `.append(3)`; the call is still recorded.
  ///   - onAppend: is called with each frame before it is kept; it can wait, inspect the frame, or throw.
  public init(
    failingAt failing: PlannedFailure.Step? = nil, onAppend: @escaping @Sendable (Frame) async throws -> Void = { _ in }
  ) {
    (self.failing, self.onAppend) = (failing, onAppend)
  }

  /// All calls so far, in order.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// The frames that were appended, with their pixels.
  public var frames: [Frame] { state.withLock { $0.frames } }

  /// The numbers of the frames that were appended.
  public var indices: [Int] { frames.map(\.time.index) }

  /// Whether it has failed as requested.
  public var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Whether it was finished, cancelled or abandoned; if `finish` fails, the `cancel` that follows closes it.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Waits until a number of frames were appended, or the sink is closed.
  public func appended(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.tally.wait(for: count, continuation) }.resume()
    }
  }

  /// Records the call.
  ///
  /// - Throws: `PlannedFailure` if a failure was requested here.
  public func begin(_ stream: FrameStream) async throws {
    try note(.begin(stream.size), fails: failing == .begin)
  }

  /// Keeps the frame.
  ///
  /// - Throws: `PlannedFailure` if a failure was requested here, or any error of `onAppend`.
  public func append(_ frame: Frame) async throws {
    try await onAppend(frame)
    let fails = if case .append(let index) = failing { frame.time.index >= index } else { false }
    try note(.append(frame.time.index), frame, fails: fails)
  }

  /// Records the call.
  ///
  /// - Returns: No file, and the number of frames as the number of bytes.
  /// - Throws: `PlannedFailure` if a failure was requested here.
  public func finish(frameCount: Int) async throws -> RecordedOutput {
    try note(.finish(frameCount), fails: failing == .finish)
    return RecordedOutput(url: nil, byteCount: frames.count)
  }

  /// Records the call.
  public func cancel() async { try? note(.cancel) }

  /// Records the call.
  ///
  /// - Returns: `memory` as the path.
  public func abandon() async -> String? {
    try? note(.abandon)
    return "memory"
  }

  private func note(_ call: Call, _ frame: Frame? = nil, fails: Bool = false) throws {
    state.withLock { state in
      state.calls.append(call)
      if fails { state.hasFailed = true }
      if let frame { state.frames.append(frame) }
      switch call {
      case .append: return state.tally.add()
      case .cancel, .abandon,
        .finish where !fails:
        state.isClosed = true
        return state.tally.close()
      case .begin, .finish: return state.tally.add(0)
      }
    }.resume()
    if fails, let failing { throw PlannedFailure(failing) }
  }
}
