import ReelScenes
import ReelVideo
import Synchronization

/// A film that a worker of its own makes.
actor FilmRun {
  /// What happens to it.
  enum Event: Sendable {
    case progress(FilmProgress)
    case finished(FilmProgress, bytes: Int)
    /// It failed, or was cancelled.
    case failed(Problem)
  }

  private struct State {
    /// Who waits for the newest frame.
    var watchers: [CheckedContinuation<[UInt8], Never>] = []
    var (isStopping, isCancelled, isOver) = (false, false, false)
  }

  /// What happens to it, up to its end.
  nonisolated let events: AsyncStream<Event>
  private nonisolated let continuation: AsyncStream<Event>.Continuation
  private nonisolated let process: WorkProcess
  private nonisolated let limits: WorkLimits
  private nonisolated let state = Mutex(State())
  private let executor = SerialQueueExecutor(label: "reel.studio.film")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How long the last steps may take, which no frame tells of: the second pass of a GIF, for example.
  private static let finishing = Duration.seconds(1800)
  /// How long a film that is cancelled has for its own cleaning up.
  private static let leaving = Duration.seconds(3)

  /// Starts to make a film.
  ///
  /// - Parameters:
  ///   - work: what is ordered.
  ///   - content: the session or the storyboard that it is of.
  ///   - path: its file.
  /// - Throws: `Problem` where no worker can be started.
  init(_ work: FilmWork, _ content: [UInt8], at path: String, _ workers: Workers) throws(Problem) {
    process = try workers.process()
    limits = workers.limits
    (events, continuation) = AsyncStream.makeStream()
    let order = WorkOrder(.film(work, path: path), workers.limits)
    Task { await self.follow(order, content) }
  }

  /// Completes the film with what there is.
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

  /// Sets a flag, and returns whether it was not set.
  private nonisolated func first(_ flag: WritableKeyPath<State, Bool> & Sendable) -> Bool {
    state.withLock { state in
      defer { state[keyPath: flag] = true }
      return !state[keyPath: flag]
    }
  }

  /// Hands over what a finger does in the session that is recorded.
  nonisolated func hand(_ touch: Touch) { process.send(short: .touch(touch), limits) }

  /// The newest frame as PNG; nothing where there is none.
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
    // Whoever is told of the end finds nothing at work any more.
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

  /// The limits as a film has them.
  private var pausing: WorkLimits {
    var limits = limits
    (limits.seconds, limits.bytes) = (limits.seconds * 6, limits.bytes * 2)
    return limits
  }

  /// Hands on what happens, and returns the end.
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
