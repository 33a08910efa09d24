import ReelPlatform
import Synchronization

/// The reason why a worker has not answered.
enum WorkFailure: Error {
  /// The worker took too long.
  case late
  /// The worker ended, by a signal or without one.
  case ended(signal: Int32?)
}

/// The studio's end of the connection to a worker process, which ends with it.
///
/// Only one thread at a time uses it, except for short requests and `end()`.
final class WorkProcess: Sendable {
  private let worker: StudioWorker
  private let writing = Mutex(())

  init(_ worker: StudioWorker) {
    self.worker = worker
    for descriptor in [worker.input, worker.output] {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      SystemSocket.keepFromChildren(descriptor)
    }
  }

  deinit {
    _ = worker.end()
    close(worker.input)
    if worker.output != worker.input { close(worker.output) }
  }

  /// Ends the worker at once; a waiting call throws.
  func end() { _ = worker.end() }

  /// Whether the worker is alive and idle.
  var isWaiting: Bool {
    var stream = pollfd(fd: worker.output, events: Int16(POLLIN), revents: 0)
    return poll(&stream, 1, 0) == 0
  }

  /// Sends a request.
  ///
  /// - Throws: `WorkFailure` for a worker that has ended or does not listen.
  func send(
    _ order: WorkOrder, _ content: [UInt8] = [], until deadline: ContinuousClock.Instant
  ) throws(WorkFailure) {
    let bytes = WorkMessage.bytes(order, content)
    try writing.withLock { _ throws(WorkFailure) in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { write(worker.input, $0.baseAddress, $0.count) }
        if count > 0 { sent += count } else { try wait(for: worker.input, POLLOUT, until: deadline) }
      }
    }
  }

  /// Sends a short request, which is lost if the worker does not listen.
  func send(short request: WorkRequest, _ limits: WorkLimits) {
    let bytes = WorkMessage.bytes(WorkOrder(request, limits), [])
    // A pipe writes so few bytes atomically.
    writing.withLock { _ in _ = bytes.withUnsafeBytes { write(worker.input, $0.baseAddress, $0.count) } }
  }

  /// Waits for an answer.
  ///
  /// - Throws: `WorkFailure` for a worker that ends or takes too long.
  func receive(until deadline: ContinuousClock.Instant) throws(WorkFailure) -> (answer: WorkAnswer, content: [UInt8]) {
    guard let lengths = WorkMessage.lengths(try bytes(WorkMessage.headLength, until: deadline)) else { throw ended() }
    let words = try bytes(lengths.words, until: deadline)
    let content = try bytes(lengths.content, until: deadline)
    guard let answer = WorkMessage.words(WorkAnswer.self, words[...]) else { throw ended() }
    return (answer, content)
  }

  private func bytes(_ length: Int, until deadline: ContinuousClock.Instant) throws(WorkFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    var received = 0
    while received < length {
      let count = bytes[received...].withUnsafeMutableBytes { read(worker.output, $0.baseAddress, $0.count) }
      if count > 0 {
        received += count
      } else if count == 0 {
        throw ended()
      } else {
        try wait(for: worker.output, POLLIN, until: deadline)
      }
    }
    return bytes
  }

  /// Waits after a call that failed with a reason in `errno`.
  private func wait(
    for descriptor: Int32, _ events: Int32, until deadline: ContinuousClock.Instant
  ) throws(WorkFailure) {
    if errno == EINTR { return }
    guard errno == EAGAIN else { throw ended() }
    let (seconds, attoseconds) = (deadline - .now).components
    guard seconds >= 0, attoseconds >= 0 else { throw .late }
    var stream = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&stream, 1, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  private func ended() -> WorkFailure { .ended(signal: worker.end()) }
}

extension Problem {
  /// Describes why a worker has not answered.
  init(_ failure: WorkFailure, of request: WorkRequest, _ limits: WorkLimits) {
    switch failure {
    case .ended(signal: SIGXCPU), .late:
      self.init(
        422, "\(request.subject) takes more than \(Int(clamping: limits.seconds.rounded(.up))) s: make it simpler")
    case .ended(let signal):
      let how = signal.map { "by signal \($0)" } ?? "early"
      self.init(
        422,
        "\(request.subject) can't be computed: the worker process ended \(how), perhaps because it needed more than \(limits.bytes >> 20) MB: make it simpler"
      )
    }
  }
}
