import Synchronization

/// A counter, and the tasks waiting for it.
struct Tally {
  private(set) var count = 0
  private var isClosed = false
  private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Increments, and returns the continuations to resume after unlocking.
  mutating func add(_ more: Int = 1) -> Waiters {
    count += more
    return ready()
  }

  /// Ends counting, and returns all waiters.
  mutating func close() -> Waiters {
    isClosed = true
    return ready()
  }

  /// Adds a waiter, unless the number is reached or counting has ended.
  mutating func wait(for count: Int, _ continuation: CheckedContinuation<Void, Never>) -> Waiters {
    waiting.append((count, continuation))
    return ready()
  }

  private mutating func ready() -> Waiters {
    let reached = isClosed ? .max : count
    let ready = waiting.filter { $0.count <= reached }
    waiting.removeAll { $0.count <= reached }
    return Waiters(continuations: ready.map(\.continuation))
  }

  /// The waiters whose number has been reached.
  struct Waiters {
    fileprivate var continuations: [CheckedContinuation<Void, Never>]

    func resume() {
      for continuation in continuations { continuation.resume() }
    }
  }
}
