import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Several outputs of one run") struct SeveralOutputsTests {
  @Test("Each has the same bytes as alone")
  func alone() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "40", "--size", "320x180", "-q"]
    let outputs = ["a.mp4", "b.mkv", "c.mov", "p/", "d.webm", "e.gif", "f.webp", "g.apng"]
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

  @Test("The summary lists them in the given order")
  func order() async throws {
    let workspace = try Workspace()
    let names = ["z.webp", "b.mkv", "a.gif", "c.mp4"]
    let run = try await CaptureProcess.run(
      ["--frames", "5", "--size", "64x64", "--json"] + names.flatMap { ["-o", $0] }, in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try JSONDecoder().decode(Summary.self, from: run.output).outputs.map(\.file) == names)
  }

  @Test(
    "If one fails, the others are complete, the summary lists each, and the exit code is 74",
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
    "A failure during the recording is reported at once, not only when the others are complete",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func early() async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(
      ["--frames", "60", "--size", "64x64", "-o", "a.mp4", "-o", "b/"],
      fault: Fault(kind: "fail:\(ENOSPC)", at: 30, call: "open"))
    #expect(run.process.status == 74, "\(run.process.error)")
    let lines = run.process.errorLines
    #expect(
      lines.contains { $0.hasPrefix("capture: warning: ") && $0.contains(" failed; the other outputs continue: ") },
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

  @Test("A contact sheet and a poster are drawn in the same run, and equal the pictures of capture still")
  func sheet() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "21", "--size", "160x90"]
    let run = try await CaptureProcess.run(
      film + ["--json", "-o", "a.mp4", "-o", "s.png", "--sheet", "3x2", "--poster", "p.webp", "--poster-at", "1.25"],
      in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    let summary = try JSONDecoder().decode(Summary.self, from: run.output)
    #expect(summary.outputs.map(\.file) == ["a.mp4", "s.png", "p.webp"])
    let still = try await CaptureProcess.run(
      ["still", "-q", "-o", "still.webp"] + film + ["--at", "1.25"], in: workspace.folder)
    #expect(still.status == 0, "\(still.error)")
    #expect(
      try Data(contentsOf: workspace.url("p.webp")) == Data(contentsOf: workspace.url("still.webp")))
    // Every panel is a frame of the film, in order, with a margin around each.
    let frames = try await CaptureProcess.run(["-q", "-o", "f-%02d.png"] + film, in: workspace.folder)
    #expect(frames.status == 0, "\(frames.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).filter { $0.hasPrefix("f-") }
    let drawn = try names.sorted().map { try Bitmap(pngAt: workspace.url($0)) }
    #expect(drawn.count == 21)
    let sheet = try Bitmap(pngAt: workspace.url("s.png"))
    #expect(sheet.size == PixelSize(width: 3 * 160 + 32, height: 2 * 90 + 24))
    var last = -1
    for panel in 0..<6 {
      let (left, top) = (8 + panel % 3 * 168, 8 + panel / 3 * 98)
      let number = drawn.indices.first { index in
        index > last
          && (0..<90).allSatisfy { y in (0..<160).allSatisfy { sheet[left + $0, top + y] == drawn[index][$0, y] } }
      }
      last = try #require(number, "panel \(panel)")
    }
  }

  @Test(
    "A sheet without a picture, and a poster that is an output, are refused",
    arguments: [
      ["-o", "a.mp4", "--sheet", "3x2"], ["-o", "a.png", "--poster", "a.png"], ["-o", "a.mp4", "--poster-at", "2"],
      ["-o", "a.png", "--sheet", "9x9"], ["-o", "a.mp4", "--animated"], ["-o", "a.mp4", "--poster", "a.gif"],
    ])
  func sheetRefusals(_ options: [String]) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(["--frames", "21", "--size", "64x64"] + options, in: workspace.folder)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).isEmpty)
  }

  @Test("Without a given rate, a film for animated pictures only is drawn at 25 frames per second")
  func rate() async throws {
    let workspace = try Workspace()
    let story = "film: {size: 64x36, fps: 30}\nscenes:\n  - {title: Rate, seconds: 2}\n"
    try Data(story.utf8).write(to: workspace.url("a.yaml"))
    func summary(_ options: String...) async throws -> String {
      struct Film: Decodable {
        var fps: String
        var frames: Int
      }
      let run = try await CaptureProcess.run(["play", "a.yaml", "--json"] + options, in: workspace.folder)
      #expect(run.status == 0, "\(run.error)")
      let film = try JSONDecoder().decode(Film.self, from: run.output)
      return "\(film.frames) at \(film.fps)"
    }
    #expect(try await summary("-o", "a.gif", "-o", "b.webp") == "50 at 25")
    #expect(try await summary("-o", "a.gif", "-o", "b.mp4") == "60 at 30")
    #expect(try await summary("-o", "a.gif", "--set", "film.fps=30") == "60 at 30")
  }

  @Test("No output exceeds its size limit, and the summary reports the reductions")
  func maxBytes() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "60", "--size", "640x360", "--levels", "0...5", "--growth", "1", "--json"]
    let outputs = ["a.gif", "b.webp", "c.mp4", "d.webm"]
    let free = try await CaptureProcess.run(film + outputs.flatMap { ["-o", $0] }, in: workspace.folder)
    #expect(free.status == 0, "\(free.error)")
    // A film that always moves can't be as small a GIF as a movie.
    for (names, limit) in [(["a.gif", "b.webp"], 60_000), (["c.mp4", "d.webm"], 40_000)] {
      for name in names {
        let size = try Data(contentsOf: workspace.url(name)).count
        #expect(size > limit, "\(name) has \(size) bytes")
      }
      let held = try await CaptureProcess.run(
        film + names.flatMap { ["-o", $0] } + ["--max-bytes", "\(limit / 1000)kB"], in: workspace.folder)
      #expect(held.status == 0, "\(held.error)")
      for name in names { #expect(try Data(contentsOf: workspace.url(name)).count <= limit) }
      if limit > 50_000 { #expect(String(decoding: held.output, as: UTF8.self).contains("\"choice\":\"quality ")) }
    }
    #expect(try MovieReader(url: workspace.url("c.mp4")).facts.frameCount == 60)
  }

  @Test(
    "An output that is too large never takes its name, and the existing file stays",
    arguments: ["gif", "mp4", "webp", "mkv"])
  func tooLarge(_ ending: String) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "30", "--size", "640x360", "--levels", "0...6", "--growth", "1", "-o", "a.\(ending)", "-q"]
    let before = try await CaptureProcess.run(film + ["--theme", "paper"], in: workspace.folder)
    #expect(before.status == 0, "\(before.error)")
    let kept = try Data(contentsOf: workspace.url("a.\(ending)"))
    // An animated picture can become smaller than a movie, by its rate and size.
    let limit = ["gif", "webp"].contains(ending) ? 300 : 3100
    let result = try await CaptureProcess.run(film + ["--max-bytes", "\(limit)"], in: workspace.folder)
    #expect(result.status == 73, "\(result.error)")
    #expect(result.errorLines.count == 1 && result.error.contains("only \(limit) are allowed"), "\(result.error)")
    #expect(try Data(contentsOf: workspace.url("a.\(ending)")) == kept)
    #expect(try workspace.files == ["a.\(ending)"])
  }

  @Test(
    "A mostly still film stays well below a limit of twice its size",
    arguments: ["mp4", "webm"])
  func roomy(_ ending: String) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "100", "--size", "320x180", "-o", "a.\(ending)", "-q"]
    func size(_ options: [String]) async throws -> Int {
      let result = try await CaptureProcess.run(film + options, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      return try Data(contentsOf: workspace.url("a.\(ending)")).count
    }
    let free = try await size([])
    let held = try await size(["--max-bytes", "\(2 * free)"])
    #expect((free * 3 / 4...free * 2).contains(held), "\(held) of \(free) bytes")
  }

  @Test("A limit above a film's size does not change a byte of it")
  func wide() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "30", "--size", "320x180", "-q"]
    for options in [["-o", "a.mp4"], ["-o", "b.mp4", "--max-bytes", "1GB"]] {
      let result = try await CaptureProcess.run(film + options, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try Data(contentsOf: workspace.url("a.mp4")) == Data(contentsOf: workspace.url("b.mp4")))
  }

  @Test(
    "An unreachable limit is refused, and nothing is made",
    arguments: [
      ["-o", "-", "--max-bytes", "1MB"], ["-o", "a.mp4", "--max-bytes", "900"],
      ["-o", "a.mkv", "--codec", "ffv1", "--max-bytes", "1MB"], ["-o", "a.gif", "--max-bytes", "ten"],
    ])
  func tooSmall(_ options: [String]) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      ["--frames", "30", "--size", "320x180", "--levels", "0...4"] + options, in: workspace.folder)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).isEmpty)
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
