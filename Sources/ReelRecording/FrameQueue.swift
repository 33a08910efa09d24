import Synchronization

/// The few frames between the one who draws and the one who encodes.
///
/// One producer, one consumer, a fixed depth. A producer in virtual time waits for room (`send`), one in live time
/// does not (`offer`). Lifecycle and waiters are one value behind one lock; continuations are resumed outside it.
final class FrameQueue: Sendable {
  private struct State {
    var frames: [Frame] = []
    var isFinished = false
    var isClosed = false
    var producer: CheckedContinuation<Void, Never>?
    var consumer: CheckedContinuation<Frame?, Never>?
  }

  private let depth: Int
  private let state = Mutex(State())

  /// Creates a queue that holds at most `depth` frames.
  init(depth: Int) {
    precondition(depth > 0, "a queue must hold a frame")
    self.depth = depth
  }

  /// Whether the consumer has left.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds a frame if there is room; false if it was not taken.
  func offer(_ frame: Frame) -> Bool {
    let (taken, consumer) = state.withLock { state -> (Bool, CheckedContinuation<Frame?, Never>?) in
      guard !state.isClosed, !state.isFinished else { return (false, nil) }
      if let consumer = state.consumer.take() { return (true, consumer) }
      guard state.frames.count < depth else { return (false, nil) }
      state.frames.append(frame)
      return (true, nil)
    }
    consumer?.resume(returning: frame)
    return taken
  }

  /// Adds a frame as soon as there is room; false if the consumer has left.
  func send(_ frame: Frame, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    while !offer(frame) {
      if state.withLock({ $0.isClosed || $0.isFinished }) { return false }
      await withCheckedContinuation { continuation in
        let resumesNow = state.withLock { state -> Bool in
          if state.isClosed || state.frames.count < depth { return true }
          state.producer = continuation
          return false
        }
        if resumesNow { continuation.resume() }
      }
    }
    return true
  }

  /// Returns the next frame, or nil when the queue is finished and empty, or closed.
  func next() async -> Frame? {
    await withCheckedContinuation { continuation in
      let (answer, producer) = state.withLock { state -> (Frame??, CheckedContinuation<Void, Never>?) in
        if !state.frames.isEmpty { return (.some(state.frames.removeFirst()), state.producer.take()) }
        if state.isFinished || state.isClosed { return (.some(nil), nil) }
        state.consumer = continuation
        return (nil, nil)
      }
      producer?.resume()
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// The producer has no more frames; those in the queue are still delivered.
  func finish() {
    let consumer = state.withLock { state in
      state.isFinished = true
      return state.consumer.take()
    }
    consumer?.resume(returning: nil)
  }

  /// The consumer takes no more frames; a waiting producer goes on at once.
  func close() {
    let producer = state.withLock { state in
      state.isClosed = true
      state.frames = []
      return state.producer.take()
    }
    producer?.resume()
  }
}
