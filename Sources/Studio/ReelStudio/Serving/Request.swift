/// A request that was received whole.
struct Request: Sendable {
  var head: RequestHead
  /// The parts of its path.
  var path: [String]
  /// The parameters after the question mark.
  var query: [String: String]
  /// What follows the head.
  var body: [UInt8]

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// What a site does with a request, decided by its head alone.
enum Admission: Sendable {
  /// It is answered at once; its body is not read.
  case refused(Response)
  /// Its body is read up to a number of bytes, and it is answered.
  case admitted(path: [String], query: [String: String], bodyLimit: Int, @Sendable (Request) async -> Response)
}

/// What is served.
protocol Site: Sendable {
  /// Decides about a request by its head.
  func admit(_ head: RequestHead) -> Admission
}
