import FlyingSocks

/// A socket pool that removes a socket before its waiter continues.
///
/// FlyingSocks 0.27.1 wakes a waiter first and removes its socket from the system's queue afterwards. If the waiter closes the socket in
/// between, the pool still believes that descriptor to be watched, and the next connection with the same number would never be woken.
struct SettledPool<Queue: EventQueue>: AsyncSocketPool {
  private let base: SocketPool<Queue>

  init(_ base: SocketPool<Queue>) { self.base = base }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    do {
      try await base.suspendSocket(socket, untilReadyFor: events)
    } catch {
      await base.settle()
      throw error
    }
    await base.settle()
  }
}

extension SocketPool {
  /// Returns when the pool has finished its current step.
  @inline(never)
  fileprivate func settle() {}
}

/// Factory for this system's pools.
enum SocketPools {
  /// Makes a pool.
  static func make() -> any AsyncSocketPool {
    #if os(Linux)
      SettledPool(.ePoll(maxEvents: 64) as SocketPool<ePoll>)
    #else
      SettledPool(.kQueue(maxEvents: 64) as SocketPool<kQueue>)
    #endif
  }
}
