import FlyingSocks
import ReelPlatform

/// A handler of the WebSockets at an address.
protocol SocketHandler: Sendable {
  /// Serves one WebSocket until it ends; the connection is closed when this returns.
  func serve(_ reader: inout SocketReader, _ channel: SocketChannel) async
}

/// Sends the messages of one WebSocket one after another, from any task.
///
/// A sender waits until its message has been written. So nothing queues up for a page that does not read; that page is cut off after a
/// while.
actor SocketChannel {
  private let watched: WatchedConnection
  private let limits: ServerLimits
  /// Whether a message is being written, and the tasks that wait for its end.
  private var isWriting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false

  init(_ watched: WatchedConnection, limits: ServerLimits) {
    self.watched = watched
    self.limits = limits
  }

  /// Sends a text.
  func send(_ text: [UInt8]) async throws { try await send(SocketFrame(kind: .text, payload: text)) }

  /// Sends the reason for closing, once, and ends the connection.
  func close(_ reason: SocketFrame.Closing) async {
    guard !isClosed else { return }
    isClosed = true
    try? await write(SocketFrame.closing(reason).bytes)
    watched.endWriting(within: limits.patience)
  }

  /// Sends a frame.
  func send(_ frame: SocketFrame) async throws {
    guard !isClosed else { throw SocketError.disconnected }
    try await write(frame.bytes)
  }

  private func write(_ bytes: [UInt8]) async throws {
    await enter()
    defer { leave() }
    var rest = bytes[...]
    while !rest.isEmpty {
      watched.enter(.busy, for: limits.patience)
      try await watched.socket.write(Data(rest.prefix(64 << 10)))
      rest = rest.dropFirst(64 << 10)
    }
    watched.enter(.busy, for: limits.silence)
  }

  /// Waits for its turn to write.
  private func enter() async {
    guard isWriting else {
      isWriting = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Passes the turn to the task that has waited longest.
  private func leave() {
    if waiting.isEmpty { isWriting = false } else { waiting.removeFirst().resume() }
  }
}

/// A reader of one WebSocket's messages.
struct SocketReader {
  private let watched: WatchedConnection
  private let limits: ServerLimits
  private var buffer: [UInt8]
  private var message: [UInt8]?

  init(_ watched: WatchedConnection, limits: ServerLimits, buffer: [UInt8]) {
    self.watched = watched
    self.limits = limits
    self.buffer = buffer
  }

  /// Returns the next text; nil at the end of the connection.
  ///
  /// It answers pings. A violation of the WebSocket protocol ends the connection with its close code.
  mutating func next(_ channel: SocketChannel) async -> [UInt8]? {
    do {
      while true {
        guard let frame = try await frame() else { return nil }
        switch frame.kind {
        case .ping: try await channel.send(SocketFrame(kind: .pong, payload: frame.payload))
        case .pong: break
        case .close:
          await channel.close(.normal)
          return nil
        case .binary: throw SocketFrame.Closing.unsupported
        case .text, .continuation:
          if let text = try add(frame) { return text }
        }
      }
    } catch let reason as SocketFrame.Closing {
      await channel.close(reason)
    } catch {
      // The client has gone.
    }
    return nil
  }

  /// Returns the next text if it has already arrived completely.
  ///
  /// Incomplete texts and protocol violations are left to `next`.
  mutating func ready() -> [UInt8]? {
    // The first byte of a text in one frame.
    guard message == nil, buffer.first == 0x81 else { return nil }
    let before = buffer
    guard let frame = try? SocketFrame.take(from: &buffer, limit: limits.messageBytes) else { return nil }
    guard String(validating: frame.payload, as: UTF8.self) != nil else {
      buffer = before
      return nil
    }
    return frame.payload
  }

  /// Adds a frame to the current message; returns the message once it is complete.
  private mutating func add(_ frame: SocketFrame) throws(SocketFrame.Closing) -> [UInt8]? {
    guard (message == nil) == (frame.kind == .text) else { throw .protocolError }
    let whole = (message ?? []) + frame.payload
    guard whole.count <= limits.messageBytes else { throw .tooLong }
    message = frame.isLast ? nil : whole
    guard frame.isLast else { return nil }
    guard String(validating: whole, as: UTF8.self) != nil else { throw .invalidText }
    return whole
  }

  private mutating func frame() async throws -> SocketFrame? {
    var isBegun = !buffer.isEmpty
    watched.enter(.busy, for: isBegun ? limits.patience : limits.silence)
    while true {
      if let frame = try SocketFrame.take(from: &buffer, limit: limits.messageBytes) { return frame }
      buffer += try await watched.socket.read(atMost: 4096)
      // The rest of a frame must arrive soon after its beginning.
      if !isBegun { watched.enter(.busy, for: limits.patience) }
      isBegun = true
    }
  }
}

/// The opening handshake of a WebSocket (RFC 6455).
enum Handshake {
  /// The fixed suffix to the client's key, so that no other server accepts by accident.
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Returns the server's answer to the client's key; nil for a request that does not open a WebSocket.
  static func accept(_ head: RequestHead) -> String? {
    let words = (head.fields["connection"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    guard head.method == "GET", head.isCurrent, words.contains("upgrade"),
      head.fields["upgrade"]?.lowercased() == "websocket", head.fields["sec-websocket-version"] == "13",
      let key = head.fields["sec-websocket-key"], Data(base64Encoded: key)?.count == 16
    else { return nil }
    return Data(SHA1.digest(of: key + suffix)).base64EncodedString()
  }
}
