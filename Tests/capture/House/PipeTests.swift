import Foundation
import Reel
import ReelTestSupport
import Testing

/// A pipe that nobody writes to, in the place of a file: opening it must not wait.
@Suite struct PipeTests {
  @Test(
    "A storyboard that names a pipe as a file is refused at once, with 65",
    arguments: [
      "style: {font: pipe.ttf}\nscenes: [{title: x, seconds: 1}]",
      "style: {title: {font: pipe.ttf}}\nscenes: [{title: x, seconds: 1}]",
      "scenes: [{title: x, seconds: 1}]\noverlays: [{text: x, font: pipe.ttf}]",
      "scenes: [{image: pipe.png, seconds: 1}]",
      "scenes: [{movie: pipe.mp4, seconds: 1}]", "scenes: [{shapes: pipe.svg, seconds: 1}]",
      "scenes: [{terminal: pipe.cast, seconds: 1}]", "sound: pipe.wav\nscenes: [{title: x, seconds: 1}]",
    ])
  func storyboard(text: String) async throws {
    let workspace = try Workspace()
    for ending in ["ttf", "png", "mp4", "svg", "cast", "wav"] {
      #expect(mkfifo(workspace.url("pipe.\(ending)").path, 0o600) == 0)
    }
    try Data("film: {size: 64x64, fps: 2}\n\(text)\n".utf8).write(to: workspace.url("a.yaml"))
    let before = try workspace.files
    let result = try await workspace.capture("play", "a.yaml", "-o", "a.mp4")
    #expect(result.status == 65, "\(result.error)")
    #expect(result.error.hasPrefix("a.yaml:") && result.errorLines.count == 1, "\(result.error)")
    #expect(try workspace.files == before)
  }

  @Test("A pipe in a --font-dir folder is skipped, and so is a link to an outside folder")
  func fontFolder() async throws {
    let workspace = try Workspace()
    for name in ["fonts", "other"] {
      try FileManager.default.createDirectory(at: workspace.url(name), withIntermediateDirectories: false)
    }
    #expect(mkfifo(workspace.url("fonts/pipe.ttf").path, 0o600) == 0)
    let font = try #require(Font(Font.standardFamily, size: 16).file)
    try FileManager.default.copyItem(atPath: font.path, toPath: workspace.url("other/a.ttf").path)
    try FileManager.default.createSymbolicLink(
      atPath: workspace.url("fonts/link").path, withDestinationPath: workspace.url("other").path)
    try Data("{\"version\": 2, \"width\": 9, \"height\": 3}\n[0.5, \"o\", \"hi\"]\n".utf8)
      .write(to: workspace.url("a.cast"))
    let result = try await workspace.capture("terminal", "a.cast", "--font-dir", "fonts", "-o", "a.mp4")
    #expect(result.errorLines.count == 1 && result.error.contains("it has no fonts"), "\(result.error)")
  }
}
