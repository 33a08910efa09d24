/// A handler for a method and a path.
struct Route: Sendable {
  /// The kind of body that a request may have.
  enum Body: Sendable {
    case none, json, file
  }

  var method: String
  /// The components of the path; one that begins with a brace matches anything.
  var pattern: [String]
  var body: Body
  var respond: @Sendable (Request, [String]) async throws -> Response

  /// - Parameter path: the path in OpenAPI's notation: `/api/sessions/{id}`.
  init(
    _ method: String, _ path: String, _ body: Body = .none,
    _ respond: @escaping @Sendable (Request, [String]) async throws -> Response
  ) {
    self.method = method
    pattern = path.split(separator: "/").map(String.init)
    self.body = body
    self.respond = respond
  }

  /// The path in OpenAPI's notation.
  var path: String { "/" + pattern.joined(separator: "/") }

  /// Returns the values of the components in braces; nil if the path does not match.
  func match(_ path: [String]) -> [String]? {
    guard path.count == pattern.count else { return nil }
    var values: [String] = []
    for (part, wanted) in zip(path, pattern) {
      if wanted.hasPrefix("{") { values.append(part) } else if part != wanted { return nil }
    }
    return values
  }
}
