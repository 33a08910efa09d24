/// What answers a method and a path.
struct Route: Sendable {
  /// What a request may carry.
  enum Body: Sendable {
    case none, json, file
  }

  var method: String
  /// The parts of the path; one that begins with a brace stands for any.
  var pattern: [String]
  var body: Body
  var respond: @Sendable (Request, [String]) async throws -> Response

  /// - Parameter path: as OpenAPI writes it: `/api/sessions/{id}`.
  init(
    _ method: String, _ path: String, _ body: Body = .none,
    _ respond: @escaping @Sendable (Request, [String]) async throws -> Response
  ) {
    self.method = method
    pattern = path.split(separator: "/").map(String.init)
    self.body = body
    self.respond = respond
  }

  /// The path as OpenAPI writes it.
  var path: String { "/" + pattern.joined(separator: "/") }

  /// Returns what stands for the parts in braces; nil for another path.
  func match(_ path: [String]) -> [String]? {
    guard path.count == pattern.count else { return nil }
    var values: [String] = []
    for (part, wanted) in zip(path, pattern) {
      if wanted.hasPrefix("{") { values.append(part) } else if part != wanted { return nil }
    }
    return values
  }
}
