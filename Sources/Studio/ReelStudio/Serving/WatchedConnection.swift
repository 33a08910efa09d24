import FlyingSocks
import Synchronization

/// A connection as the server watches it: what it does, and by when it has to have come further.
final class WatchedConnection: Sendable {
  /// What the connection does.
  enum Phase: Sendable {
    /// It has no request, or only the beginning of one: it may be closed for another.
    case idle
    /// A request is received, answered, or is a WebSocket.
    case busy
  }

  private struct State {
    var phase = Phase.idle
    var deadline: ContinuousClock.Instant?
    var isOpen = true
  }

  /// The socket, which only the connection reads and writes.
  let socket: AsyncSocket
  private let state: Mutex<State>

  init(_ socket: AsyncSocket, deadline: ContinuousClock.Instant) {
    self.socket = socket
    state = Mutex(State(deadline: deadline))
  }

  /// Says what it does, and how long that may take from now on without progress; nil for as long as it takes.
  func enter(_ phase: Phase, for duration: Duration?) {
    let deadline = duration.map { ContinuousClock.now + $0 }
    state.withLock { state in
      state.phase = phase
      state.deadline = deadline
    }
  }

  /// When it is cut off; nil where it is not.
  var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

  /// By when an idle connection has to have a request; nil for one that is busy.
  var idleUntil: ContinuousClock.Instant? {
    state.withLock { $0.phase == .idle && $0.isOpen ? $0.deadline : nil }
  }

  /// Ends reading and writing, whoever waits for them; the connection closes itself then.
  func cutOff() {
    state.withLock { state in
      // The number of a closed file may be another file's.
      if state.isOpen { SystemSocket.shutDown(socket.socket.file.rawValue) }
      state.deadline = nil
    }
  }

  /// Ends writing; the other side may still say what it has to say, for a time.
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

  /// Takes a connection in; where there are too many, the one that waits longest for a request has to leave.
  ///
  /// - Returns: false if all others are busy, and this one has to leave.
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

  /// Lets a connection go.
  func leave(_ connection: WatchedConnection) {
    connections.withLock { $0[ObjectIdentifier(connection)] = nil }
  }

  /// Cuts off every connection whose time is over.
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
