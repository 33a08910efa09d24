import FlyingSocks
import ReelPlatform
import Synchronization

/// Listens on a port and serves a site.
final class Server: Sendable {
  /// The machines that may connect.
  enum Reach: Sendable {
    /// Programs on this machine.
    case loopback
    /// Every machine that can reach this one.
    case network
  }

  let limits: ServerLimits
  let room: ConnectionRoom
  private let reach: Reach
  private let received: ReceivedBytes
  private let pool: any AsyncSocketPool
  private let listening = Mutex<Socket?>(nil)
  /// A stream that ends when the server should stop.
  private let running: AsyncStream<Never>
  private let stopper: AsyncStream<Never>.Continuation

  init(reach: Reach, limits: ServerLimits) {
    self.reach = reach
    self.limits = limits
    room = ConnectionRoom(limit: limits.connections)
    received = ReceivedBytes(limit: limits.waitingBytes)
    pool = SocketPools.make()
    (running, stopper) = AsyncStream.makeStream()
  }

  /// Starts listening.
  ///
  /// - Parameter port: the port; 0 for any free one.
  /// - Returns: the port.
  /// - Throws: `StudioError` for a port that can't be used.
  func listen(port: UInt16) throws(StudioError) -> UInt16 {
    do {
      let address = try sockaddr_in.inet(ip4: reach == .loopback ? "127.0.0.1" : "0.0.0.0", port: port)
      let socket = try Socket(domain: Int32(AF_INET))
      do {
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: address)
        try socket.listen()
        SystemSocket.keepFromChildren(socket.file.rawValue)
        listening.withLock { $0 = socket }
        guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
        return port
      } catch {
        try? socket.close()
        throw error
      }
    } catch {
      throw StudioError.port(port, error)
    }
  }

  /// Serves a site until `stop()`; may be called once.
  func run(_ site: any Site) async {
    SystemSocket.ignoreBrokenPipes()
    guard let listening = listening.withLock({ $0.take() }) else { return }
    do {
      try await pool.prepare()
      let door = try AsyncSocket(socket: listening, pool: pool)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await self.pool.run() }
        group.addTask { await self.watch() }
        group.addTask { await self.accept(at: door, site) }
        for await _ in running {}
        room.cutOffAll()
        // Cancel instead of shutting down: FlyingSocks misses the hang-up of a socket that it starts watching while it waits for events.
        group.cancelAll()
      }
    } catch {
      // Without a pool of sockets, no one can be served.
    }
    try? listening.close()
  }

  /// Stops listening and ends all connections.
  func stop() { stopper.finish() }

  private func accept(at door: AsyncSocket, _ site: any Site) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = try await door.accept()
          SystemSocket.sendAtOnce(socket.socket.file.rawValue)
          let connection = WatchedConnection(socket, deadline: .now + limits.patience)
          if room.enter(connection) {
            group.addTask { await self.serve(connection, site) }
          } else {
            connection.close()
          }
        } catch {
          // For example, there may be no free descriptors: wait for others to be closed.
          try? await Task.sleep(for: .milliseconds(100))
        }
      }
    }
  }

  private func serve(_ watched: WatchedConnection, _ site: any Site) async {
    var connection = Connection(watched, site: site, limits: limits, received: received)
    await connection.serve()
    room.leave(watched)
    watched.close()
  }

  /// Once a second, cuts off connections without progress.
  private func watch() async {
    while !Task.isCancelled {
      room.sweep(at: .now)
      try? await Task.sleep(for: .seconds(1))
    }
  }
}
