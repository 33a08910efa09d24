/// The site of the studio: the page and its API.
struct StudioSite: Site {
  let gate: Gate
  let files: PageFiles
  let limits: ServerLimits
  let routes: [Route]

  /// The content security policy: only resources from this server, and no inline scripts.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
    + "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  func admit(_ head: RequestHead) -> Admission {
    guard let path = head.path, let query = head.query else {
      return .refused(Response(problem: 400, "the address is malformed").guarded)
    }
    let isAPI = path.first == "api"
    if let refusal = gate.refusal(head, isPage: !isAPI) { return .refused(refusal.guarded) }
    guard isAPI else { return .refused(page(path, head).guarded) }

    let found = routes.compactMap { route in route.match(path).map { (route, $0) } }
    guard !found.isEmpty else { return .refused(Response(problem: 404, "there is nothing at this address").guarded) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (route, values) = found.first(where: { $0.0.method == method }) else {
      let methods = found.map(\.0.method).joined(separator: ", ")
      return .refused(
        Response(problem: 405, "\(head.method.onOneLine(limit: 20)) is not allowed here").with("Allow", methods)
          .guarded)
    }
    // Only scripts can send this type, and scripts of other pages need permission (CORS) first.
    let type = head.fields["content-type"]?.prefix { $0 != ";" }.lowercased()
    if route.body == .json, type != "application/json" {
      return .refused(Response(problem: 415, "the request must be application/json").guarded)
    }
    let limit =
      switch route.body {
      case .none: 0
      case .json: limits.bodyBytes
      case .file: limits.fileBytes
      }
    return .admitted(path: path, query: query, bodyLimit: limit) { request in
      do {
        return try await route.respond(request, values).guarded
      } catch {
        return Response(Problem(error)).guarded
      }
    }
  }

  private func page(_ path: [String], _ head: RequestHead) -> Response {
    guard head.method == "GET" || head.method == "HEAD" else {
      return Response(problem: 405, "\(head.method.onOneLine(limit: 20)) is not allowed here").with("Allow", "GET")
    }
    guard path.count <= 1, let file = files.file(path.first ?? "index.html") else {
      return Response(problem: 404, "there is nothing at this address")
    }
    var response = Response(type: file.type, file.bytes)
    if head.fields["if-none-match"] == file.tag { response = Response(status: 304) }
    response = response.with("ETag", file.tag)
    if let cookie = gate.cookie(for: head) { response = response.with("Set-Cookie", cookie) }
    return response
  }
}

extension Response {
  /// The answer with the security headers of all answers.
  var guarded: Response {
    var response = self
    let names = Set(fields.map { $0.name.lowercased() })
    for (name, value) in [
      ("Content-Security-Policy", StudioSite.policy), ("X-Content-Type-Options", "nosniff"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-cache"),
    ] where !names.contains(name.lowercased()) {
      response.fields.append((name, value))
    }
    return response
  }
}
