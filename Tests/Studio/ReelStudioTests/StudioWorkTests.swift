import Foundation
import ReelPlatform
import ReelTestSupport
import ReelVideo
import Synchronization
import Testing

@testable import ReelStudio

/// What visitors send, in the workers of `capture studio`: it ends neither the studio nor what others do.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits"), "needs /proc"))
struct StudioWorkTests {
  private typealias JSON = [String: Any]
  private static let good = "film: {size: 64x64, fps: 10}\nscenes:\n  - title: Hello\n    seconds: 1\n"
  /// A storyboard that takes many minutes to be read, each of its programs as many steps as a turtle may take.
  private static let endless = endless(scenes: 1000)

  private static func endless(scenes: Int) -> String {
    "film: {size: 64x64, fps: 10}\nscenes:\n"
      + String(repeating: "  - turtle: {program: 'to a :n a :n end a 1'}\n    seconds: 1\n", count: scenes)
  }

  /// The workers of a studio.
  private func workers(of studio: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(studio)/task")) ?? []
    return threads.flatMap { thread in
      let text = (try? String(contentsOfFile: "/proc/\(studio)/task/\(thread)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Whether a process does nothing any more.
  private func isOver(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return text.split(separator: ")").last?.split(separator: " ").first == "Z"
  }

  private func files(of studio: pid_t) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(studio)/fd").count
  }

  /// Waits until something is so; whoever waits for a studio that has ended stops.
  private func wait(for studio: pid_t, until isSo: () throws -> Bool) async throws {
    while try !isSo() {
      try #require(!Program.hasEnded(studio))
      await Task.yield()
    }
  }

  /// Waits until the studio has workers.
  private func newWorkers(of studio: pid_t) async throws -> [pid_t] {
    var new: [pid_t] = []
    try await wait(for: studio) {
      new = workers(of: studio)
      return !new.isEmpty
    }
    return new
  }

  @Test("While reading an endless storyboard, the studio answers everything else, and an interruption ends it")
  func interrupted() async throws {
    let folder = try TestFolder()
    var left: [pid_t] = []
    let program = try await StudioProcess.run(folder, options: ["--time-limit", "3600"]) { client, studio in
      let answers = Answers()
      let hostile = Task {
        let answer = try? await client.reply("PUT", "/api/story", json: ["text": Self.endless])
        answers.add(answer?.status ?? 0)
      }
      left = try await newWorkers(of: studio)
      #expect(try await client.request("GET", "/api/story").status == 200)
      #expect(try await client.request("PUT", "/api/story", json: ["text": Self.good]).status == 200)
      #expect(try await client.request("GET", "/api/story/frames/3").status == 200)
      #expect(try await client.request("GET", "/api/picture?scene=snowflake&level=2&size=64x64").status == 200)
      let begun = try await client.request("POST", "/api/sessions", json: ["text": "T"])
      let id = try #require((begun.object["entry"] as? JSON)?["id"] as? String)
      let socket = try await client.socket("/api/sessions/\(id)/socket")
      try await socket.send(["type": "hello", "pen": "page-of-test"])
      try await socket.send(SocketTests.events(SocketTests.stroke(360), first: 1))
      _ = try await socket.receive("verdict")
      #expect(answers.all == [])
      let tag = try await client.request("GET", "/api/story").fields["etag"] ?? ""
      async let waiting = try? client.reply("GET", "/api/story?wait=20", ["If-None-Match": tag])
      left = workers(of: studio)
      kill(studio, SIGINT)
      #expect(try await socket.closing() == 1001)
      _ = await (hostile.value, waiting)
    }
    #expect(program.status == 0 && !program.wasSignalled && program.error.isEmpty, "\(program.error)")
    #expect(left.count >= 2 && left.allSatisfy(isOver))
    #expect(try folder.text("sessions/" + (folder.sessions.first ?? "")).contains("moved"))
  }

  @Test("The workers of a killed studio end by themselves")
  func killed() async throws {
    let folder = try TestFolder()
    var left: [pid_t] = []
    _ = try await StudioProcess.run(folder, options: ["--time-limit", "3600"]) { client, studio in
      let hostile = Task { try? await client.reply("PUT", "/api/story", json: ["text": Self.endless]) }
      left = try await newWorkers(of: studio)
      kill(studio, SIGKILL)
      _ = await hostile.value
    }
    let end = ContinuousClock.now + .seconds(Program.limit)
    while !left.allSatisfy(isOver), .now < end { await Task.yield() }
    #expect(!left.isEmpty && left.allSatisfy(isOver))
  }

  @Test("A request that takes too long is answered with a sentence, and the storyboard stays unchanged")
  func late() async throws {
    let description = try OpenAPI()
    let folder = try TestFolder()
    let program = try await StudioProcess.run(folder, options: ["--time-limit", "10"]) { client, studio in
      defer { kill(studio, SIGINT) }
      #expect(try await client.request("PUT", "/api/story", json: ["text": Self.good]).status == 200)
      let late = try await client.request("PUT", "/api/story", json: ["text": Self.endless])
      #expect(late.status == 422 && description.faults("PUT /api/story", late) == [])
      #expect(late.object["message"] as? String == "the storyboard takes more than 10 s: make it simpler")
      #expect(try await client.request("GET", "/api/story").object["text"] as? String == Self.good)
      #expect(try await client.request("GET", "/api/story/frames/9").status == 200)
    }
    #expect(program.status == 0 && program.error.isEmpty, "\(program.error)")
  }

  @Test("A crashed worker causes one sentence and leaves no open file, and each worker has its limits")
  func faults() async throws {
    let folder = try TestFolder()
    let program = try await StudioProcess.run(folder, options: ["--time-limit", "3600"]) { client, studio in
      defer { kill(studio, SIGINT) }
      var counts: [Int] = []
      for signal in [SIGILL, SIGSEGV, SIGABRT, SIGKILL] {
        async let hostile = client.request("PUT", "/api/story", json: ["text": Self.endless])
        let worker = try #require(try await newWorkers(of: studio).first)
        try await wait(for: studio) {
          let limits = (try? String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8)) ?? ""
          let lines = limits.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
          func limit(_ words: [String]) -> Int? {
            lines.first { $0.starts(with: words) }.flatMap { Int($0[words.count]) }
          }
          return limit(["Max", "data", "size"]) == WorkLimits().bytes && limit(["Max", "cpu", "time"]) != nil
        }
        kill(worker, signal)
        let answer = try await hostile
        #expect(answer.status == 422)
        #expect((answer.object["message"] as? String)?.contains("ended by signal \(signal), perhaps") == true)
        try await wait(for: studio) { workers(of: studio).isEmpty }
        counts.append(try files(of: studio))
      }
      #expect(Set(counts.dropFirst()).count == 1, "\(counts)")
    }
    #expect(program.status == 0 && program.error.isEmpty, "\(program.error)")
  }

  @Test("A few requests are processed at once, some wait, and more are refused")
  func queue() async throws {
    let folder = try TestFolder()
    _ = try await StudioProcess.run(folder, options: ["--time-limit", "3600"]) { client, studio in
      let usual = WorkLimits()
      let answers = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<WorkLimits.workers + usual.waiting + 3 {
          group.addTask { try? await client.reply("PUT", "/api/story", json: ["text": Self.endless])?.status }
        }
        var refused: [Int?] = []
        for await status in group {
          refused.append(status)
          if refused.count == 3 { break }
        }
        try? await wait(for: studio) { workers(of: studio).count == WorkLimits.workers }
        #expect((try? await client.request("GET", "/api/sessions").status) == 200)
        kill(studio, SIGINT)
        for await _ in group {}
        return refused
      }
      #expect(answers == [503, 503, 503])
    }
  }

  @Test("A film whose worker ends fails with a sentence; one that hangs can be cancelled; neither leaves a file")
  func films() async throws {
    let folder = try TestFolder()
    let program = try await StudioProcess.run(folder) { client, studio in
      defer { kill(studio, SIGINT) }
      for (id, signal, state) in [("1", SIGILL, "failed"), ("2", SIGSTOP, "cancelled")] {
        let worker = try await film(client, studio, id)
        kill(worker, signal)
        if signal == SIGSTOP { #expect(try await client.request("DELETE", "/api/films/\(id)").status == 204) }
        var film: JSON = [:]
        repeat {
          film = try await client.request("GET", "/api/films/\(id)").object
        } while film["state"] as? String
          == "recording"
        #expect(film["state"] as? String == state, "\(film)")
        if state == "failed" { #expect((film["message"] as? String)?.contains("signal \(signal)") == true, "\(film)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/sessions/Films") == [])
      }
    }
    #expect(program.status == 0 && program.error.isEmpty, "\(program.error)")
  }

  @Test("A film that can't be completed when the studio is interrupted can be recovered afterwards")
  func recovered() async throws {
    let folder = try TestFolder()
    let films = folder.path + "/sessions/Films"
    let partial = films + "/zoom.partial.mp4"
    let program = try await StudioProcess.run(folder) { client, studio in
      let worker = try await film(client, studio, "1")
      try await wait(for: studio) { (try? UnfinishedMovie.saved(partial)) ?? 0 > 0 }
      kill(worker, SIGSTOP)
      kill(studio, SIGINT)
    }
    #expect(program.status == 0 && program.error.isEmpty, "\(program.error)")
    #expect(try UnfinishedMovie(url: URL(filePath: partial)).finish().frameCount > 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: films) == ["zoom.mp4"])
  }

  /// Begins a film of an hour, and returns its worker once frames are made.
  private func film(_ client: TestClient, _ studio: pid_t, _ id: String) async throws -> pid_t {
    // Every frame moves: minutes of work, so that no machine is done before the test has seen it begin.
    let order: JSON = ["scenes": [["zoom": JSON(), "seconds": 3600]], "film": ["size": "64x64"]]
    #expect(try await client.request("POST", "/api/films", json: order).status == 202)
    while try await client.request("GET", "/api/films/\(id)").object["frames"] as? Int == 0 {}
    // The newest.
    return try #require(workers(of: studio).max())
  }

  @Test("Without worker processes, requests are still answered in time, and the next one succeeds")
  func threads() async throws {
    try await TestStudio.run(nil, { $0.work.seconds = 0.25 }) { studio in
      let slow = ["text": Self.endless(scenes: 2)]
      let late = try await studio.client.request("PUT", "/api/story", json: slow)
      #expect(late.status == 422)
      let other = try await studio.client.request("GET", "/api/sessions")
      #expect(other.status == 200)
    }
  }
}

/// The statuses of answers that came.
private final class Answers: Sendable {
  private let statuses = Mutex<[Int]>([])

  func add(_ status: Int) { statuses.withLock { $0.append(status) } }

  var all: [Int] { statuses.withLock { $0 } }
}

extension UnfinishedMovie {
  /// How many frames of a film that is being made would survive its end: those of a copy.
  fileprivate static func saved(_ path: String) throws -> Int {
    let copy = path + "-copy"
    defer { unlink(copy) }
    try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: copy))
    return try UnfinishedMovie(url: URL(filePath: copy), destination: .path(copy + ".mp4", replacing: .never))
      .frameCount
  }
}

extension TestFolder {
  /// The names of the sessions that the command has made in it.
  fileprivate var sessions: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/sessions")) ?? []).filter {
      $0.hasSuffix(".jsonl")
    }
  }
}
