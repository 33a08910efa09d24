import Foundation
import Reel
import Testing

@Suite("Films for a site") struct SharingTests {
  private static let film = ["--frames", "5", "--levels", "0...1"]

  @Test(
    "The site sets the options that the user leaves open, and the summary says so",
    arguments: [
      (["--for", "github"], "snowflake.gif", "for GitHub as of \(SharingSite.asOf): .gif; at most 10.0 MB"),
      (["--for", "discord", "-o", "a.webm"], "a.webm", "for Discord as of \(SharingSite.asOf): at most 10.0 MB"),
      (["--for", "slack", "--max-bytes", "5MB"], "snowflake.mp4", "for Slack as of \(SharingSite.asOf): .mp4"),
      (["--for", "shorts"], "snowflake.mp4", "1080x1920; keep important content within 900x1065 from 60,285"),
    ])
  func chosen(_ options: [String], _ name: String, _ words: String) async throws {
    let workspace = try Workspace()
    let run = try await CaptureProcess.run(Self.film + options, in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try workspace.files == [name])
    #expect(run.error.contains(words), "\(run.error)")
  }

  @Test("A film far below its limit does not mention it")
  func farBelow() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "60", "--size", "320x180", "--max-bytes", "1MB", "-o", "a.mp4"]
    let run = try await CaptureProcess.run(film, in: workspace.folder)
    #expect(run.status == 0 && run.error.contains("a.mp4: 60 frames"), "\(run.error)")
  }

  @Test("The user's options win")
  func given() async throws {
    let workspace = try Workspace()
    let run = try await CaptureProcess.run(
      Self.film + ["--for", "shorts", "--size", "square", "-o", "a.mov", "--codec", "hevc"], in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    let facts = try MovieReader(url: workspace.url("a.mov")).facts
    #expect(facts.size.width == facts.size.height)
  }

  @Test(
    "Films that the site refuses are refused before anything is made",
    arguments: [
      ["--for", "github", "-o", "a.mkv"], ["--for", "github", "-o", "a.mp4", "--codec", "hevc"],
      ["--for", "discord", "-o", "a.mp4", "--pixel-format", "yuv444p"], ["--for", "slack", "-o", "a.apng"],
      ["--for", "shorts", "-o", "a.gif"], ["--for", "shorts", "--size", "720p"],
      ["--for", "shorts", "--seconds", "181", "--fps", "1"], ["--for", "github", "-o", "p/%d.png"],
      ["--for", "github", "-o", "-"], ["--for", "github", "--lossless", "-o", "a.mp4"], ["--for", "gihub"],
    ])
  func refusals(_ options: [String]) async throws {
    let workspace = try Workspace()
    let length = options.contains("--seconds") ? [] : ["--frames", "5"]
    let run = try await CaptureProcess.run(["snowflake"] + length + options, in: workspace.folder)
    #expect(run.status == 64, "\(run.error)")
    #expect(run.errorLines.count == 1, "\(run.error)")
    #expect(try workspace.files.isEmpty)
  }
}
