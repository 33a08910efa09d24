import Foundation
import Testing

/// VMAF is measured by an FFmpeg beside the command: by one that the test writes, and by a real one where `REEL_VMAF_FFMPEG` names it.
@Suite struct VMAFCommandTests {
  static let ffmpeg = ProcessInfo.processInfo.environment["REEL_VMAF_FFMPEG"]

  private func clip(_ name: String, _ options: [String] = [], in workspace: Workspace) async throws {
    let made = try await CaptureProcess.run(
      ["fixture", "-q", "-o", name, "--size", "176x144", "--frames", "12"] + options, in: workspace.folder)
    try #require(made.status == 0, "\(made.error)")
  }

  /// Writes a program that lists the filter and does what a script says with the pictures.
  private func stand(_ script: String, listing filters: String = "libvmaf", in workspace: Workspace) async throws {
    let text = """
      #!/bin/sh
      case "$*" in *-filters*) echo " .. \(filters) VV->V judges"; exit 0;; esac
      \(script)

      """
    // By another process: a program that a test beside this one starts would keep the file open, and it could not be run.
    let written = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", #"printf '%s' "$0" >stand && chmod 755 stand"#, text],
      in: workspace.folder)
    try #require(written.status == 0, "\(written.error)")
  }

  /// Counts the pairs of pictures of 176×144, each behind six letters, and scores them 90, 91, 92 and so on.
  private static let scoring = """
    read -r head
    [ "$head" = "YUV4MPEG2 W176 H144 F25:1 Ip C420jpeg" ] || exit 9
    count=$(wc -c)
    awk "BEGIN { print \\"Frame,vmaf,\\"; for (i = 0; i < $count / 76044; i++) print i \\",\\" 90 + i \\",\\" }"
    """

  private func verify(_ arguments: String..., in workspace: Workspace) async throws -> CaptureProcess {
    try await CaptureProcess.run(["verify", "clip.mp4"] + arguments, in: workspace.folder)
  }

  @Test("Scores are told in words, as JSON and as a table, and thresholds decide")
  func scores() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", in: workspace)
    // As busybox has it, `read` may take more than a line from a pipe, so a shell reads letter by letter, as POSIX says.
    try await stand(Self.scoring, in: workspace)
    let vmaf = ["--vmaf", "--ffmpeg", "./stand"]
    let text = try await CaptureProcess.run(["verify", "clip.mp4", "--csv", "a.csv"] + vmaf, in: workspace.folder)
    #expect(text.status == 0, "\(text.error)")
    let words = String(decoding: text.output, as: UTF8.self)
    #expect(words.contains("  vmaf        mean 95.5, harmonic mean 95.38, lowest 90 at frame 0\n"), "\(words)")
    let table = try String(contentsOf: workspace.url("a.csv"), encoding: .utf8).split(separator: "\n")
    #expect(table.count == 13 && table[12].hasSuffix(",101.000"), "\(table)")
    for (expectation, status) in [("min-vmaf=90,mean-vmaf=95", 0), ("min-vmaf=91", 1), ("mean-vmaf=96", 1)]
      as [(_, Int32)]
    {
      let result = try await CaptureProcess.run(
        ["verify", "clip.mp4", "--junit", "j.xml", "--expect", expectation] + vmaf, in: workspace.folder)
      #expect(result.status == status, "\(expectation): \(result.error)")
      let junit = try String(contentsOf: workspace.url("j.xml"), encoding: .utf8)
      #expect(junit.contains("<failure") == (status == 1) && junit.contains("harmonic mean 95.38"))
    }
    // One that the PATH leads to needs no name.
    try FileManager.default.moveItem(at: workspace.url("stand"), to: workspace.url("ffmpeg"))
    let path = workspace.folder.path + ":/usr/bin:/bin"
    let found = try await CaptureProcess.run(
      ["verify", "clip.mp4", "--vmaf", "--json"], in: workspace.folder, environment: ["PATH": path])
    let object = try #require(try JSONSerialization.jsonObject(with: found.output) as? [String: Any], "\(found.error)")
    let quality = try #require(object["quality"] as? [String: Any])
    #expect((quality["vmaf"] as? [String: Any])?["mean"] as? Double == 95.5)
  }

  @Test("Whatever is wrong with the FFmpeg is one sentence and exits with 69")
  func failures() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", in: workspace)
    for (script, filters, sentence) in [
      (Self.scoring, "vmafmotion", "cannot measure VMAF: ./stand has no filter libvmaf; choose an FFmpeg that has it"),
      ("echo out of luck >&2; exit 3", "libvmaf", "./stand ended with exit code 3: out of luck; try another"),
      ("cat >/dev/null; exit 3", "libvmaf", "./stand ended with exit code 3; try another"),
      ("kill -11 $$", "libvmaf", "./stand was killed by signal 11; try another"),
      ("exec <&-", "libvmaf", "./stand ended before reading all its input; try another"),
      ("cat >/dev/null; echo hello", "libvmaf", "libvmaf reported scores for 0 of 12 pictures"),
    ] {
      try await stand(script, listing: filters, in: workspace)
      let result = try await verify("--vmaf", "--ffmpeg", "./stand", in: workspace)
      #expect(result.status == 69, "\(script): \(result.error)")
      #expect(result.errorLines.count == 1 && result.error.contains(sentence), "\(script): \(result.error)")
      #expect(result.output.isEmpty)
    }
    let missing = try await verify("--vmaf", "--ffmpeg", "./none", in: workspace)
    #expect(
      missing.status == 69 && missing.error.contains("cannot measure VMAF: ./none was not found; install an FFmpeg"))
    #expect(missing.errorLines.count == 1)
  }

  @Test("Options that need each other, or exclude each other, are refused before work begins")
  func usage() async throws {
    let workspace = try Workspace()
    for arguments in [
      ["--ffmpeg", "ffmpeg"], ["--vmaf", "--marks-only"], ["--expect", "min-vmaf=9"], ["--vmaf", "--ffmpeg", ""],
    ] {
      let result = try await CaptureProcess.run(["verify", "clip.mp4"] + arguments, in: workspace.folder)
      #expect(result.status == 64 && result.errorLines.count == 1, "\(arguments): \(result.error)")
    }
    try await clip("clip.mp4", in: workspace)
    try await stand(Self.scoring, in: workspace)
    let overwriting = try await verify("--vmaf", "--ffmpeg", "./stand", "--csv", "stand", in: workspace)
    #expect(overwriting.status == 64, "\(overwriting.error)")
  }

  @Test("A folder is measured movie by movie, each by a program of its own")
  func folder() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("out"), withIntermediateDirectories: true)
    for name in ["out/a.mp4", "out/b.mp4", "out/c.mp4"] { try await clip(name, in: workspace) }
    try await stand(Self.scoring, in: workspace)
    let result = try await CaptureProcess.run(
      ["verify", "out", "--vmaf", "--ffmpeg", "./stand", "--jobs", "3", "--json", "--expect", "min-vmaf=90"],
      in: workspace.folder)
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self)) \(result.error)")
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.matches(of: /"harmonicMean":95\.3/).count == 3)
  }

  @Test(
    "A real FFmpeg tells what its filter tells of the two files, and much less of a spoiled one",
    .enabled(if: VMAFCommandTests.ffmpeg != nil))
  func judged() async throws {
    let ffmpeg = try #require(Self.ffmpeg)
    let workspace = try Workspace()
    let same = ["--size", "640x360", "--frames", "40", "--pattern", "motion"]
    for (name, options) in [
      ("clip.mp4", ["--lossless"]), ("18.mp4", ["--crf", "18"]), ("51.mp4", ["--crf", "51"]),
    ] {
      let made = try await CaptureProcess.run(["fixture", "-q", "-o", name] + same + options, in: workspace.folder)
      try #require(made.status == 0, "\(made.error)")
    }
    var means: [String: Double] = [:]
    for name in ["18.mp4", "51.mp4"] {
      let result = try await CaptureProcess.run(
        ["verify", name, "--vmaf", "--ffmpeg", ffmpeg, "--json"], in: workspace.folder)
      let object = try #require(
        try JSONSerialization.jsonObject(with: result.output) as? [String: Any], "\(result.error)")
      let scores = try #require((object["quality"] as? [String: Any])?["vmaf"] as? [String: Any])
      let byHand = try await CaptureProcess.run(
        executable: URL(fileURLWithPath: ffmpeg),
        ["-nostdin", "-v", "error", "-i", name, "-i", "clip.mp4", "-lavfi"]
          + ["libvmaf=log_fmt=json:log_path=\(name).json", "-f", "null", "-"], in: workspace.folder)
      try #require(byHand.status == 0, "\(byHand.error)")
      let log = try #require(
        try JSONSerialization.jsonObject(with: Data(contentsOf: workspace.url("\(name).json"))) as? [String: Any])
      let pooled = try #require((log["pooled_metrics"] as? [String: Any])?["vmaf"] as? [String: Any])
      for (mine, theirs) in [("mean", "mean"), ("harmonicMean", "harmonic_mean"), ("min", "min")] {
        let (found, expected) = (try #require(scores[mine] as? Double), try #require(pooled[theirs] as? Double))
        #expect(abs(found - expected) < 0.1, "\(name), \(mine): \(found), by hand \(expected)")
      }
      means[name] = scores["mean"] as? Double
    }
    let (good, bad) = (try #require(means["18.mp4"]), try #require(means["51.mp4"]))
    #expect(good > 85 && bad < good - 30, "\(good), \(bad)")
  }
}
