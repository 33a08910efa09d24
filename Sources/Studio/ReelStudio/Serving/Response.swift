import ReelFiles

/// The answer to a request.
struct Response: Sendable {
  /// The content after the head.
  enum Body: Sendable {
    case bytes([UInt8])
    /// A part of a file, which is read while sending it.
    case file(path: String, range: Range<Int>)
    /// An upgrade to a WebSocket.
    case socket(any SocketHandler)
  }

  var status: Int
  var fields: [(name: String, value: String)] = []
  var body = Body.bytes([])

  /// Creates an answer of some bytes.
  init(_ status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.status = status
    fields = [("Content-Type", type)]
    body = .bytes(bytes)
  }

  /// Creates an answer without a body.
  init(status: Int) { self.status = status }

  /// Creates an answer that turns the connection into a WebSocket.
  init(socket: any SocketHandler) {
    status = 101
    body = .socket(socket)
  }

  /// Returns the answer with one more header field.
  func with(_ name: String, _ value: String) -> Response {
    var response = self
    response.fields.append((name, value))
    return response
  }

  /// The reason phrases of statuses, only read when debugging.
  private static let reasons = [
    101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
    413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 421: "Misdirected Request",
    422: "Unprocessable Content",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]

  /// The lines before the body.
  ///
  /// - Parameter keepsConnection: whether the connection stays open for another request.
  func head(keepsConnection: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    switch body {
    case .bytes(let bytes):
      if status != 204, status != 304 { text += "Content-Length: \(bytes.count)\r\n" }
      text += "Connection: \(keepsConnection ? "keep-alive" : "close")\r\n"
    case .file(_, let range):
      text += "Content-Length: \(range.count)\r\nConnection: \(keepsConnection ? "keep-alive" : "close")\r\n"
    case .socket:
      text += "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    }
    return Array((text + "\r\n").utf8)
  }
}

extension Response {
  /// Answers with a file, or with the requested range of it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - type: its media type.
  ///   - range: the request's `Range` field.
  static func file(_ path: String, type: String, range: String?) -> Response {
    guard let size = FileTime(path)?.size else { return Response(problem: 404, "the file is gone") }
    var response = Response(status: 200).with("Content-Type", type).with("Accept-Ranges", "bytes")
    guard let range, range.hasPrefix("bytes="), !range.contains(",") else {
      response.body = .file(path: path, range: 0..<size)
      return response
    }
    let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    var part: Range<Int>?
    if ends.count == 2, let first = Int(ends[0]), first >= 0, first < size {
      let last = ends[1].isEmpty ? size - 1 : Int(ends[1])
      if let last, last >= first { part = first..<min(last, size - 1) + 1 }
    } else if ends.count == 2, ends[0].isEmpty, let count = Int(ends[1]), count > 0, size > 0 {
      part = max(0, size - count)..<size
    }
    guard let part else { return Response(status: 416).with("Content-Range", "bytes */\(size)") }
    response.status = 206
    response.body = .file(path: path, range: part)
    return response.with("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
  }
}
