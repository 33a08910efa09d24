/// The check of a request's origin: only this server's own pages and programs other than browsers may send requests.
struct Gate: Sendable {
  /// The host names of the server.
  let hosts: Set<String>
  /// Whether the server's network addresses count as host names too.
  let takesAddresses: Bool
  /// The token in the link if other machines may connect; nil if only this one may.
  let token: String?

  static let cookie = "reel_studio"

  /// Returns the refusal of a request; nil to accept it.
  ///
  /// - Parameter isPage: whether it requests a file of the page, which a link from anywhere may open.
  func refusal(_ head: RequestHead, isPage: Bool) -> Response? {
    // A foreign host name that resolves to this machine would let a foreign page reach the server with its own origin (DNS rebinding).
    guard let host = head.fields["host"], isOwn(host) else {
      return Response(problem: 421, "this address is not the studio's: use the link that capture studio printed")
    }
    if let origin = head.fields["origin"] {
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        return Response(problem: 403, "requests from other pages are refused: open the studio itself")
      }
    } else if let site = head.fields["sec-fetch-site"], site != "same-origin", site != "none",
      !(isPage && head.method == "GET" && head.fields["sec-fetch-mode"] == "navigate")
    {
      return Response(problem: 403, "requests from other pages are refused: open the studio itself")
    }
    guard let token, !isKnown(head, token) else { return nil }
    return Response(
      problem: 401, "the studio needs the token in its link: open the whole link that capture studio printed")
  }

  private func isOwn(_ host: String) -> Bool {
    let name: Substring
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      name = host[...end]
    } else {
      name = host.prefix { $0 != ":" }
    }
    let rest = host[name.endIndex...]
    guard rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return false
    }
    if hosts.contains(name.lowercased()) { return true }
    return takesAddresses && (name.hasPrefix("[") || Self.isAddress(String(name)))
  }

  /// Whether a host is an address of IPv4, not a name.
  static func isAddress(_ host: String) -> Bool { host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } }

  private func isKnown(_ head: RequestHead, _ token: String) -> Bool {
    if let given = head.query?["token"], Self.areEqual(given, token) { return true }
    let cookies = (head.fields["cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    return cookies.contains {
      $0.hasPrefix(Self.cookie + "=") && Self.areEqual(String($0.dropFirst(Self.cookie.count + 1)), token)
    }
  }

  /// Compares in constant time, so that timing does not reveal how much is right.
  static func areEqual(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    // The brackets are needed because `|` and `^` have the same precedence.
    return zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The header field that makes a browser keep the token, in the answer to a link with the token.
  func cookie(for head: RequestHead) -> String? {
    guard let token, head.query?["token"] != nil else { return nil }
    return "\(Self.cookie)=\(token); HttpOnly; SameSite=Strict; Path=/"
  }
}
