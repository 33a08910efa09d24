import Foundation
import Reel
import ReelFixtures
import ReelTestSupport
import Testing

@testable import capture

@Suite struct FixtureCommandTests {
  @Test("A fixture has its three files, and its summary tells where")
  func clip() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture(
      "fixture", "-o", "clip.mp4", "--frames", "10", "--size", "180x146", "--drop", "3", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try workspace.files == ["clip.framemd5", "clip.json", "clip.mp4"])
    let summary = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(summary["frames"] as? Int == 9)
    #expect(summary["manifest"] as? String == "clip.json")
    let manifest = try FixtureManifest(path: workspace.url("clip.json").path)
    #expect(manifest.frames.map(\.frame) == [0, 1, 2, 4, 5, 6, 7, 8, 9])
  }

  @Test(
    "The hashes beside a clip are those that ffmpeg prints",
    .enabled(if: Program.find("ffmpeg") != nil, "needs the program ffmpeg"),
    arguments: ["clip.mp4", "clip.mkv", "clip.avi"])
  func hashes(name: String) async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture(
      "fixture", "-o", name, "--frames", "10", "--size", "180x146", "--audio", "beep", "-q")
    #expect(made.status == 0, "\(made.error)")
    let ffmpeg = try #require(CaptureProcess.find("ffmpeg"))
    let printed = try await CaptureProcess.run(
      executable: ffmpeg, ["-nostdin", "-v", "error", "-i", name, "-bitexact", "-f", "framemd5", "-"],
      in: workspace.folder)
    let text = try String(contentsOf: workspace.url("clip.framemd5"), encoding: .utf8)
    #expect(String(decoding: printed.output, as: UTF8.self) == text)
  }

  /// Arguments of `capture fixture`, the exit code, and what the one line of the error has to name.
  static let wrong: [([String], Int32, String)] = [
    ([], 64, "-o"), (["-o", "clip"], 64, ".mp4"), (["-o", "clip.exe"], 64, ".mp4"),
    (["-o", "a.mp4", "--out", "b"], 64, "--suite"),
    (["-o", "a.mp4", "--frames", "-1"], 64, "from 1"), (["-o", "a.mp4", "--size", "100x100"], 64, "176x144"),
    (["-o", "a.mp4", "--size", "181x147"], 64, "multiple of 2x2"), (["-o", "a.mp4", "--fps", "0"], 64, "0.001"),
    (["-o", "a.mp4", "--codec", "nosuch"], 69, "nosuch"), (["-o", "a.webm", "--codec", "h264"], 64, "vp9"),
    (["-o", "a.mp4", "--pixel-format", "purple"], 64, "purple"),
    (["-o", "a.gif", "--audio", "beep", "--fps", "10"], 64, "gif"),
    (["-o", "a.mkv", "--rotate", "90"], 64, "orientation"), (["-o", "a.avi", "--vfr"], 64, "no times"),
    (["-o", "a.mp4", "--crf", "20", "--lossless"], 64, "give only one"),
    (["-o", "a.mp4", "--drop", "100"], 64, "frames 0 to 99"),
    (["-o", "/dev/null/deep/a.mp4"], 73, "Not a directory"), (["--suite", "no.yaml", "--out", "x"], 66, "no.yaml"),
    // A device that never ends.
    (["--suite", "/dev/zero", "--out", "x"], 65, "it is a device"),
    (["--suite", "no.yaml"], 64, "--out"), (["--suite", "s.yaml", "--out", "x", "--fps", "25"], 64, "--fps"),
    (["-o", "a.mov", "--codec", "dnxhd", "--size", "180x146"], 64, "256x120"),
    (["-o", "a.mov", "--codec", "h263"], 64, "352x288"),
    (["-o", "a.avi", "--codec", "cinepak", "--size", "178x146"], 64, "180x148"),
    (["-o", "a.mp4", "--crf", "60"], 64, "0 to 51"), (["-o", "a.avi", "--b-frames", "2"], 64, "B-frames"),
  ]

  @Test("What can't be made ends with one line and leaves nothing", arguments: wrong)
  func refused(arguments: [String], code: Int32, part: String) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(["fixture"] + arguments, in: workspace.folder)
    #expect(result.status == code, "\(result.error)")
    #expect(result.errorLines.count == 1 && result.error.contains(part), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test("An interrupted fixture leaves nothing", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let workspace = try Workspace()
    // More frames than it could make in an hour. The signal comes when there is something on the disk, or is seen to fail.
    let result = try await workspace.capture(
      "fixture", "-q", "-o", "clip.mp4", "--pattern", "noise", "--frames", "1000000",
      started: { process in
        while (try? workspace.files.isEmpty) != false, !Program.hasEnded(process) { sched_yield() }
        kill(process, signal)
      })
    #expect(result.status == 128 + signal, "\(result.error)")
    #expect(result.error.isEmpty)
    #expect(try workspace.files.isEmpty)
  }

  @Test("The codecs that are listed are there")
  func codecs() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("fixture", "--list-codecs")
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(result.status == 0 && lines.count > 5)
    #expect(lines.contains { $0.hasPrefix("png ") && $0.contains("png *") })
  }

  // MARK: - Suites

  @Test("A suite is made from the command line, then found up to date")
  func suite() async throws {
    let workspace = try Workspace()
    let yaml = """
      defaults: {frames: 3, size: 180x146}
      clips:
        - name: swap
          swap: 0:1   # not a number of sixties
        - {name: rate, fps: [25, 29.97]}
      """
    try Data(yaml.utf8).write(to: workspace.url("suite.yaml"))
    let first = try await workspace.capture("fixture", "--suite", "suite.yaml", "--out", "made")
    #expect(first.status == 0 && first.error.contains("3 clips, 3 made, 0 up to date"), "\(first.error)")
    // Nobody watches, so only the summary is told.
    #expect(first.errorLines.count == 1, "\(first.error)")
    let second = try await workspace.capture("fixture", "--suite", "suite.yaml", "--out", "made")
    #expect(second.status == 0 && second.error.contains("3 clips, 0 made, 3 up to date"), "\(second.error)")
    let manifest = try FixtureManifest(path: workspace.url("made/swap.json").path)
    #expect(manifest.frames.map(\.frame) == [1, 0, 2])
    let bad = try await workspace.capture("fixture", "--suite", "made/swap.json", "--out", "other")
    #expect(bad.status == 65 && bad.errorLines.count == 1, "\(bad.error)")
  }

  @Test(
    "What names no file, or one that has no end, is no suite", arguments: ["/dev/zero", "long.yaml", "missing.yaml"])
  func endlessSuite(path: String) async throws {
    let workspace = try Workspace()
    try Data(repeating: UInt8(ascii: "#"), count: 65_537).write(to: workspace.url("long.yaml"))
    let result = try await workspace.capture("fixture", "--suite", path, "--out", "made")
    #expect(result.status == (path == "missing.yaml" ? 66 : 65) && result.errorLines.count == 1, "\(result.error)")
    let reasons = [
      "/dev/zero": "it is a device", "missing.yaml": "no such file", "long.yaml": "more than 65536 bytes",
    ]
    #expect(result.error.contains(try #require(reasons[path])), "\(result.error)")
    #expect(try workspace.files == ["long.yaml"])
  }

  @Test("Of a suite it is told which clips could not be made, also with -q", arguments: [[], ["-q"]])
  func failing(options: [String]) async throws {
    let workspace = try Workspace()
    let yaml = """
      defaults: {frames: 2, size: 177x145}
      clips: [{name: odd}, {name: free, container: mkv, codec: ffv1}]
      """
    try Data(yaml.utf8).write(to: workspace.url("suite.yaml"))
    let result = try await CaptureProcess.run(
      ["fixture", "--suite", "suite.yaml", "--out", "made"] + options, in: workspace.folder)
    #expect(result.status == 1, "\(result.error)")
    let lines = result.errorLines
    #expect(lines.count == (options.isEmpty ? 2 : 1), "\(result.error)")
    #expect(lines.first?.contains("odd.mp4 failed: size 177x145") == true, "\(result.error)")
    #expect(options.isEmpty == (lines.last?.contains("2 clips, 1 made, 0 up to date, 1 failed") == true))
    let again = try await workspace.capture("fixture", "--suite", "suite.yaml", "--out", "made", "--json", "-v")
    let summary = try #require(try JSONSerialization.jsonObject(with: again.output) as? [String: Any])
    #expect(again.error.isEmpty, "\(again.error)")
    #expect((summary["failures"] as? [String])?.count == 1)
  }

  @Test("-v tells where the time of a fixture went")
  func stages() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("fixture", "-o", "a.mp4", "--frames", "3", "--size", "176x144", "-v")
    #expect(result.status == 0)
    for stage in ["draw (3 times)", "encode (3 times)", "finish", "read back"] {
      #expect(result.errorLines.contains { $0.hasSuffix("ms  \(stage)") }, "\(stage): \(result.error)")
    }
  }
}
