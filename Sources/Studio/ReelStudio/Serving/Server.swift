import FlyingSocks
import ReelPlatform
import Synchronization

/// Listens on a port and serves a site.
final class Server: Sendable {
  /// Who may connect.
  enum Reach: Sendable {
    /// Programs on this machine.
    case loopback
    /// Every machine that reaches this one.
    case network
  }

  let limits: ServerLimits
  let room: ConnectionRoom
  private let reach: Reach
  private let received: ReceivedBytes
  private let pool: any AsyncSocketPool
  private let listening = Mutex<Socket?>(nil)
  /// Ends when the server is to stop.
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

  /// Begins to listen.
  ///
  /// - Parameter port: the port; 0 for any that is free.
  /// - Returns: the port.
  /// - Throws: `StudioError` for a port that can't be had.
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

  /// Serves until `stop()`; a server serves once.
  ///
  /// - Parameter site: what is served.
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
        // Cancelled, not shut down: FlyingSocks loses a hang-up of a socket that it began to watch while it was waiting for events.
        group.cancelAll()
      }
    } catch {
      // Without a pool of sockets there is nobody to be served.
    }
    try? listening.close()
  }

  /// Ends listening and all connections.
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
          // No more descriptors, for example: others will be closed meanwhile.
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

  /// Cuts off, once a second, whoever makes no progress.
  private func watch() async {
    while !Task.isCancelled {
      room.sweep(at: .now)
      try? await Task.sleep(for: .seconds(1))
    }
  }
}
