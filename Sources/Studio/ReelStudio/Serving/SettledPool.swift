import FlyingSocks

/// A pool of sockets that has forgotten a socket before whoever waited for it goes on.
///
/// FlyingSocks 0.27.1 wakes a waiter first and takes its socket out of the system's queue afterwards. A waiter that closes the socket meanwhile leaves
/// the pool with a number that it believes to be watched; the next connection of that number would never be woken.
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
  /// Returns when the pool has done what it was doing.
  @inline(never)
  fileprivate func settle() {}
}

/// The pools of this system.
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
