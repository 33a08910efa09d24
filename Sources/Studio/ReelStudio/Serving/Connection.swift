import FlyingSocks
import ReelFiles
import ReelPlatform
import ReelVideo
import Synchronization

/// The number of bytes of all bodies being received, which is limited.
final class ReceivedBytes: Sendable {
  private let sum = Mutex(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds bytes; returns false if there would be too many.
  func add(_ count: Int) -> Bool {
    sum.withLock { sum in
      guard sum + count <= limit else { return false }
      sum += count
      return true
    }
  }

  /// Subtracts bytes.
  func remove(_ count: Int) { sum.withLock { $0 -= count } }
}

/// One connection: reads requests within limits, has the site answer them, and writes the answers.
///
/// It uses FlyingFox's sockets and pool, but not its loop (`HTTPServer`), which cannot limit heads or the declared lengths of WebSocket
/// frames.
struct Connection {
  /// The next step of the connection after an answer.
  private enum Next {
    case request, end
    /// Discards the rest of a refused body, so that the client reads the answer before the connection closes.
    case drain
  }

  /// The early end of a request.
  private struct Ended: Error {}

  let watched: WatchedConnection
  let site: any Site
  let limits: ServerLimits
  let received: ReceivedBytes
  private var buffer: [UInt8] = []

  init(_ watched: WatchedConnection, site: any Site, limits: ServerLimits, received: ReceivedBytes) {
    self.watched = watched
    self.site = site
    self.limits = limits
    self.received = received
  }

  /// Serves requests until the connection ends or violates the protocol; errors end it.
  mutating func serve() async {
    do {
      var next = Next.request
      var isFirst = true
      while case .request = next {
        watched.enter(.idle, for: isFirst ? limits.patience : limits.idle)
        isFirst = false
        next = try await serveRequest()
      }
      if case .drain = next { try await drain() }
    } catch {
      // The client has gone, or was cut off: there is nobody left to report to.
    }
  }

  private mutating func serveRequest() async throws -> Next {
    let head: RequestHead
    let length: Int
    do throws(RequestHead.Fault) {
      guard let found = try await readHead() else { return .end }
      head = found
      length = try head.bodyLength
    } catch {
      try await write(Response(problem: error.status, error.reason), keepsConnection: false)
      return .drain
    }
    watched.enter(.busy, for: limits.patience)
    let keeps = head.keepsConnection
    switch site.admit(head) {
    case .refused(let response):
      let goesOn = keeps && length <= buffer.count && head.fields["upgrade"] == nil
      if goesOn { buffer.removeFirst(length) }
      try await write(response, keepsConnection: goesOn, isHead: head.method == "HEAD")
      return goesOn ? .request : .drain
    case .admitted(let path, let query, let bodyLimit, let respond):
      guard length <= bodyLimit else {
        let sentence = "the body has \(length) bytes, but at most \(bodyLimit) are accepted: send less"
        try await write(Response(problem: 413, sentence), keepsConnection: false)
        return .drain
      }
      guard received.add(length) else {
        try await write(
          Response(problem: 503, "too much data is being sent at once: try again in a moment"), keepsConnection: false)
        return .drain
      }
      defer { received.remove(length) }
      if head.fields["expect"]?.lowercased() == "100-continue", buffer.count < length {
        try await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      }
      let body = try await readBody(length)
      watched.enter(.busy, for: nil)
      let response = await respond(Request(head: head, path: path, query: query, body: body))
      if case .socket(let handler) = response.body {
        try await serveSocket(handler, head: head, response: response)
        return .end
      }
      try await write(response, keepsConnection: keeps, isHead: head.method == "HEAD")
      return keeps ? .request : .end
    }
  }

  // MARK: - Reading

  /// Appends received bytes to the buffer.
  private mutating func more() async throws {
    buffer += try await watched.socket.read(atMost: 4096)
  }

  /// Reads up to the empty line; nil if the connection ends before a request begins.
  private mutating func readHead() async throws(RequestHead.Fault) -> RequestHead? {
    var searched = 0
    var isBegun = !buffer.isEmpty
    if isBegun { watched.enter(.idle, for: limits.patience) }
    while true {
      if let length = RequestHead.length(in: buffer, from: searched) {
        guard length <= limits.headBytes else { break }
        let head = try RequestHead(buffer[..<length])
        buffer.removeFirst(length)
        return head
      }
      guard buffer.count <= limits.headBytes else { break }
      searched = max(0, buffer.count - 3)
      do {
        try await more()
      } catch {
        return nil
      }
      // Counted from its first byte, the whole head must arrive in time, even if a little more of it keeps arriving.
      if !isBegun { watched.enter(.idle, for: limits.patience) }
      isBegun = true
    }
    throw RequestHead.Fault(status: 431, reason: "the head of the request has more than \(limits.headBytes) bytes")
  }

  /// The number of bytes of a body that count as progress.
  private static let step = 16 << 10

  private mutating func readBody(_ length: Int) async throws -> [UInt8] {
    var progress = buffer.count
    watched.enter(.busy, for: limits.patience)
    while buffer.count < length {
      try await more()
      if buffer.count - progress >= Self.step {
        progress = buffer.count
        watched.enter(.busy, for: limits.patience)
      }
    }
    let body = Array(buffer[..<length])
    buffer.removeFirst(length)
    return body
  }

  /// Discards further bytes, within limits of time and size.
  private mutating func drain() async throws {
    watched.enter(.idle, for: limits.patience)
    watched.endWriting(within: limits.patience)
    var rest = limits.bodyBytes
    while rest > 0 { rest -= try await watched.socket.read(atMost: 4096).count }
  }

  // MARK: - Writing

  /// Writes bytes in pieces; each piece counts as progress.
  private func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      watched.enter(.busy, for: limits.patience)
      try await watched.socket.write(Data(rest.prefix(Self.piece)))
      rest = rest.dropFirst(Self.piece)
    }
  }

  private static let piece = 64 << 10

  private func write(_ response: Response, keepsConnection: Bool, isHead: Bool = false) async throws {
    let head = response.head(keepsConnection: keepsConnection)
    switch response.body {
    case .bytes(let bytes): try await send(isHead ? head : head + bytes)
    case .socket: break
    case .file(let path, let range):
      try await send(head)
      var next = range.lowerBound
      while !isHead, next < range.upperBound {
        let end = min(range.upperBound, next + Self.piece)
        let bytes = try await BlockingFile.read(path, range: next..<end)
        // The file has become shorter than the length in the head.
        guard bytes.count == end - next else { throw Ended() }
        try await send(bytes)
        next = end
      }
    }
  }

  // MARK: - WebSocket

  private mutating func serveSocket(_ handler: any SocketHandler, head: RequestHead, response: Response) async throws {
    guard let accept = Handshake.accept(head) else {
      let refusal = Response(
        problem: 400, "this address is for a WebSocket: connect with a WebSocket client")
      return try await write(refusal, keepsConnection: false)
    }
    try await send(response.with("Sec-WebSocket-Accept", accept).head(keepsConnection: true))
    let channel = SocketChannel(watched, limits: limits)
    var reader = SocketReader(watched, limits: limits, buffer: buffer)
    buffer = []
    await handler.serve(&reader, channel)
  }
}

/// A reader of files outside Swift's cooperative threads.
actor BlockingFile {
  private static let shared = BlockingFile()
  private let executor = SerialQueueExecutor(label: "reel.studio.files")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns a range of a file's bytes; fewer if the file ends before.
  static func read(_ path: String, range: Range<Int>) async throws -> [UInt8] {
    try await shared.read(path, range)
  }

  private func read(_ path: String, _ range: Range<Int>) throws -> [UInt8] { try BoundedFile.read(path, range: range) }
}
