import Foundation
import Reel
import ReelTestSupport
import Testing

/// Films above 64 MB, whose index is laid out before their pictures come: few pictures, which are noise, and so as large as pictures get.
@Suite("Large films", .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
struct LargeFilmTests {
  private static let frames = 24
  private static let film = ["a.yaml", "-q", "--jobs", "1", "-o", "a.mp4"]
  private static let join = ["join", "a.parts", "-q", "-o", "a.mp4"]
  private static let recover = ["recover", "a.partial.mp4", "--force", "-q"]
  private static let parts = ["film.json", "part-1-of-2.reel-part", "part-2-of-2.reel-part"]
  private static let old = Data("the film of last year".utf8)

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try Data(
      """
      film: {fps: 1, size: 1920x1080}
      output: {lossless: true, preset: ultrafast}
      scenes:
        - {fixture: {pattern: noise, fps: 1, frames: \(Self.frames)}}
      """.utf8
    ).write(to: workspace.url("a.yaml"))
    try Self.old.write(to: workspace.url("a.mp4"))
  }

  private func target() throws -> Data { try Data(contentsOf: workspace.url("a.mp4")) }

  private func makeParts() async throws {
    for number in 1...2 {
      let made = try await workspace.capture("a.yaml", "-q", "--part", "\(number)/2", "-o", "a.parts")
      #expect(made.status == 0, "\(made.error)")
    }
  }

  /// Makes a film up to where it gets its name, and returns how the bytes that are left.
  private func makePartial() async throws -> Data {
    let killed = try await workspace.capture(Self.film, fault: Fault(kind: "kill", at: 1, call: "rename"))
    #expect(killed.process.status == SIGKILL)
    return try Data(contentsOf: workspace.url("a.partial.mp4"))
  }

  /// Does everything undisturbed, and returns the film and the calls of each kind.
  private func calm(_ command: [String]) async throws -> (whole: Data, calls: [FaultyRun.Call]) {
    let run = try await workspace.capture(command, fault: .count)
    #expect(run.process.status == 0, "\(run.process.error)")
    let whole = try target()
    #expect(whole.count > 64 << 20)
    // The index moves, and what is behind the film goes.
    #expect(run.calls.contains { $0.name == "truncate" && $0.file == "whole" })
    let reader = try MovieReader(url: workspace.url("a.mp4"))
    #expect(reader.facts.frameCount == Self.frames)
    return (whole, run.calls)
  }

  /// The moments that count: the first call of each kind, and of the many writes one in the middle and those that move the index.
  private static func moments(of calls: [FaultyRun.Call], _ kinds: [String]) -> [(call: String, at: Int)] {
    let writes = calls.count { $0.name == "write" }
    return kinds.flatMap { kind in
      (kind == "write" ? [writes / 2, writes - 1, writes] : [1]).map { (kind, $0) }
    }
  }

  private static let changes = ["open", "write", "truncate", "sync", "rename", "rmdir"]

  @Test("Killed at any call, a join leaves the old or the new film complete, and the next join makes the new one")
  func killedJoin() async throws {
    try await makeParts()
    let (whole, calls) = try await calm(Self.join)
    var unfinished = 0
    for (turn, moment) in Self.moments(of: calls, Self.changes).enumerated() {
      try Self.old.write(to: workspace.url("a.mp4"))
      let fault = Fault(kind: turn % 2 == 0 ? "kill" : "torn", at: moment.at, call: moment.call)
      let killed = try await workspace.capture(Self.join, fault: fault)
      #expect(killed.process.status == SIGKILL, "\(moment)")
      let left = try target()
      #expect(left == whole || left == Self.old, "\(moment)")
      #expect(try workspace.shown("a.parts") == Self.parts, "\(moment)")
      unfinished += left == Self.old ? 1 : 0
      // What the dead process left is in nobody's way.
      if turn % 4 == 1 {
        #expect(try await CaptureProcess.run(Self.join, in: workspace.folder).status == 0, "\(moment)")
        #expect(try target() == whole, "\(moment)")
        #expect(try workspace.files == ["a.mp4", "a.parts", "a.yaml"], "\(moment)")
      }
    }
    #expect(unfinished >= 6)
  }

  @Test("Killed at any call while it is finished, a film is complete, directly or after capture recover")
  func killedRecover() async throws {
    let partial = try await makePartial()
    let (whole, calls) = try await calm(Self.recover)
    for (turn, moment) in Self.moments(of: calls, Self.changes).enumerated() {
      try Self.old.write(to: workspace.url("a.mp4"))
      try partial.write(to: workspace.url("a.partial.mp4"))
      let fault = Fault(kind: turn % 2 == 0 ? "kill" : "torn", at: moment.at, call: moment.call)
      let killed = try await workspace.capture(Self.recover, fault: fault)
      #expect(killed.process.status == SIGKILL, "\(moment)")
      let left = try target()
      #expect(left == whole || left == Self.old, "\(moment)")
      guard left == Self.old else { continue }
      #expect(try Data(contentsOf: workspace.url("a.partial.mp4")) == partial, "\(moment)")
      // The same bytes give the same film; what the dead process left is in nobody's way.
      guard turn % 4 == 1 else { continue }
      let again = try await CaptureProcess.run(Self.recover, in: workspace.folder)
      #expect(again.status == 0, "\(moment): \(again.error)")
      #expect(try target() == whole, "\(moment)")
      #expect(try workspace.files == ["a.mp4", "a.yaml"], "\(moment)")
    }
  }

  @Test("A film killed while its command finishes it is recovered with all frames")
  func killedFilm() async throws {
    let whole = try await calm(Self.film).whole
    try Self.old.write(to: workspace.url("a.mp4"))
    let killed = try await workspace.capture(Self.film, fault: Fault(kind: "kill", at: 1, call: "truncate"))
    #expect(killed.process.status == SIGKILL)
    #expect(try target() == Self.old)
    let recovered = try await CaptureProcess.run(Self.recover, in: workspace.folder)
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(try target() == whole)
    #expect(try workspace.files == ["a.mp4", "a.yaml"])
  }

  @Test("A broken part is detected while copying, and the old film stays")
  func broken() async throws {
    try await makeParts()
    let path = workspace.url("a.parts/part-2-of-2.reel-part")
    let part = try Data(contentsOf: path)
    var numbers = Seeded()
    let inNote = part.firstRange(of: Data("x264 - core".utf8))?.lowerBound ?? 0
    let offsets =
      [part.count - 1, part.count / 2, inNote] + (0..<2).map { _ in Int.random(in: 0..<part.count, using: &numbers) }
    for offset in offsets {
      var damaged = part
      damaged[offset] ^= 4
      try damaged.write(to: path)
      let joined = try await CaptureProcess.run(Self.join, in: workspace.folder)
      let context: Comment = "\(numbers), at \(offset): \(joined.error)"
      #expect(joined.status == 65 && joined.error.contains("part-2-of-2.reel-part is broken"), context)
      #expect(try target() == Self.old, context)
      #expect(try workspace.files == ["a.mp4", "a.parts", "a.yaml"], context)
    }
    try part.write(to: path)
    #expect(try await CaptureProcess.run(Self.join, in: workspace.folder).status == 0)
  }

  @Test(
    "Whichever call on the new film fails: one line, and the old film and the sources stay",
    arguments: [true, false])
  func failing(isJoin: Bool) async throws {
    let command = isJoin ? Self.join : Self.recover
    var partial: Data?
    if isJoin { try await makeParts() } else { partial = try await makePartial() }
    let (whole, calls) = try await calm(command)
    // The film is read once its last byte is written, to move the index.
    let reads = calls.filter { $0.name == "read" }
    let firstRead = try #require(reads.firstIndex { $0.file == "whole" }) + 1
    var (failures, isFull) = (0, false)
    for (call, at) in Self.moments(of: calls, Self.changes.dropLast()) + [("read", firstRead), ("read", reads.count)] {
      let numbers = FailingCalls.errors.first { $0.call == call }?.numbers ?? []
      try Self.old.write(to: workspace.url("a.mp4"))
      try partial?.write(to: workspace.url("a.partial.mp4"))
      let lasts = call == "write" && numbers[at % numbers.count] == ENOSPC
      let kind = "\(lasts ? "full" : "fail"):\(numbers[at % numbers.count])"
      let run = try await workspace.capture(command, fault: Fault(kind: kind, at: at, call: call))
      let context: Comment = "\(kind) at \(call) \(at): \(run.process.status) \(run.process.error)"
      if isJoin { #expect(try workspace.shown("a.parts") == Self.parts, context) }
      guard run.process.status != 0 else {
        #expect(try target() == whole, context)
        continue
      }
      failures += 1
      isFull = isFull || lasts
      #expect([73, 74].contains(run.process.status), context)
      let isAboutFilm = ["capture: a.mp4 ", "capture: writing a.mp4 failed "].contains(
        where: run.process.error.hasPrefix)
      #expect(run.process.errorLines.count == 1 && isAboutFilm, context)
      #expect(try target() == Self.old, context)
      if let partial { #expect(try Data(contentsOf: workspace.url("a.partial.mp4")) == partial, context) }
      #expect(try workspace.files == ["a.mp4", isJoin ? "a.parts" : "a.partial.mp4", "a.yaml"], context)
    }
    #expect(failures >= 8 && isFull)
  }
}
