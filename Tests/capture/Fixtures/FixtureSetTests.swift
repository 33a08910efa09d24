import Foundation
import Reel
import ReelTestSupport
import Testing

/// A fixture is three files, and they are one: clip, manifest and hashes.
@Suite struct FixtureSetTests {
  private static func fixture(_ seed: Int, _ name: String = "a.mp4") -> [String] {
    ["fixture", "--frames", "3", "--size", "176x144", "--seed", "\(seed)", "-q", "-o", name]
  }

  /// The bytes of all files, hidden ones too.
  private func content(_ workspace: Workspace) throws -> [String: Data?] {
    let names = try workspace.files
    return Dictionary(uniqueKeysWithValues: names.map { ($0, try? Data(contentsOf: workspace.url($0))) })
  }

  /// Whether every moment is tried, as `make test-faults` does; otherwise each kind of fixture has its own third of them.
  private static let isWhole = ProcessInfo.processInfo.environment["REEL_FAULTS"] != nil

  @Test(
    "Killed at any call, a fixture is the old one, the new one, or said to be unfinished, and the next run mends it",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: [("a.mp4", true, 0), ("a%d.png", true, 1), ("a.mp4", false, 2)])
  func everyMoment(name: String, isReplaced: Bool, third: Int) async throws {
    let reference = try Workspace()
    if isReplaced { _ = try await CaptureProcess.run(Self.fixture(1, name), in: reference.folder) }
    let before = try content(reference)
    let calls = try await reference.capture(Self.fixture(2, name), fault: .none).calls
    let after = try content(reference).filter { !$0.key.hasPrefix(".") }
    #expect(calls.count > 20)
    var unfinished = 0
    // Before and after the files move a death leaves drafts, and a few moments stand for all.
    let moves = calls.indices.filter { calls[$0].name == "rename" && calls[$0].file == "a.json" }
    try #require(moves.count == 2)
    let window = moves[0] - 2...moves[1] + 2
    for at in calls.indices
    where Self.isWhole || window.contains(at) && at % 3 == third || moves.contains(at) || at % 24 == 0 {
      let kind = at % 2 == 0 ? "kill" : "torn"
      let context: Comment = "\(kind) at call \(at + 1), \(calls[at])"
      let workspace = try Workspace()
      for (name, bytes) in before { try bytes?.write(to: workspace.url(name)) }
      let killed = try await workspace.capture(Self.fixture(2, name), fault: Fault(kind: kind, at: at + 1))
      #expect(killed.process.status == SIGKILL, context)
      let found = try content(workspace).filter { !$0.key.hasPrefix(".") }
      if found != after, found != before.filter({ !$0.key.hasPrefix(".") }) {
        let verified = try await workspace.capture("verify", name)
        #expect(verified.status == 65, context)
        #expect(verified.error.contains("making \(name) was interrupted"), "\(context): \(verified.error)")
        unfinished += 1
      }
      let next = try await CaptureProcess.run(Self.fixture(2, name), in: workspace.folder)
      #expect(next.status == 0, "\(context): \(next.error)")
      // Nothing that the killed one left is there any more.
      let hidden = try workspace.files.filter { $0.hasPrefix(".") }
      #expect(hidden == (name == "a.mp4" ? [] : [".a%d.png.manifest"]), context)
      #expect(try content(workspace).filter { !$0.key.hasPrefix(".") } == after, context)
    }
    #expect(unfinished >= 2)
  }

  @Test(
    "Whichever call fails, the old fixture is whole, or the new one",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: ["rename", "sync", "write", "mkdir", "open"])
  func failures(call: String) async throws {
    let workspace = try Workspace()
    _ = try await CaptureProcess.run(Self.fixture(1), in: workspace.folder)
    let before = try content(workspace)
    let calls = try await workspace.capture(Self.fixture(2), fault: .none).calls.count { $0.name == call }
    let after = try content(workspace)
    #expect(calls > 2 && before.count == 3 && after.count == 3)
    // The first call and the last, and of those between some stand for all.
    for at in 1...calls where Self.isWhole || at == 1 || at == calls || at % 3 == 0 {
      for (name, bytes) in before { try bytes?.write(to: workspace.url(name)) }
      let run = try await workspace.capture(Self.fixture(2), fault: Fault(kind: "fail:\(EIO)", at: at, call: call))
      #expect(run.process.status == 0 || run.process.errorLines.count == 1, "\(run.process.error)")
      #expect(
        try content(workspace) == (run.process.status == 0 ? after : before), "\(call) \(at): \(run.process.error)")
    }
  }

  @Test("Of fixtures that are made at once one is there whole, and the others are refused with 73")
  func atOnce() async throws {
    let workspace = try Workspace()
    for _ in 0..<3 {
      let runs = try await withThrowingTaskGroup(of: CaptureProcess.self) { group in
        for seed in 1...4 {
          group.addTask { try await CaptureProcess.run(Self.fixture(seed), in: workspace.folder) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(runs.contains { $0.status == 0 })
      for run in runs where run.status != 0 {
        #expect(run.status == 73 && run.error.contains("is being written by another"), "\(run.error)")
      }
      #expect(try workspace.files == ["a.framemd5", "a.json", "a.mp4"])
      let verified = try await workspace.capture("verify", "a.mp4")
      #expect(verified.status == 0, "\(verified.error)\(String(decoding: verified.output, as: UTF8.self))")
    }
  }

  @Test("Drafts that nobody holds are removed by the next run, those in use stay, and so does what is no draft")
  func drafts() async throws {
    let workspace = try Workspace()
    let files = FileManager.default
    func plant(_ name: String, _ contents: [String]) throws {
      for file in contents {
        let url = workspace.url(name + "/" + file)
        try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("half".utf8).write(to: url)
      }
      chmod(workspace.url(name).path, 0o700)
    }
    for name in ["a.mp4", "a.json", "a.framemd5"] {
      try plant(".\(name).final", ["whole", "before", "note"])
      try plant(".\(name).final.AbC123", ["whole"])
    }
    try plant(".a.mp4.final/.clip.mp4.final", ["whole"])
    try plant(".a.mp4.final.Zyx987", ["mine"])
    try Data("rsync".utf8).write(to: workspace.url(".a.mp4.AbC123"))
    let held = try OutputDraft(for: OutputFile(path: workspace.url("a.framemd5").path, replacing: .named))
    #expect(held.path == workspace.url(".a.framemd5.final/whole").path)
    try Data("in use".utf8).write(to: URL(fileURLWithPath: held.path))
    let made = try await CaptureProcess.run(Self.fixture(1), in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(
      try workspace.files == [
        ".a.framemd5.final", ".a.mp4.AbC123", ".a.mp4.final.Zyx987", "a.framemd5", "a.json", "a.mp4",
      ])
    #expect(try Data(contentsOf: URL(fileURLWithPath: held.path)) == Data("in use".utf8))
    #expect(try Data(contentsOf: workspace.url(".a.mp4.final.Zyx987/mine")) == Data("half".utf8))
    withExtendedLifetime(held) {}
  }

  @Test(
    "What lies beside a clip is replaced only where Reel made it for that clip, and has not been changed since",
    arguments: ["a.json", "a.framemd5", "edited a.json", "edited a.framemd5", "other clip"])
  func strangers(what: String) async throws {
    let workspace = try Workspace()
    let name = what == "other clip" ? "a.json" : String(what.split(separator: " ").last ?? "")
    switch what {
    case "other clip": _ = try await CaptureProcess.run(Self.fixture(1, "a.mov"), in: workspace.folder)
    case name: try Data("mine".utf8).write(to: workspace.url(name))
    default:
      _ = try await CaptureProcess.run(Self.fixture(1), in: workspace.folder)
      var bytes = try Data(contentsOf: workspace.url(name))
      let digit = try #require(bytes.lastIndex { (48..<57).contains($0) })
      bytes[digit] += 1
      try bytes.write(to: workspace.url(name))
    }
    let before = try content(workspace)
    let refused = try await CaptureProcess.run(Self.fixture(2), in: workspace.folder)
    #expect(refused.status == 73)
    #expect(refused.error.hasPrefix("capture: \(name)") && refused.error.contains("--force"), "\(refused.error)")
    #expect(try content(workspace) == before)
    #expect(try await CaptureProcess.run(Self.fixture(2) + ["--force"], in: workspace.folder).status == 0)
    #expect(try await workspace.capture("verify", "a.mp4").status == 0)
    #expect(try await CaptureProcess.run(Self.fixture(3), in: workspace.folder).status == 0)
  }

  @Test("The pages of suites and reports are replaced only where Reel made them", arguments: ["suite", "report"])
  func pages(kind: String) async throws {
    let workspace = try Workspace()
    try Data("clips:\n - {name: a, frames: 2, size: 176x144}\n".utf8).write(to: workspace.url("s.yaml"))
    #expect(try await CaptureProcess.run(Self.fixture(1), in: workspace.folder).status == 0)
    let arguments =
      kind == "suite"
      ? ["fixture", "--suite", "s.yaml", "--out", "out", "-q"] : ["verify", "a.mp4", "--report", "out", "-q"]
    try FileManager.default.createDirectory(at: workspace.url("out"), withIntermediateDirectories: false)
    let page = workspace.url("out/index.html")
    for text in ["<p>mine</p>", nil] {
      if let text { try Data(text.utf8).write(to: page) }
      let first = try await CaptureProcess.run(arguments, in: workspace.folder)
      #expect(first.status == (text == nil ? 0 : 73), "\(first.error)")
      if let text {
        #expect(try Data(contentsOf: page) == Data(text.utf8))
        #expect(try await CaptureProcess.run(arguments + ["--force"], in: workspace.folder).status == 0)
      }
    }
    #expect(try await CaptureProcess.run(arguments, in: workspace.folder).status == 0)
    let edited = try Data(contentsOf: page) + Data("<!-- edited -->".utf8)
    try edited.write(to: page)
    #expect(try await CaptureProcess.run(arguments, in: workspace.folder).status == 73)
    #expect(try Data(contentsOf: page) == edited)
  }
}
