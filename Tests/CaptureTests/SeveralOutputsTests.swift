import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Several outputs of one run") struct SeveralOutputsTests {
  @Test("Each is what it would be alone, byte for byte")
  func alone() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "40", "--size", "320x180", "-q"]
    let outputs = ["a.mp4", "b.mkv", "c.mov", "p/"]
    let together = try await CaptureProcess.run(film + outputs.flatMap { ["-o", $0] }, in: workspace.folder)
    #expect(together.status == 0, "\(together.error)")
    for name in outputs {
      let own = "own-" + name
      let result = try await CaptureProcess.run(film + ["-o", own], in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      let files = FileManager.default
      let (one, other) = (workspace.url(own).path, workspace.url(name).path)
      #expect(files.contentsEqual(atPath: one, andPath: other), "\(name)")
    }
  }

  @Test(
    "One that fails does not cost the others: they are complete, the summary lists each, and the exit code is 74",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func failure() async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(
      ["--frames", "60", "--size", "64x64", "--json", "-o", "a.mp4", "-o", "b.mov"],
      fault: Fault(kind: "fail:\(EIO)", at: 1, call: "rename"))
    #expect(run.process.status == 74, "\(run.process.error)")
    let summary = try JSONDecoder().decode(Summary.self, from: run.process.output)
    #expect(summary.outputs.count { $0.error == nil } == 1)
    let failed = try #require(summary.outputs.first { $0.error != nil })
    let whole = try #require(summary.outputs.first { $0.error == nil })
    #expect(run.process.error.contains(failed.file))
    #expect(try MovieReader(url: workspace.url(whole.file)).facts.frameCount == 60)
    #expect(!FileManager.default.fileExists(atPath: workspace.url(failed.file).path))
  }

  @Test(
    "One that fails while frames come is told at once, not only when the others are complete",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func early() async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(
      ["--frames", "60", "--size", "64x64", "-o", "a.mp4", "-o", "b/"],
      fault: Fault(kind: "fail:\(ENOSPC)", at: 30, call: "open"))
    #expect(run.process.status == 74, "\(run.process.error)")
    let lines = run.process.errorLines
    #expect(
      lines.contains { $0.hasPrefix("capture: warning: ") && $0.contains(" failed, and the other outputs go on: ") },
      "\(run.process.error)")
    #expect(lines.last?.hasPrefix("capture: ") == true && lines.last?.contains("warning") == false)
  }

  private struct Summary: Decodable {
    struct Output: Decodable {
      var file: String
      var error: String?
    }
    var outputs: [Output]
  }

  @Test(
    "Two that are one file, or both standard output, are refused before anything is made",
    arguments: [
      ["a.mp4", "./a.mp4"], ["-", "-"], ["a.mp4", "b.mp4", "a.mp4"], ["p/", "p/%d.png"], ["p/", "./p/"],
      ["a.mp4", "b.foo"],
    ])
  func refusals(_ outputs: [String]) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      ["--frames", "2"] + outputs.flatMap { ["-o", $0] }, in: workspace.folder)
    #expect(result.status == 64)
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "The first signal completes all of them", .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func interrupted() async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(
      ["--frames", "3000", "--size", "64x64", "--levels", "0...2", "-q", "-o", "a.mp4", "-o", "b.mov"],
      fault: Fault(kind: "signal:\(SIGINT)", at: 5))
    #expect(run.process.status == 130, "\(run.process.error)")
    #expect(try workspace.files == ["a.mp4", "b.mov"])
    let counts = try ["a.mp4", "b.mov"].map { try MovieReader(url: workspace.url($0)).facts.frameCount }
    #expect(counts[0] == counts[1])
    #expect(try (1..<3000).contains(#require(counts[0])))
  }
}
