import ReelInteraction
import ReelScenes
import ReelVideo
import Synchronization

/// A film that a separate worker makes.
actor FilmRun {
  /// An event of the run.
  enum Event: Sendable {
    case progress(FilmProgress)
    case finished(FilmProgress, bytes: Int)
    /// The film failed, or was cancelled.
    case failed(Problem)
  }

  private struct State {
    /// The requests that wait for the newest frame.
    var watchers: [CheckedContinuation<[UInt8], Never>] = []
    var (isStopping, isCancelled, isOver) = (false, false, false)
  }

  /// The events, up to the end of the run.
  nonisolated let events: AsyncStream<Event>
  private nonisolated let continuation: AsyncStream<Event>.Continuation
  private nonisolated let process: WorkProcess
  private nonisolated let limits: WorkLimits
  private nonisolated let state = Mutex(State())
  private let executor = SerialQueueExecutor(label: "reel.studio.film")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The time limit for the last steps, during which no frames are reported, such as the second pass of a GIF.
  private static let finishing = Duration.seconds(1800)
  /// The time that a cancelled film has to clean up.
  private static let leaving = Duration.seconds(3)

  /// Starts to make a film.
  ///
  /// - Parameters:
  ///   - work: the order.
  ///   - content: the session or storyboard to film.
  ///   - path: the path of the film.
  /// - Throws: `Problem` if no worker can be started.
  init(_ work: FilmWork, _ content: [UInt8], at path: String, _ workers: Workers) throws(Problem) {
    process = try workers.process()
    limits = workers.limits
    (events, continuation) = AsyncStream.makeStream()
    let order = WorkOrder(.film(work, path: path), workers.limits)
    Task { await self.follow(order, content) }
  }

  /// Completes the film with the frames so far.
  nonisolated func stop() {
    if first(\.isStopping) { process.send(short: .stop, limits) }
  }

  /// Ends the film without a file.
  nonisolated func cancel() {
    guard first(\.isCancelled) else { return }
    process.send(short: .abandon, limits)
    Task {
      try? await Task.sleep(for: Self.leaving)
      process.end()
    }
  }

  /// Sets a flag, and returns whether it was unset before.
  private nonisolated func first(_ flag: WritableKeyPath<State, Bool> & Sendable) -> Bool {
    state.withLock { state in
      defer { state[keyPath: flag] = true }
      return !state[keyPath: flag]
    }
  }

  /// Passes on a touch in the session being recorded.
  nonisolated func hand(_ touch: Touch) { process.send(short: .touch(touch), limits) }

  /// The newest frame as PNG; empty if there is none.
  nonisolated func picture() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.watchers.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume(returning: []) } else { process.send(short: .show, limits) }
    }
  }

  private func follow(_ order: WorkOrder, _ content: [UInt8]) {
    let event: Event
    do throws(WorkFailure) {
      try process.send(order, content, until: .now + limits.pause)
      event = try end()
    } catch {
      event = .failed(Problem(error, of: order.request, pausing))
    }
    // End the worker before reporting the end of the film.
    process.end()
    let watchers = state.withLock { state in
      state.isOver = true
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume(returning: []) }
    continuation.yield(event)
    continuation.finish()
  }

  /// The limits for films.
  private var pausing: WorkLimits {
    var limits = limits
    (limits.seconds, limits.bytes) = (limits.seconds * 6, limits.bytes * 2)
    return limits
  }

  /// Forwards events, and returns the last one.
  private func end() throws(WorkFailure) -> Event {
    let end = ContinuousClock.now + .seconds(limits.filmSeconds)
    var isLast = false
    while true {
      let isFinishing = isLast || state.withLock { $0.isStopping }
      let (answer, content) = try process.receive(until: .now + (isFinishing ? Self.finishing : limits.pause))
      switch answer {
      case .progress(let progress):
        isLast = progress.fraction == 1
        continuation.yield(.progress(progress))
        if !isFinishing, .now > end { stop() }
      case .shown:
        let watcher = state.withLock { $0.watchers.isEmpty ? nil : $0.watchers.removeFirst() }
        watcher?.resume(returning: content)
      case .finished(let progress, let bytes): return .finished(progress, bytes: bytes)
      case .failed(let status, let message, let field): return .failed(Problem(status, message, field: field))
      case .done, .story, .film: throw .ended(signal: nil)
      }
    }
  }
}
