import FlyingSocks
import Foundation
import ReelTestSupport
import Testing

@testable import ReelStudio

@Suite struct StudioSecurityTests {
  @Test(
    "A foreign host name and a foreign origin are refused",
    arguments: [
      (["Host": "evil.example"], 421), (["Host": "127.0.0.1.evil.example"], 421), (["Host": "evil.example:80"], 421),
      (["Host": "localhost:80:80"], 421), (["Host": ""], 421), (["Host": "192.168.1.1"], 421),
      (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403), (["Origin": "http://127.0.0.1:1"], 403),
      (["Origin": "file://"], 403), (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
      (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], 403), (["Sec-Fetch-Site": "same-origin"], 200),
      (["Host": "localhost:1234", "Origin": "http://localhost:1234"], 200), ([:], 200),
    ] as [([String: String], Int)])
  func foreign(fields: [String: String], status: Int) async throws {
    try await TestStudio.run { studio in
      #expect(try await studio.client.request("GET", "/api/sessions", fields).status == status)
      let post = try await studio.client.request("POST", "/api/sessions", fields, json: ["text": "A"])
      #expect(post.status == (status == 200 ? 201 : status))
      #expect(studio.folder.names.count == (status == 200 ? 1 : 0))
    }
  }

  @Test("A WebSocket of a foreign page is refused")
  func foreignSocket() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      for origin in ["http://evil.example", "null", "http://127.0.0.1"] {
        let handshake = studio.client.handshake("/api/sessions/\(id)/socket", origin: origin)
        #expect(try await studio.client.answer(handshake).status == 403)
      }
      #expect(try await studio.client.request("GET", "/api/sessions/\(id)/socket").status == 400)
    }
  }

  @Test("A foreign page's form is refused, because only scripts can send the required content type")
  func forms() async throws {
    try await TestStudio.run { studio in
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let answer = try await studio.client.request(
          "POST", "/api/sessions", ["Content-Type": type], json: ["text": "A"])
        #expect(answer.status == 415, "\(type)")
      }
      #expect(studio.folder.names.isEmpty)
    }
  }

  @Test(
    "No path leads out of the sessions' folder or the page's",
    arguments: [
      "/..", "/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift", "/%2e%2e%5cPackage.swift",
      "/api/sessions/..", "/api/sessions/%2e%2e", "/api/sessions/..%2Fsecret", "/api/sessions/%2e%2e%2fsecret/file",
      "/api/sessions/a%00", "/api/sessions/a%2f..%2f..%2fsecret/file", "/api/sessions/%2Fetc%2Fpasswd/file",
      "/api/sessions/.hidden/file", "//etc/passwd", "/etc/passwd", "/./index.html", "/index.html/", "/%zz", "/a%",
      "/api/sessions/%ff", "/api//sessions", "/page.c", "/.git",
    ])
  func paths(target: String) async throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/inner", withIntermediateDirectories: true)
    try "{\"format\":\"reel-trace\",\"version\":1,\"canvas\":[9,9]}\n".write(
      toFile: folder.path + "/secret.jsonl", atomically: true, encoding: .utf8)
    try await TestStudio.run(folder, { $0.folder = folder.path + "/inner" }) { studio in
      let answer = try await studio.client.request("GET", target)
      #expect([400, 404].contains(answer.status), "\(target): \(answer.status)")
      #expect(!answer.text.contains("reel-trace"))
    }
  }

  @Test(
    "Invalid requests are refused, and the studio keeps running",
    arguments: [
      ("GET / HTTP/1.1\nHost: localhost\n\n\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("\r\n\r\n\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505), ("GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", 400), ("GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", 400),
      ("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
      ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: +5\r\n\r\n", 400),
      ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5, 5\r\n\r\n", 400),
      ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
      (
        "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n",
        413
      ),
      ("POST /api/import?name=a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", 413),
      ("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
      ("BREW /api/films HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
      ("GET /a\u{0}b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: local\u{1}host\r\n\r\n", 400),
    ])
  func malformed(request: String, status: Int) async throws {
    try await TestStudio.run { studio in
      let answer = try await studio.client.answer(Array(request.utf8))
      #expect(answer.status == status)
      let next = try await studio.client.request("GET", "/api/studio")
      #expect(next.status == 200)
    }
  }

  @Test("An endless head is refused at the limit")
  func endlessHead() async throws {
    try await TestStudio.run { studio in
      for line in ["a", "Name: value\r\n"] {
        let request = "GET / HTTP/1.1\r\n" + String(repeating: line, count: 40_000)
        let answer = try await studio.client.answer(Array(request.utf8))
        #expect(answer.status == 431)
      }
    }
  }

  @Test("Connections without progress are cut off: in a head, a body or a WebSocket, or without a request")
  func slow() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let head =
        "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
      for text in ["", "GET / HT", head] {
        let socket = try await studio.client.connect()
        if !text.isEmpty { try await socket.write(Data(text.utf8)) }
        // Another request on another connection: by then this one is in.
        _ = try await studio.client.request("GET", "/api/studio")
        studio.studio.server.room.sweep(at: .now + studio.studio.server.limits.patience + .seconds(1))
        #expect(await TestClient.rest(of: socket).isEmpty)
      }
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      // A page that is silent for a while is thinking.
      studio.studio.server.room.sweep(at: .now + .seconds(11))
      try await socket.send(["type": "ping"])
      _ = try await socket.receive("pong")
      studio.studio.server.room.sweep(at: .now + studio.studio.server.limits.silence + .seconds(1))
      #expect(try await socket.closing() == nil)
    }
  }

  @Test(
    "Beyond the limit of connections, the one that has been idle longest is closed, and requests are answered")
  func connections() async throws {
    try await TestStudio.run(nil, { $0.limits.connections = 20 }) { studio in
      var idle: [AsyncSocket] = []
      for _ in 0..<60 {
        idle.append(try await studio.client.connect())
        #expect(try await studio.client.request("GET", "/api/studio").status == 200)
      }
      #expect(studio.studio.server.room.count <= 20)
      #expect(await TestClient.rest(of: idle[0]).isEmpty)
      for socket in idle { try? socket.close() }
    }
  }

  @Test("Requests on one connection are answered one after another, even if they arrive at once")
  func pipeline() async throws {
    try await TestStudio.run { studio in
      let one = "GET /api/films HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let post =
        "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"free\":true}"
      let last = "GET /api/films HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let text = String(
        decoding: try await studio.client.exchange(Array((one + post + one + last).utf8)), as: UTF8.self)
      #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 3 && text.ranges(of: "HTTP/1.1 201 Created").count == 1)
      #expect(studio.folder.names.count == 1)
    }
  }

  @Test("No token of three letters is accepted for another")
  func tokens() {
    let letters = Array("0129az")
    let all = letters.flatMap { a in letters.flatMap { b in letters.map { c in String([a, b, c]) } } }
    for token in all {
      for given in all { #expect(Gate.areEqual(given, token) == (given == token), "\(given), \(token)") }
    }
    #expect(!Gate.areEqual("", "a") && !Gate.areEqual("aa", "a"))
  }

  @Test("The link names the address that a studio in a container is given, but no name of a proxy")
  func linkedAddress() async throws {
    try await TestStudio.run(nil, { ($0.isOnNetwork, $0.hosts) = (true, ["studio.example", "192.0.2.7"]) }) { studio in
      #expect(studio.studio.link.hasPrefix("http://192.0.2.7:\(studio.studio.port)/?token="))
    }
    // This machine's own link stays.
    try await TestStudio.run(nil, { $0.hosts = ["192.0.2.7"] }) { studio in
      #expect(studio.studio.link == "http://127.0.0.1:\(studio.studio.port)/")
    }
  }

  @Test("On the network, only the link with its token opens the studio, and a cookie then keeps the token")
  func token() async throws {
    try await TestStudio.run(nil, { $0.isOnNetwork = true }) { studio in
      let token = try #require(studio.studio.link.split(separator: "=").last.map(String.init))
      #expect(token.count >= 20)
      #expect(try await studio.client.request("GET", "/").status == 401)
      #expect(try await studio.client.request("GET", "/api/sessions").status == 401)
      #expect(try await studio.client.request("GET", "/?token=" + token.reversed()).status == 401)
      let page = try await studio.client.request("GET", "/?token=\(token)")
      #expect(page.status == 200)
      let cookie = try #require(page.fields["set-cookie"])
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      let name = String(cookie.prefix { $0 != ";" })
      #expect(try await studio.client.request("GET", "/api/sessions", ["Cookie": "a=b; " + name]).status == 200)
      // Whoever is in may let others in, by links for a class.
      let about = try await studio.client.request("GET", "/api/studio", ["Cookie": name])
      #expect(about.object["link"] as? String == (NetworkAddress.own == nil ? nil : studio.studio.link))
      #expect(try await studio.client.request("GET", "/api/sessions", ["Cookie": Gate.cookie + "=no"]).status == 401)
    }
  }

  @Test("Every response keeps browsers from running, framing or guessing anything that the studio did not send")
  func policy() async throws {
    try await TestStudio.run { studio in
      for target in ["/", "/api/studio", "/none", "/api/none"] {
        let answer = try await studio.client.request("GET", target)
        #expect(answer.fields["content-security-policy"] == StudioSite.policy)
        #expect(answer.fields["x-content-type-options"] == "nosniff")
      }
      #expect(!StudioSite.policy.contains("unsafe"))
    }
  }

  @Test("A port in use and an impossible folder are reported in a sentence")
  func refused() async throws {
    try await TestStudio.run { studio in
      var options = StudioOptions(folder: studio.folder.path)
      options.port = studio.studio.port
      let error = #expect(throws: StudioError.self) { try Studio(options) }
      #expect(error?.description.contains("in use") == true)
      options.folder = "/dev/null/sessions"
      options.port = 0
      #expect(throws: StudioError.self) { try Studio(options) }
      options.folder = studio.folder.path + "/new"
      options.story = studio.folder.path + "/none.yaml"
      #expect(throws: StudioError.self) { try Studio(options) }
      #expect(!FileManager.default.fileExists(atPath: options.folder), "the folder was created in vain")
    }
  }

  @Test("The program contains exactly the files of the page")
  func page() throws {
    let folder = Repository.root
      .appending(path: "Sources/Studio/ReelStudio/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(PageFiles.names == names, "run scripts/studio-page.sh")
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      #expect(PageFiles(folder: nil).file(name)?.bytes == bytes)
    }
  }
}
