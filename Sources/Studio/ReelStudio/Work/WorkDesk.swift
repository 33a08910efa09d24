import ReelVideo
import Synchronization

/// Distributes the work of requests to workers: a few at a time, each within limits, the others in order.
///
/// If a worker does not answer in time or ends, its request fails; the next request gets another worker.
final class WorkDesk: Sendable {
  private struct State {
    /// The free seats.
    var free: [WorkSeat]
    /// The requests that wait for a seat, in order of arrival.
    var waiting: [CheckedContinuation<WorkSeat?, Never>] = []
    var isClosed = false
  }

  private let workers: Workers
  private let seats: [WorkSeat]
  private let state: Mutex<State>

  init(_ workers: Workers) {
    self.workers = workers
    seats = (0..<WorkLimits.workers).map { _ in WorkSeat(workers) }
    state = Mutex(State(free: seats))
  }

  /// Has a worker perform a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - content: the text or the file for it.
  /// - Throws: `Problem` for an invalid request, or one that took too much time or memory.
  func ask(_ request: WorkRequest, _ content: [UInt8] = []) async throws -> (answer: WorkAnswer, content: [UInt8]) {
    guard let seat = try await seat(for: request) else { throw Self.closing }
    defer { leave(seat) }
    return try await seat.work(request, content)
  }

  static let closing = Problem(503, "the studio is closing: open it again")

  /// Ends all work at once.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: nil) }
    for seat in seats { seat.close() }
  }

  private func seat(for request: WorkRequest) async throws(Problem) -> WorkSeat? {
    let isTooMuch = state.withLock { $0.free.isEmpty && $0.waiting.count >= workers.limits.waiting }
    guard !isTooMuch else { throw Problem(503, "the studio is busy with other work: try again in a moment") }
    return await withCheckedContinuation { continuation in
      let seat = state.withLock { state -> WorkSeat?? in
        if state.isClosed { return .some(nil) }
        // Prefer a worker that knows the theme, then one without a theme, then any.
        let index =
          state.free.lastIndex { $0.theme == request.theme } ?? state.free.lastIndex { $0.theme == nil }
          ?? state.free.indices.last
        guard let index else {
          state.waiting.append(continuation)
          return nil
        }
        return state.free.remove(at: index)
      }
      if let seat { continuation.resume(returning: seat) }
    }
  }

  private func leave(_ seat: WorkSeat) {
    let next = state.withLock { state -> CheckedContinuation<WorkSeat?, Never>? in
      if let next = state.waiting.first {
        state.waiting.removeFirst()
        return next
      }
      state.free.append(seat)
      return nil
    }
    next?.resume(returning: seat)
  }
}

/// A place for one worker at a time, and the thread that waits for it.
actor WorkSeat {
  private struct State {
    var process: WorkProcess?
    var theme: Int?
    var isClosed = false
  }

  private let workers: Workers
  private nonisolated let state = Mutex(State())
  private let executor = SerialQueueExecutor(label: "reel.studio.work")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ workers: Workers) { self.workers = workers }

  /// The theme of its worker's last request; nil without a worker.
  nonisolated var theme: Int? { state.withLock { $0.theme } }

  /// Ends the worker; no other follows.
  nonisolated func close() {
    let process = state.withLock { state in
      state.isClosed = true
      return state.process
    }
    process?.end()
  }

  /// Has the worker perform a request, and waits for it.
  func work(_ request: WorkRequest, _ content: [UInt8]) throws -> (answer: WorkAnswer, content: [UInt8]) {
    let process = try process(for: request)
    let deadline = ContinuousClock.now + .seconds(workers.limits.seconds)
    let reply: (answer: WorkAnswer, content: [UInt8])
    do throws(WorkFailure) {
      try process.send(WorkOrder(request, workers.limits), content, until: deadline)
      reply = try process.receive(until: deadline)
    } catch {
      process.end()
      let isClosed = state.withLock { state in
        (state.process, state.theme) = (nil, nil)
        return state.isClosed
      }
      throw isClosed ? WorkDesk.closing : Problem(error, of: request, workers.limits)
    }
    if case .failed(let status, let message, let field) = reply.answer { throw Problem(status, message, field: field) }
    return reply
  }

  private func process(for request: WorkRequest) throws(Problem) -> WorkProcess {
    var process = state.withLock { $0.process }
    // The worker may have been ended from outside while it was idle.
    if process?.isWaiting != true { process = try workers.process() }
    let isClosed = state.withLock { state in
      (state.process, state.theme) = (process, request.theme)
      return state.isClosed
    }
    guard !isClosed, let process else { throw WorkDesk.closing }
    return process
  }
}
