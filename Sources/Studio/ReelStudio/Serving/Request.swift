/// A completely received request.
struct Request: Sendable {
  var head: RequestHead
  /// The components of the path.
  var path: [String]
  /// The parameters after the question mark.
  var query: [String: String]
  /// The bytes after the head.
  var body: [UInt8]

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A site's decision about a request, based on its head alone.
enum Admission: Sendable {
  /// The request is answered at once; its body is not read.
  case refused(Response)
  /// The body is read up to a number of bytes, and the request is answered.
  case admitted(path: [String], query: [String: String], bodyLimit: Int, @Sendable (Request) async -> Response)
}

/// A site that a server serves.
protocol Site: Sendable {
  /// Decides about a request based on its head.
  func admit(_ head: RequestHead) -> Admission
}
