import FlyingSocks
import Synchronization

/// A connection that the server watches: its phase, and the deadline for its next progress.
final class WatchedConnection: Sendable {
  /// The phase of a connection.
  enum Phase: Sendable {
    /// It has no complete request head; it may be closed to make room for another.
    case idle
    /// A request is being received or answered, or the connection is a WebSocket.
    case busy
  }

  private struct State {
    var phase = Phase.idle
    var deadline: ContinuousClock.Instant?
    var isOpen = true
  }

  /// The socket; only the connection reads and writes it.
  let socket: AsyncSocket
  private let state: Mutex<State>

  init(_ socket: AsyncSocket, deadline: ContinuousClock.Instant) {
    self.socket = socket
    state = Mutex(State(deadline: deadline))
  }

  /// Enters a phase, with a time limit for progress from now on; nil for no limit.
  func enter(_ phase: Phase, for duration: Duration?) {
    let deadline = duration.map { ContinuousClock.now + $0 }
    state.withLock { state in
      state.phase = phase
      state.deadline = deadline
    }
  }

  /// The time at which it is cut off; nil for never.
  var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

  /// The deadline for the request of an idle connection; nil for a busy one.
  var idleUntil: ContinuousClock.Instant? {
    state.withLock { $0.phase == .idle && $0.isOpen ? $0.deadline : nil }
  }

  /// Ends all reading and writing; the connection then closes itself.
  func cutOff() {
    state.withLock { state in
      // The descriptor of a closed socket may already belong to another file.
      if state.isOpen { SystemSocket.shutDown(socket.socket.file.rawValue) }
      state.deadline = nil
    }
  }

  /// Ends writing; the other side may still send for a while.
  func endWriting(within duration: Duration) {
    let deadline = ContinuousClock.now + duration
    state.withLock { state in
      if state.isOpen { SystemSocket.endWriting(socket.socket.file.rawValue) }
      state.deadline = deadline
    }
  }

  /// Closes the socket, once.
  func close() {
    state.withLock { state in
      if state.isOpen { try? socket.close() }
      state.isOpen = false
      state.deadline = nil
    }
  }
}

/// All connections of a server.
final class ConnectionRoom: Sendable {
  private let connections = Mutex<[ObjectIdentifier: WatchedConnection]>([:])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of connections.
  var count: Int { connections.withLock { $0.count } }

  /// Admits a connection.
  ///
  /// If there are too many, the one that has been idle longest is closed.
  ///
  /// - Returns: false if all others are busy, so that this one must be refused.
  func enter(_ connection: WatchedConnection) -> Bool {
    let (isIn, leaving) = connections.withLock { connections -> (Bool, WatchedConnection?) in
      var leaving: WatchedConnection?
      if connections.count >= limit {
        let idle = connections.values.compactMap { other in other.idleUntil.map { (other, $0) } }
        guard let oldest = idle.min(by: { $0.1 < $1.1 })?.0 else { return (false, nil) }
        connections[ObjectIdentifier(oldest)] = nil
        leaving = oldest
      }
      connections[ObjectIdentifier(connection)] = connection
      return (true, leaving)
    }
    leaving?.cutOff()
    return isIn
  }

  /// Removes a connection.
  func leave(_ connection: WatchedConnection) {
    connections.withLock { $0[ObjectIdentifier(connection)] = nil }
  }

  /// Cuts off every connection past its deadline.
  func sweep(at now: ContinuousClock.Instant) {
    let all = connections.withLock { Array($0.values) }
    for connection in all {
      if let deadline = connection.deadline, deadline <= now { connection.cutOff() }
    }
  }

  /// Cuts off all connections.
  func cutOffAll() {
    for connection in connections.withLock({ Array($0.values) }) { connection.cutOff() }
  }
}
