import Foundation
import Reel
import Testing

@Suite struct SignalTests {
  private static let film = ["--fps", "10", "--frames", "3000", "--size", "64x64", "--levels", "0...2", "-o", "a.mp4"]

  @Test(
    "The first signal ends and completes the film early, with 128 plus the signal's number as the exit code",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: [SIGINT, SIGTERM, SIGHUP], [1, 2, 40])
  func first(signal: Int32, moment: Int) async throws {
    let workspace = try Workspace()
    try Data("old".utf8).write(to: workspace.url("a.mp4"))
    let run = try await workspace.capture(Self.film + ["--json"], fault: Fault(kind: "signal:\(signal)", at: moment))
    #expect(run.process.status == 128 + signal, "\(run.process.error)")
    #expect(try workspace.files == ["a.mp4"])
    let object = try #require(try JSONSerialization.jsonObject(with: run.process.output) as? [String: Any])
    #expect(object["interrupted"] as? Bool == true)
    let reader = try MovieReader(url: workspace.url("a.mp4"))
    var frames = 0
    while let frame = try reader.nextFrame() {
      #expect(frame.index == frames)
      frames += 1
    }
    #expect(frames == object["frames"] as? Int)
    #expect((1..<3000).contains(frames))
  }

  @Test(
    "A signal sent twice at once, as by `timeout`, counts once",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: [SIGINT, SIGTERM])
  func twice(signal: Int32) async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(Self.film + ["-q"], fault: Fault(kind: "twice:\(signal)", at: 20))
    #expect(run.process.status == 128 + signal, "\(run.process.error)")
    #expect(try workspace.files == ["a.mp4"])
    #expect(try MovieReader(url: workspace.url("a.mp4")).nextFrame()?.index == 0)
  }

  @Test(
    "A signal while the complete film moves to its path interrupts nothing",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: ["mkdir", "sync", "rename", "unlink"])
  func finishing(call: String) async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(
      ["--frames", "30", "--size", "64x64", "-q", "-o", "a.mp4"],
      fault: Fault(kind: "signal:\(SIGTERM)", at: 1, call: call))
    #expect(run.process.status == 0, "\(run.process.error)")
    #expect(try workspace.files == ["a.mp4"])
    #expect(try MovieReader(url: workspace.url("a.mp4")).facts.frameCount == 30)
  }

  @Test(
    "The second signal ends the process at once: the partial film stays and plays, the old one is unchanged",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: [SIGINT, SIGTERM, SIGHUP], [1, 9])
  func second(signal: Int32, gap: Int) async throws {
    let workspace = try Workspace()
    try Data("old".utf8).write(to: workspace.url("a.mp4"))
    // One call later the long film still grows, nine calls later the short one is being finished.
    let film = ["--frames", gap == 1 ? "3000" : "60"] + Self.film.dropFirst(4) + ["--fps", "10", "-q"]
    let run = try await workspace.capture(film, fault: Fault(kind: "signals:\(signal):\(gap)", at: 20))
    #expect(run.process.status == signal)
    #expect(run.process.error.isEmpty)
    #expect(try Data(contentsOf: workspace.url("a.mp4")) == Data("old".utf8))
    #expect(try MovieReader(url: workspace.url("a.partial.mp4")).nextFrame()?.index == 0)
    #expect(try UnfinishedMovie(url: workspace.url("a.partial.mp4")).frameCount >= 45)
  }

  @Test(
    "A signal before the recording begins ends the process, and nothing is left",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: [SIGINT, SIGTERM, SIGHUP])
  func before(signal: Int32) async throws {
    let workspace = try Workspace()
    // The free space is asked for just before.
    let run = try await workspace.capture(Self.film, fault: Fault(kind: "signal:\(signal)", at: 1, call: "statvfs"))
    #expect(run.process.status == signal || run.process.status == 128 + signal, "\(run.process.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "The first signal completes pictures, the second keeps them in their hidden folder",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func pictures() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "3000", "--size", "64x64", "-q", "-o"]
    let first = try await workspace.capture(film + ["s/"], fault: Fault(kind: "signal:\(SIGTERM)", at: 20))
    #expect(first.process.status == 128 + SIGTERM, "\(first.process.error)")
    let files = try workspace.shown("s")
    #expect(files.first == "0000.png" && (2..<3000).contains(files.count))
    let second = try await workspace.capture(film + ["t/"], fault: Fault(kind: "signals:\(SIGTERM):1", at: 20))
    #expect(second.process.status == SIGTERM)
    #expect(FileManager.default.fileExists(atPath: workspace.url("t/.%d.png.partial/0000.png").path))
  }
}
