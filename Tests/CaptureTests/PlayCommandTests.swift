import Foundation
import Reel
import Testing

@Suite("capture play") struct PlayCommandTests {
  private static let story = """
    film: {size: 160x90, fps: 10}
    scenes:
      - title: {text: Hello, subtitle: There}
        seconds: 1
        transition: {kind: page-curl, seconds: 0.5}
      - text: And good bye
        seconds: 1.5
        caption: The end

    """

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try Data(Self.story.utf8).write(to: workspace.url("story.yaml"))
    return workspace
  }

  @Test(
    "A storyboard is filmed with and without the command's name, from standard input, and from its recipe, to the same frames"
  )
  func film() async throws {
    let workspace = try workspace()
    let lossless = ["--lossless", "--pixel-format", "yuv444p", "-q"]
    let runs: [[String]] = [
      ["story.yaml", "-o", "a.mp4", "--recipe", "film.json"], ["play", "story.yaml", "-o", "b.mp4"],
      ["film.json", "-o", "c.mp4"],
    ]
    for run in runs {
      let result = try await CaptureProcess.run(run + lossless, in: workspace.folder)
      #expect(result.status == 0, "\(run): \(result.error)")
    }
    let movies = try ["a.mp4", "b.mp4", "c.mp4"].map { try Data(contentsOf: workspace.url($0)) }
    #expect(movies[0] == movies[1])
    #expect(movies[0] == movies[2])
  }

  @Test("A still of a storyboard is the frame of its film")
  func still() async throws {
    let workspace = try workspace()
    let film = try await workspace.capture("story.yaml", "-q", "-o", "frames/")
    #expect(film.status == 0, "\(film.error)")
    let still = try await workspace.capture("still", "story.yaml", "--at", "0.7", "-q")
    #expect(still.status == 0, "\(still.error)")
    let frames = try workspace.shown("frames")
    #expect(frames.count == 20)
    let (alone, whole) = try (
      Bitmap(contentsOf: workspace.url("story.png")), Bitmap(contentsOf: workspace.url("frames/" + frames[7]))
    )
    #expect(alone == whole)
  }

  @Test("--dry-run prints when everything begins and ends, and makes nothing")
  func timeline() async throws {
    let workspace = try workspace()
    let result = try await workspace.capture("play", "story.yaml", "--dry-run")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      String(decoding: result.output, as: UTF8.self).split(separator: "\n") == [
        "    0.000 –     1.000  title", "    0.500 –     1.000  transition: page-curl", "    0.500 –     2.000  text",
        "    0.500 –     2.000  caption: The end", "20 frames of 160x90 at 10 a second",
      ])
    #expect(try workspace.files == ["story.yaml"])
  }

  @Test("What is wrong is told in a line each, with 65, and nothing is written")
  func wrong() async throws {
    let workspace = try workspace()
    try Data("scenes:\n  - titel: a\n  - title: b\n    secnods: 1\n".utf8).write(to: workspace.url("bad.yaml"))
    for arguments in [
      ["bad.yaml"], ["play", "bad.yaml", "-o", "x.mp4"], ["still", "bad.yaml"], ["play", "bad.yaml", "--dry-run"],
    ] {
      let result = try await CaptureProcess.run(arguments, in: workspace.folder)
      #expect(result.status == 65)
      #expect(result.errorLines.count == 2, "\(result.error)")
      #expect(result.error.hasPrefix("bad.yaml:2:5: a scene has no “titel”: did you mean title?"), "\(result.error)")
    }
    #expect(try workspace.files == ["bad.yaml", "story.yaml"])
    let missing = try await workspace.capture("missing.yaml")
    #expect(missing.status == 65)
    #expect(missing.error.hasPrefix("capture: cannot read missing.yaml"), "\(missing.error)")
    let own = try await workspace.capture("story.yaml", "-o", "story.yaml")
    #expect(own.status == 64)
    #expect(try Data(contentsOf: workspace.url("story.yaml")) == Data(Self.story.utf8))
  }

  @Test("Values are replaced with --set, and a session that stands first is replayed")
  func settings() async throws {
    let workspace = try workspace()
    let set = try await workspace.capture(
      "play", "story.yaml", "--set", "film.size=64x64", "--set", "scenes.0.seconds=2", "--dry-run")
    #expect(String(decoding: set.output, as: UTF8.self).contains("30 frames of 64x64"), "\(set.error)")
    let export = try await workspace.capture("trace", "--letters", "I", "--export", "session.jsonl", "-q")
    #expect(export.status == 0, "\(export.error)")
    let session = try await workspace.capture("session.jsonl", "--seconds", "2", "-q", "-o", "t.mp4")
    #expect(session.status == 0, "\(session.error)")
    #expect(try workspace.files.contains("t.mp4"))
  }
}
