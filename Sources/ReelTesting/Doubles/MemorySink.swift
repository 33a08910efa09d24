import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTiming
import Synchronization

/// A sink that keeps what it is given, and fails where it is told to.
public final class MemorySink: FrameSink {
  /// A call of the recorder.
  public enum Call: Hashable, Sendable {
    /// `begin`, for frames of a size.
    case begin(PixelSize)
    /// `append`, of the frame of a number.
    case append(Int)
    /// `finish`, of a film of so many frames.
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
  ///   - failing: the step that throws `PlannedFailure`: `.append(3)`; the call is noted all the same.
  ///   - onAppend: is called with each frame before it is kept: to wait, to look at it, or to throw an error of its own.
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

  /// Whether it has failed as it was told to.
  public var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Whether it was finished, cancelled or abandoned; one that fails as it finishes is closed by the `cancel` that follows.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns when so many frames were appended, or when it is closed and there will be no more.
  public func appended(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.tally.wait(for: count, continuation) }.resume()
    }
  }

  /// Notes the call.
  ///
  /// - Throws: `PlannedFailure` where it was told to fail here.
  public func begin(_ stream: FrameStream) async throws {
    try note(.begin(stream.size), fails: failing == .begin)
  }

  /// Keeps the frame.
  ///
  /// - Throws: `PlannedFailure` where it was told to fail here, and what `onAppend` throws.
  public func append(_ frame: Frame) async throws {
    try await onAppend(frame)
    let fails = if case .append(let index) = failing { frame.time.index >= index } else { false }
    try note(.append(frame.time.index), frame, fails: fails)
  }

  /// Notes the call.
  ///
  /// - Returns: no file; as many bytes as there are frames.
  /// - Throws: `PlannedFailure` where it was told to fail here.
  public func finish(frameCount: Int) async throws -> RecordedOutput {
    try note(.finish(frameCount), fails: failing == .finish)
    return RecordedOutput(url: nil, byteCount: frames.count)
  }

  /// Notes the call.
  public func cancel() async { try? note(.cancel) }

  /// Notes the call.
  ///
  /// - Returns: `memory`, for a path.
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
