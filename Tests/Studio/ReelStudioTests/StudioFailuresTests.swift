import Foundation
import ReelTestSupport
import ReelTracing
import Testing

@testable import ReelStudio

/// The studio, run again and again while one of its calls to the system fails.
///
/// `REEL_FAULTS` is the number of calls of each kind that fail, one a run; without it one of each kind does.
@Suite struct StudioFailuresTests {
  /// A session that is there before, and what is drawn in another one.
  private struct Before {
    var name: String
    var bytes: Data
  }

  /// What the studio has said.
  private struct Said {
    /// The session that was begun, or nothing.
    var id = ""
    /// The last event that was acknowledged.
    var last = 0
    /// The statuses of its answers.
    var statuses: [Int] = []
  }

  @Test(
    "Whichever call fails, the studio reports it in a line or keeps running, and keeps everything that existed or was acknowledged",
    .enabled(if: FailingCalls.library != nil, "needs a C compiler and LD_PRELOAD"))
  func everyCall() async throws {
    let before = try await Self.session()
    let counted = try await Self.run("none", at: 0, "*", before)
    #expect(counted.program.status == 0 && counted.said.last == 12, "\(counted.program.error)")
    #expect(counted.said.statuses.allSatisfy { $0 < 300 }, "\(counted.said.statuses)")
    for (call, numbers) in FailingCalls.errors {
      let count = counted.calls.count { $0.hasPrefix(call + " ") }
      for (turn, at) in FailingCalls.chosen(FailingCalls.breadth ?? 1, of: count).enumerated() {
        let number = numbers[turn % numbers.count]
        let run = try await Self.run("fail:\(number)", at: at, call, before)
        let context: Comment = "\(call) \(at) fail:\(number) -> \(run.program.status) \(run.program.error) \(run.said)"
        Self.judge(run, before, context)
      }
    }
  }

  private struct Run {
    var program: Program
    var said: Said
    /// The calls that were counted: kinds and files.
    var calls: [Substring]
    /// The folder of the sessions.
    var folder: TestFolder
  }

  private static func judge(_ run: Run, _ before: Before, _ context: Comment) {
    #expect(!run.program.wasSignalled && FailingCalls.codes.contains(run.program.status), context)
    let lines = run.program.error.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("capture: ") } && lines.count <= 2, context)
    if run.program.status != 0 { #expect(!lines.isEmpty, context) }
    // It is where it was, or in the trash.
    let kept = ["sessions/\(before.name)", "sessions/Trash/\(before.name)"].contains { name in
      (try? Data(contentsOf: URL(filePath: "\(run.folder.path)/\(name)")))?.starts(with: before.bytes) == true
    }
    #expect(kept, context)
    guard run.said.last > 0 else { return }
    let drawn = try? TraceSession(Array(run.folder.text("sessions/\(run.said.id).jsonl").utf8))
    #expect((drawn?.events.count ?? 0) >= run.said.last, context)
  }

  /// Draws a session in a studio in which nothing fails.
  private static func session() async throws -> Before {
    let folder = try TestFolder()
    var said = Said()
    let program = try await StudioProcess.run(folder) { client, process in
      said = try await begin(client)
      kill(process, SIGINT)
    }
    #expect(program.status == 0 && said.last == 12, "\(program.error)")
    let name = said.id + ".jsonl"
    return Before(name: "before.jsonl", bytes: try Data(contentsOf: URL(filePath: "\(folder.path)/sessions/\(name)")))
  }

  /// Begins a session and draws a stroke in it.
  private static func begin(_ client: TestClient) async throws -> Said {
    var said = Said()
    let begun = try await client.request("POST", "/api/sessions", json: ["text": "T"])
    said.statuses.append(begun.status)
    guard let id = (begun.object["entry"] as? [String: Any])?["id"] as? String else { return said }
    said.id = id
    let (answer, socket) = try await client.knock("/api/sessions/\(id)/socket")
    defer { socket.close() }
    said.statuses.append(answer.status)
    guard answer.status == 101 else { return said }
    // Whoever is refused is hung up on.
    try? await socket.send(["type": "hello", "pen": "test-pen-1"])
    try? await socket.send(SocketTests.events(SocketTests.stroke(360), first: 1))
    // A stroke is acknowledged, and then it is on the disk; or the studio says why not.
    while let answer = try? await socket.receive() {
      if let last = answer["last"] as? Int { said.last = max(said.last, last) }
      if answer["type"] as? String == "synced" || answer["message"] != nil { break }
    }
    return said
  }

  /// Runs a studio from which a page draws and asks, while one of its calls fails.
  private static func run(_ fault: String, at: Int, _ call: String, _ before: Before) async throws -> Run {
    let folder = try TestFolder()
    let sessions = folder.path + "/sessions"
    try FileManager.default.createDirectory(atPath: sessions, withIntermediateDirectories: false)
    try before.bytes.write(to: URL(filePath: "\(sessions)/\(before.name)"))
    let log = folder.path + "/calls.log"
    let scope = URL(filePath: sessions).resolvingSymlinksInPath().path
    var environment = try FailingCalls.environment(fault, at: at, in: scope, log: log)
    environment["FAULT_CALL"] = call
    var said = Said()
    let program = try await StudioProcess.run(folder, environment: environment, mayRefuse: true) { client, process in
      defer { kill(process, SIGINT) }
      said.statuses.append(try await client.request("GET", "/api/sessions").status)
      let drawn = try await begin(client)
      (said.id, said.last) = (drawn.id, drawn.last)
      said.statuses += drawn.statuses
      let path = "/api/sessions/\(before.name.dropLast(6))"
      said.statuses.append(try await client.request("PATCH", path, json: ["name": "Renamed"]).status)
      said.statuses.append(try await client.request("GET", path + "/picture").status)
      said.statuses.append(try await client.request("DELETE", path).status)
      said.statuses.append(try await client.request("POST", path + "/restore").status)
      said.statuses.append(try await client.request("GET", "/api/sessions").status)
    }
    let calls = ((try? folder.text("calls.log")) ?? "").split(separator: "\n")
    return Run(program: program, said: said, calls: calls, folder: folder)
  }
}
