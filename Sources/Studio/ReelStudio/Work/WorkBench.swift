import ReelImages
import ReelInteraction
import ReelLayers
import ReelPlatform
import ReelRecording
import ReelScenes
import ReelVideo
import Synchronization

/// The place where a worker receives orders. It keeps listening while it works, so that it notices at once when the studio hangs up.
actor WorkBench {
  private let line: WorkLine
  /// Whether the process serves only this worker, so that its limits may be set.
  private let isAlone: Bool
  private let hand = WorkHand()
  private let film = FilmBench()
  /// The work in progress; the studio requests nothing else before it has an answer.
  private var task: Task<Void, Never>?
  private let executor = SerialQueueExecutor(label: "reel.work.orders")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ line: WorkLine, isAlone: Bool) {
    self.line = line
    self.isAlone = isAlone
  }

  /// Works until the studio hangs up, and abandons unfinished work.
  func serve() {
    while let (order, content) = line.receive() {
      switch order.request {
      case .stop: film.stop()
      case .abandon: film.abandon()
      case .touch(let touch): film.touches.post(touch)
      case .show: line.send(.shown, film.picture)
      case .film(let work, let path):
        if isAlone { WorkLimits.apply(order) }
        task = Task.detached { [film, hand, line] in await film.make(work, content, at: path, by: hand, line) }
      default:
        if isAlone { WorkLimits.apply(order) }
        task = Task.detached { [hand, line] in await hand.answer(order.request, content, line) }
      }
    }
    film.abandon()
  }

  /// Waits until all work has ended.
  func finish() async { await task?.value }
}

/// The film that a worker makes, with its commands and reports.
final class FilmBench: Sendable {
  private struct State {
    var recorder: Recorder?
    var (isStopped, isAbandoned) = (false, false)
  }

  /// The touches in the session being recorded.
  let touches = StageInput<Touch>()
  private let state = Mutex(State())
  /// The minimum interval between progress reports.
  private static let glance = Duration.milliseconds(50)

  /// Completes the film with the frames so far.
  func stop() {
    let recorder = state.withLock { state in
      state.isStopped = true
      return state.recorder
    }
    recorder?.stop()
  }

  /// Ends the film without a file.
  func abandon() {
    let recorder = state.withLock { state in
      state.isAbandoned = true
      return state.recorder
    }
    recorder?.abandon()
  }

  /// The newest frame as PNG; empty before the first.
  var picture: [UInt8] {
    let bitmap = state.withLock { $0.recorder }?.currentFrame
    return (try? bitmap?.previewPNGData()) ?? []
  }

  /// Makes a film, and reports its progress to the studio.
  func make(_ work: FilmWork, _ content: [UInt8], at path: String, by hand: WorkHand, _ line: WorkLine) async {
    var progress = FilmProgress()
    do {
      let recorder = try await hand.recorder(of: work, content, at: path, touches: touches)
      begin(recorder)
      var told: ContinuousClock.Instant?
      for await step in recorder.progress {
        progress.frames = step.time.index + 1
        progress.fraction = step.fraction
        (progress.missed, progress.dropped) = (step.statistics.missed, step.statistics.dropped)
        guard told.map({ .now - $0 >= Self.glance }) ?? true || step.fraction == 1 else { continue }
        told = .now
        line.send(.progress(progress))
      }
      let recording = try await recorder.recording
      progress.frames = recording.frameCount
      (progress.missed, progress.dropped) = (recording.statistics.missed, recording.statistics.dropped)
      line.send(.finished(progress, bytes: recording.output.byteCount))
    } catch {
      if case RecorderError.abandoned(let kept?) = error { unlink(kept) }
      line.send(.failed(Problem(error)))
    }
  }

  private func begin(_ recorder: Recorder) {
    let (isStopped, isAbandoned) = state.withLock { state in
      state.recorder = recorder
      return (state.isStopped, state.isAbandoned)
    }
    if isAbandoned { recorder.abandon() } else if isStopped { recorder.stop() }
  }
}

extension WorkAnswer {
  /// The answer for a failed request.
  static func failed(_ problem: Problem) -> WorkAnswer {
    .failed(status: problem.status, message: problem.message, field: problem.field)
  }
}
