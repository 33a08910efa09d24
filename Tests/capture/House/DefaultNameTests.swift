import Foundation
import Reel
import Testing

@Suite struct DefaultNameTests {
  private static let commands = [
    (["--size", "64x64"], "snowflake.mp4"), (["zoom", "--size", "64x64"], "zoom.mp4"),
    (["curve", "--size", "64x64"], "curve.mp4"),
    (["trace", "--letters", "I", "--size", "64x64"], "trace.mp4"),
  ]

  @Test(
    "At a default name, Reel's own film is replaced, and a foreign file only with --force", arguments: commands)
  func replaced(words: [String], name: String) async throws {
    let workspace = try Workspace()
    func film(_ more: String...) async throws -> CaptureProcess {
      try await CaptureProcess.run(words + ["-q"] + more, in: workspace.folder)
    }
    let length = name == "trace.mp4" ? "--fps" : "--frames"
    let url = workspace.url(name)
    #expect(try await film(length, "3").status == 0)
    let first = try Data(contentsOf: url)
    let again = try await film(length, "4")
    #expect(again.status == 0, "\(again.error)")
    #expect(try Data(contentsOf: url) != first)

    // The command did not choose `-o`, whose file is replaced whatever it is.
    let stranger = Data("holiday".utf8)
    try stranger.write(to: url)
    let refused = try await film(length, "3")
    #expect(refused.status == 73)
    #expect(refused.errorLines.count == 1 && refused.error.contains("-o") && refused.error.contains("--force"))
    #expect(try Data(contentsOf: url) == stranger)
    #expect(try workspace.files == [name])
    #expect(try await film(length, "3", "--force").status == 0)
    #expect(try Data(contentsOf: url) == first)
    try stranger.write(to: url)
    #expect(try await film(length, "3", "-o", name).status == 0)
    #expect(try Data(contentsOf: url) == first)
  }

  @Test("A dangling link and a folder with the default name stay")
  func others() async throws {
    for isFolder in [false, true] {
      let workspace = try Workspace()
      let path = workspace.url("snowflake.mp4").path
      if isFolder {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      } else {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      }
      let refused = try await workspace.capture("--frames", "2", "--size", "64x64", "-q")
      #expect(refused.status == 73, "\(refused.error)")
      #expect(try workspace.files == ["snowflake.mp4"])
    }
  }

  @Test("A still at a default name replaces a file only with --force")
  func still() async throws {
    let workspace = try Workspace()
    let words = ["still", "--size", "64x64", "-q"]
    let stranger = Data("holiday".utf8)
    try stranger.write(to: workspace.url("snowflake.png"))
    let refused = try await CaptureProcess.run(words, in: workspace.folder)
    #expect(refused.status == 73)
    #expect(refused.errorLines.count == 1 && refused.error.contains("-o") && refused.error.contains("--force"))
    #expect(try Data(contentsOf: workspace.url("snowflake.png")) == stranger)
    for more in [["--force"], ["-o", "snowflake.png"]] {
      try stranger.write(to: workspace.url("snowflake.png"))
      #expect(try await CaptureProcess.run(words + more, in: workspace.folder).status == 0)
      #expect(try Data(contentsOf: workspace.url("snowflake.png")) != stranger)
    }
  }

  @Test(
    "At the path of an unfinished film, only a film made by Reel is replaced",
    arguments: [("a.partial.mp4", "a.mp4"), ("a.mkv.partial.mp4", "a.mkv")])
  func recovered(unfinished: String, name: String) async throws {
    let workspace = try Workspace()
    let partial = workspace.url(unfinished)
    let film = ["--frames", "4", "--size", "64x64", "-q"]
    // A whole partial file, as a crash right before the rename leaves it.
    func leave() async throws {
      let made = try await CaptureProcess.run(film + ["-o", "-"], in: workspace.folder)
      try made.output.write(to: partial)
    }
    try await leave()
    let stranger = Data("holiday".utf8)
    try stranger.write(to: workspace.url(name))
    let refused = try await workspace.capture("recover", unfinished, "-q")
    #expect(refused.status == 73, "\(refused.error)")
    #expect(refused.errorLines.count == 1 && refused.error.contains("--force"))
    #expect(try Data(contentsOf: workspace.url(name)) == stranger)
    #expect(try await workspace.capture("recover", unfinished, "-q", "--force").status == 0)
    #expect(try Data(contentsOf: workspace.url(name)) != stranger)
    try await leave()
    #expect(try await workspace.capture("recover", unfinished, "-q").status == 0)
  }

  @Test("A picture does not identify its maker, so it is only replaced at a given name")
  func animation() async throws {
    let workspace = try Workspace()
    let words = ["--for", "github", "--frames", "2", "-q"]
    #expect(try await CaptureProcess.run(words, in: workspace.folder).status == 0)
    let again = try await CaptureProcess.run(words, in: workspace.folder)
    #expect(again.status == 73)
    #expect(again.error.contains("may not be Reel's: name it with -o, or give --force"), "\(again.error)")
    #expect(try await CaptureProcess.run(words + ["-o", "snowflake.gif"], in: workspace.folder).status == 0)
  }

  @Test("A fixture does not take the name of an unfinished film")
  func fixture() async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture("--frames", "4", "--size", "64x64", "-q", "-o", "-")
    try made.output.write(to: workspace.url("a.partial.mp4"))
    let refused = try await workspace.capture("fixture", "--frames", "2", "--size", "176x144", "-q", "-o", "a.mp4")
    #expect(refused.status == 73, "\(refused.error)")
    #expect(refused.errorLines.count == 1 && refused.error.contains("capture recover"))
    #expect(try workspace.files == ["a.partial.mp4"])
  }
}
