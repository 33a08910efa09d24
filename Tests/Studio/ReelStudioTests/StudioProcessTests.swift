import Foundation
import ReelPlatform
import ReelTestSupport
import ReelTracing
import ReelVideo
import Testing

@testable import ReelStudio

/// The command `capture studio` as a process.
enum StudioProcess {
  /// The command that was built with these tests, beside them.
  static let executable: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appendingPathComponent("capture").path
  }()

  /// Runs the studio, and a test while it runs; the test ends it.
  ///
  /// - Parameters:
  ///   - options: further options of the command.
  ///   - blocks: how large files may become, as on a disk that is full; a block is 512 bytes, or 1024 in some shells.
  ///   - environment: what is set beside the environment of the tests.
  ///   - mayRefuse: whether the studio may end before it serves; the test does not run then.
  static func run(
    _ folder: TestFolder, options: [String] = [], blocks: Int? = nil, environment: [String: String] = [:],
    mayRefuse: Bool = false,
    _ test: (TestClient, pid_t) async throws -> Void
  ) async throws -> Program {
    let link = folder.path + "/link"
    unlink(link)
    let (started, starting) = AsyncStream.makeStream(of: pid_t.self)
    // What is ignored stays ignored: a write fails instead of ending the process.
    let limit = blocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
    async let program = Program.runAside(
      "/bin/sh",
      [
        "-c", "\(limit)link=$1; shift; exec \"$0\" studio --port 0 -q --folder \"$@\" >\"$link\"", executable, link,
        folder.path + "/sessions",
      ] + options, environment: environment,
      started: { process in
        starting.yield(process)
        starting.finish()
      })
    for await process in started {
      var port: UInt16?
      while port == nil, !Program.hasEnded(process) {
        await Task.yield()
        let text = (try? String(contentsOfFile: link, encoding: .utf8)) ?? ""
        if text.hasSuffix("/\n") {
          port = text.split(whereSeparator: { ":/".contains($0) }).dropLast().last.flatMap { UInt16($0) }
        }
      }
      if mayRefuse, port == nil { continue }
      let pool = SocketPools.make()
      try await pool.prepare()
      let polling = Task { try await pool.run() }
      do {
        try await test(TestClient(port: try #require(port), pool: pool), process)
      } catch {
        kill(process, SIGKILL)
        polling.cancel()
        throw error
      }
      polling.cancel()
    }
    return try await program
  }
}

@Suite struct StudioProcessTests {
  @Test("Killed in the middle of strokes and opened again, the studio loses and repeats no event")
  func killed() async throws {
    let folder = try TestFolder()
    let strokes = (0..<6).flatMap { SocketTests.stroke(100 + Double($0) * 20, from: Double($0) * 300) }
    var acknowledged = 0
    var id = ""
    for round in 0..<4 {
      let program = try await StudioProcess.run(folder) { client, process in
        if round == 0 {
          let answer = try await client.request("POST", "/api/sessions", json: ["text": "T"])
          id = try #require((answer.object["entry"] as? [String: Any])?["id"] as? String)
        }
        let socket = try await client.socket("/api/sessions/\(id)/socket")
        try await socket.send(["type": "hello", "pen": "page-of-test"])
        let last = try #require(try await socket.receive("welcome")["last"] as? Int)
        #expect(last >= acknowledged)
        // The page sends again what nobody has acknowledged, and a little more than is answered before the end.
        try await socket.send(
          SocketTests.events(Array(strokes[acknowledged..<acknowledged + 16]), first: acknowledged + 1))
        acknowledged = try #require(try await socket.receive("verdict")["last"] as? Int)
        try await socket.send(
          SocketTests.events(Array(strokes[acknowledged..<acknowledged + 2]), first: acknowledged + 1))
        kill(process, SIGKILL)
        socket.close()
      }
      #expect(program.wasSignalled && program.status == SIGKILL)
    }
    // A last line that was torn is none.
    let path = folder.path + "/sessions/\(id).jsonl"
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("[1790,\"mov".utf8))
    try file.close()
    let program = try await StudioProcess.run(folder) { client, process in
      let socket = try await client.socket("/api/sessions/\(id)/socket")
      try await socket.send(["type": "hello", "pen": "page-of-test"])
      #expect(try #require(try await socket.receive("welcome")["last"] as? Int) >= acknowledged)
      try await socket.send(SocketTests.events(Array(strokes[acknowledged...]), first: acknowledged + 1))
      #expect(try await socket.receive("verdict")["last"] as? Int == strokes.count)
      kill(process, SIGINT)
      #expect(try await socket.closing() == 1001)
    }
    #expect(program.status == 0 && program.error.isEmpty, "\(program.error)")
    let session = try TraceSession(contentsOf: URL(filePath: path))
    #expect(
      session.events.map { [$0.milliseconds, $0.point.x, $0.point.y] }
        == strokes.map { [$0[0], $0[2], $0[3]].map { ($0 as? Double) ?? -1 } })
  }

  @Test(
    "A sentence tells the page that the disk is full; acknowledged events stay, and the studio keeps running",
    .enabled(if: !Sanitizer.isThread, "ThreadSanitizer writes a large file as the program begins"))
  func full() async throws {
    let folder = try TestFolder()
    var (id, last, message) = ("", 0, "")
    _ = try await StudioProcess.run(folder, blocks: 64) { client, process in
      let begun = try await client.request("POST", "/api/sessions", json: ["text": "T"])
      id = try #require((begun.object["entry"] as? [String: Any])?["id"] as? String)
      let socket = try await client.socket("/api/sessions/\(id)/socket")
      try await socket.send(["type": "hello", "pen": "test-pen-1"])
      _ = try await socket.receive("welcome")
      while message.isEmpty, last < 100_000 {
        let stroke = SocketTests.stroke(300, from: Double(last) * 100)
        try await socket.send(SocketTests.events(stroke, first: last + 1))
        var answer = try await socket.receive()
        while answer["type"] as? String == "synced" { answer = try await socket.receive() }
        message = answer["message"] as? String ?? ""
        if message.isEmpty { last = try #require(answer["last"] as? Int) }
      }
      #expect(try await client.request("GET", "/api/sessions").status == 200)
      socket.close()
      kill(process, SIGINT)
    }
    #expect(last > 0 && message.hasPrefix("the drawing can't be saved: "))
    let text = try folder.text("sessions/\(id).jsonl")
    #expect(text.hasSuffix("\n"))
    #expect(try TraceSession(Array(text.utf8)).events.count == last)
  }

  @Test("When interrupted, the studio completes the current film, or leaves one that can be recovered")
  func interrupted() async throws {
    let folder = try TestFolder()
    let program = try await StudioProcess.run(folder) { client, process in
      let order: [String: Any] = [
        "scenes": [["snowflake": ["levels": "0...3"], "seconds": 3600]], "film": ["size": "64x64"],
      ]
      #expect(try await client.request("POST", "/api/films", json: order).status == 202)
      while try await client.request("GET", "/api/films/1").object["frames"] as? Int == 0 {}
      kill(process, SIGINT)
    }
    #expect(program.status == 0, "\(program.error)")
    let films = folder.path + "/sessions/Films"
    // It has less than a second, whatever else the machine does.
    let partial = films + "/snowflake.partial.mp4"
    if FileManager.default.fileExists(atPath: partial) { try UnfinishedMovie(url: URL(filePath: partial)).finish() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: films) == ["snowflake.mp4"])
  }
}
