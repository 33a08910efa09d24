import FlyingSocks
import Foundation
import ReelTracing
import Testing

@testable import ReelStudio

/// A folder for one test, removed with everything in it when the test is over.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/reel-studio-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files in it.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The text of a file.
  func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}

/// A studio that runs in this process while a test asks it.
struct TestStudio {
  let folder: TestFolder
  let studio: Studio
  let client: TestClient

  /// Runs a studio, and a test with it.
  static func run(
    _ folder: TestFolder? = nil, _ change: (inout StudioOptions) -> Void = { _ in },
    _ test: (TestStudio) async throws -> Void
  ) async throws {
    let folder = try folder ?? TestFolder()
    var options = StudioOptions(folder: folder.path)
    options.port = 0
    change(&options)
    let studio = try Studio(options)
    let pool = SocketPools.make()
    try await pool.prepare()
    let polling = Task { try await pool.run() }
    let serving = Task { await studio.run() }
    let result: Result<Void, any Error>
    do {
      try await test(TestStudio(folder: folder, studio: studio, client: TestClient(port: studio.port, pool: pool)))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await studio.stop()
    await serving.value
    polling.cancel()
    try result.get()
  }

  /// Begins a session of a letter, and returns its id.
  func begin(_ text: String = "T") async throws -> String {
    let answer = try await client.request("POST", "/api/sessions", json: ["text": text])
    return try #require(((answer.object["entry"] as? [String: Any])?["id"]) as? String)
  }

  /// Opens the socket of a session, and says hello.
  func draw(_ id: String, pen: String? = "test-pen-1") async throws -> TestSocket {
    let socket = try await client.socket("/api/sessions/\(id)/socket")
    try await socket.send(pen.map { ["type": "hello", "pen": $0] } ?? ["type": "hello"])
    return socket
  }
}

/// The answer to a request.
struct TestAnswer {
  var status: Int
  /// The header fields, by their names in lower case.
  var fields: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as JSON.
  var json: Any { (try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)) ?? NSNull() }
  /// The body as an object of JSON; empty where it is none.
  var object: [String: Any] { json as? [String: Any] ?? [:] }

  /// Reads an answer from all that a connection has sent.
  init?(_ bytes: [UInt8]) {
    guard let length = RequestHead.length(in: bytes, from: 0) else { return nil }
    let lines = String(decoding: bytes[..<length], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, let status = Int(first.split(separator: " ")[1]) else { return nil }
    self.status = status
    fields = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    body = Array(bytes[length...])
  }
}

/// Asks a studio, byte by byte if need be: a browser would not send what a test has to.
struct TestClient: Sendable {
  let port: UInt16
  let pool: any AsyncSocketPool

  var host: String { "127.0.0.1:\(port)" }

  func connect() async throws -> AsyncSocket {
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
    let socket = try AsyncSocket(socket: Socket(domain: Int32(AF_INET)), pool: pool)
    try await socket.connect(to: address)
    return socket
  }

  /// Sends bytes, and returns all that comes until the connection ends.
  func exchange(_ bytes: [UInt8]) async throws -> [UInt8] {
    let socket = try await connect()
    defer { try? socket.close() }
    // A server that has heard enough may have gone before all was sent.
    try? await socket.write(Data(bytes))
    return await Self.rest(of: socket)
  }

  /// Sends bytes, and returns the first answer to them.
  func answer(_ bytes: [UInt8]) async throws -> TestAnswer {
    let socket = try await connect()
    defer { try? socket.close() }
    try? await socket.write(Data(bytes))
    var received: [UInt8] = []
    while true {
      received += try await socket.read(atMost: 4096)
      guard let answer = TestAnswer(received), answer.body.count >= Int(answer.fields["content-length"] ?? "") ?? 0
      else {
        continue
      }
      return answer
    }
  }

  /// Returns all that comes until a connection ends.
  static func rest(of socket: AsyncSocket) async -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try? await socket.read(atMost: 4096), !more.isEmpty { bytes += more }
    return bytes
  }

  /// Asks once.
  func request(
    _ method: String, _ target: String, _ fields: [String: String] = [:], body: [UInt8]? = nil, json: Any? = nil
  ) async throws -> TestAnswer {
    try #require(
      try await reply(method, target, fields, body: body, json: json), "no answer to \(method) \(target)")
  }

  /// Asks a studio that may end before it answers; nil where it does.
  func reply(
    _ method: String, _ target: String, _ fields: [String: String] = [:], body: [UInt8]? = nil, json: Any? = nil
  ) async throws -> TestAnswer? {
    var fields = ["Host": host, "Connection": "close"].merging(fields) { $1 }
    var body = body
    if let json {
      body = [UInt8](try JSONSerialization.data(withJSONObject: json))
      fields["Content-Type"] = fields["Content-Type"] ?? "application/json"
    }
    if let body { fields["Content-Length"] = "\(body.count)" }
    var head = "\(method) \(target) HTTP/1.1\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    let bytes = try await exchange(Array((head + "\r\n").utf8) + (body ?? []))
    return TestAnswer(bytes)
  }

  /// The lines that begin a WebSocket.
  func handshake(_ path: String, origin: String? = nil) -> [UInt8] {
    var head = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    if let origin { head += "Origin: \(origin)\r\n" }
    return Array((head + "\r\n").utf8)
  }

  /// Opens a WebSocket.
  func socket(_ path: String) async throws -> TestSocket {
    let (answer, socket) = try await knock(path)
    // The key and the answer are those of RFC 6455.
    try #require(answer.status == 101 && answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    return socket
  }

  /// Asks for a WebSocket, and returns the answer too, which may be a refusal.
  func knock(_ path: String) async throws -> (TestAnswer, TestSocket) {
    let socket = try await connect()
    try await socket.write(Data(handshake(path)))
    var head: [UInt8] = []
    while RequestHead.length(in: head, from: 0) == nil { head.append(try await socket.read()) }
    return (try #require(TestAnswer(head)), TestSocket(socket))
  }
}

/// A WebSocket as a page has it.
struct TestSocket: Sendable {
  private let socket: AsyncSocket

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// Sends an object.
  func send(_ object: [String: any Sendable]) async throws {
    try await send(text: [UInt8](JSONSerialization.data(withJSONObject: object)))
  }

  /// Sends a text.
  func send(text: [UInt8]) async throws { try await send(bytes: Self.frame(0x81, text)) }

  /// Sends bytes as they are.
  func send(bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

  /// A masked frame, as clients send it.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    var bytes = [first]
    if payload.count < 126 {
      bytes.append(0x80 | UInt8(payload.count))
    } else if payload.count < 65_536 {
      bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    } else {
      bytes.append(0x80 | 127)
      bytes += stride(from: 56, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
    }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// Receives a frame: its first byte and its payload.
  func frame() async throws -> (first: UInt8, payload: [UInt8]) {
    let head = try await socket.read(bytes: 2)
    var count = Int(head[1])
    if count >= 126 {
      count = try await socket.read(bytes: count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (head[0], try await socket.read(bytes: count))
  }

  /// Receives an object.
  func receive() async throws -> [String: Any] {
    let (first, payload) = try await frame()
    try #require(first == 0x81, "not a text: \(first) \(payload)")
    return try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
  }

  /// Receives objects until one of a type comes, and returns it.
  func receive(_ type: String) async throws -> [String: Any] {
    while true {
      let object = try await receive()
      if object["type"] as? String == type { return object }
    }
  }

  /// The code with which the connection is closed; nil where it ends without one.
  func closing() async throws -> Int? {
    while true {
      guard let (first, payload) = try? await frame() else { return nil }
      if first == 0x88 { return payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
    }
  }

  func close() { try? socket.close() }
}
