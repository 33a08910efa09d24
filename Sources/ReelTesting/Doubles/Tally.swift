import Synchronization

/// A number that only grows, and who waits for it.
struct Tally {
  private(set) var count = 0
  private var isClosed = false
  private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Counts on, and returns who is to be resumed once the lock is free.
  mutating func add(_ more: Int = 1) -> Waiters {
    count += more
    return ready()
  }

  /// Ends the counting: nobody waits for what will not be.
  mutating func close() -> Waiters {
    isClosed = true
    return ready()
  }

  /// Adds one who waits, unless so many were counted or there will be no more.
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

  /// Those whose number was reached.
  struct Waiters {
    fileprivate var continuations: [CheckedContinuation<Void, Never>]

    func resume() {
      for continuation in continuations { continuation.resume() }
    }
  }
}
