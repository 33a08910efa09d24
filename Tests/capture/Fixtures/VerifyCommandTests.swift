import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite struct VerifyCommandTests {
  /// A small clip; options of the command may change it.
  private func clip(_ name: String = "clip.mp4", _ options: [String] = [], in workspace: Workspace) async throws {
    let result = try await CaptureProcess.run(
      ["fixture", "-q", "-o", name, "--size", "176x144", "--frames", "12"] + options, in: workspace.folder)
    try #require(result.status == 0, "\(result.error)")
  }

  private func object(_ result: CaptureProcess) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any], "\(result.error)")
  }

  @Test("A clip as it was made is as expected, with the faults that were made on purpose")
  func untouched() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", ["--drop", "5"], in: workspace)
    let result = try await workspace.capture("verify", "clip.mp4", "--json")
    #expect(result.status == 0, "\(result.error)")
    let object = try object(result)
    #expect(object["asExpected"] as? Bool == true)
    #expect(object["pictures"] as? Int == 11)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.map { $0["kind"] as? String } == ["dropped"])
    #expect(findings.first?["intended"] as? Bool == true)
    let text = try await workspace.capture("verify", "clip.mp4")
    #expect(String(decoding: text.output, as: UTF8.self).contains("on purpose  dropped 1 of 12 frames: 5 (0.2 s)"))
  }

  @Test("Differences exit with 1, demands with 0 or 1, what can't be read with 65, or 66, wrong usage with 64")
  func exits() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", in: workspace)
    try await clip("dropped.mp4", ["--drop", "5"], in: workspace)
    try Data("no movie".utf8).write(to: workspace.url("text.mp4"))
    let table: [([String], Int32)] = [
      (["dropped.mp4", "--manifest", "clip.json"], 1),
      (["dropped.mp4", "--manifest", "clip.json", "--expect", "dropped=1,min-psnr=20"], 0),
      (["clip.mp4", "--expect", "dropped=1"], 1),
      (["clip.mp4", "--expect", "min-psnr=99"], 1),
      (["text.mp4"], 65), (["missing.mp4"], 66), (["clip.mp4", "--manifest", "missing.json"], 66),
      (["clip.mp4", "--manifest", "text.mp4"], 65),
      (["clip.mp4", "--expect", "droped=0"], 64), (["clip.mp4", "--expect", "dropped"], 64), ([], 64),
    ]
    for (arguments, status) in table {
      let result = try await CaptureProcess.run(["verify"] + arguments, in: workspace.folder)
      #expect(result.status == status, "\(arguments): \(result.error)")
      #expect(result.errorLines.count == (status > 1 ? 1 : 0), "\(arguments): \(result.error)")
    }
  }

  @Test("A film is compared with the one that it was made from, with the exit codes and reports of fixtures")
  func reference() async throws {
    let workspace = try Workspace()
    let pattern = ["--pattern", "checker", "--size", "320x180", "--frames", "40"]
    try await clip("clip.mp4", pattern, in: workspace)
    try await clip("dropped.mp4", pattern + ["--drop", "15"], in: workspace)
    try Data("no movie".utf8).write(to: workspace.url("text.mp4"))
    let table: [([String], Int32)] = [
      (["clip.mp4", "--reference", "clip.mp4"], 0), (["dropped.mp4", "--reference", "clip.mp4"], 1),
      (["dropped.mp4", "--reference", "clip.mp4", "--expect", "dropped=1,min-psnr=20"], 0),
      (["clip.mp4", "--reference", "text.mp4"], 65), (["clip.mp4", "--reference", "missing.mp4"], 66),
      (["clip.mp4", "--reference", "clip.mp4", "--manifest", "clip.json"], 64), ([".", "--reference", "clip.mp4"], 64),
      (["clip.mp4", "--reference", "."], 64),
    ]
    for (arguments, status) in table {
      let result = try await CaptureProcess.run(["verify"] + arguments, in: workspace.folder)
      if arguments.contains(".") { #expect(result.error.contains(". is a folder, but --reference"), "\(result.error)") }
      #expect(result.status == status, "\(arguments): \(result.error)")
      #expect(result.errorLines.count == (status > 1 ? 1 : 0), "\(arguments): \(result.error)")
    }
    let result = try await workspace.capture(
      "verify", "dropped.mp4", "--reference", "clip.mp4", "--json", "--report", "report", "--csv", "table.csv")
    let object = try object(result)
    #expect(object["reference"] as? String == "clip.mp4")
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["text"] as? String == "dropped 1 of 40 frames: 15 (0.533 s)" }, "\(findings)")
    #expect(FileManager.default.fileExists(atPath: workspace.url("report/index.html").path))
    let rows = try String(contentsOf: workspace.url("table.csv"), encoding: .utf8).split(separator: "\n")
    #expect(rows.count == 40 && rows[16].hasPrefix("dropped.mp4,15,0.533333,16,0,"), "\(rows)")
  }

  @Test("A film is compared with the one that its recipe describes, which is drawn again")
  func recipe() async throws {
    let workspace = try Workspace()
    let film = ["--seconds", "2", "--fps", "10", "--size", "320x180", "-q"]
    let made = try await CaptureProcess.run(
      film + ["-o", "film.mp4", "--recipe", "film.json"], in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    let other = try await CaptureProcess.run(film + ["--background", "red", "-o", "other.mp4"], in: workspace.folder)
    #expect(other.status == 0, "\(other.error)")
    let table: [([String], Int32)] = [
      (["film.mp4", "--recipe", "film.json"], 0), (["film.mp4", "--recipe", "missing.json"], 66),
      (["film.mp4", "--recipe", "film.mp4"], 65),
      (["film.mp4", "--recipe", "film.json", "--reference", "film.mp4"], 64), ([".", "--recipe", "film.json"], 64),
    ]
    for (arguments, status) in table {
      let result = try await CaptureProcess.run(["verify"] + arguments, in: workspace.folder)
      #expect(result.status == status, "\(arguments): \(result.output) \(result.error)")
      #expect(result.errorLines.count == (status > 1 ? 1 : 0), "\(arguments): \(result.error)")
    }
    let result = try await workspace.capture("verify", "film.mp4", "--recipe", "film.json", "--json")
    #expect(try object(result)["reference"] as? String == "film.json")
    #expect(try await workspace.capture("verify", "other.mp4", "--recipe", "film.json").status != 0)
  }

  @Test("A film that is drawn again leaves nothing if a signal ends the command", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture(
      "--frames", "3", "--size", "64x64", "-q", "-o", "film.mp4", "--recipe", "film.json")
    #expect(made.status == 0, "\(made.error)")
    // More frames than could be drawn while the test waits.
    let recipe = try String(contentsOf: workspace.url("film.json"), encoding: .utf8)
    let long = recipe.replacing("\"frames\" : 3", with: "\"frames\" : 100000")
    try #require(long != recipe)
    try Data(long.utf8).write(to: workspace.url("film.json"))
    let folder = workspace.url("temporary")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = { @Sendable in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    let result = try await CaptureProcess.run(
      ["verify", "film.mp4", "--recipe", "film.json"], in: workspace.folder, environment: ["TMPDIR": folder.path]
    ) { process in
      while files().isEmpty, !Program.hasEnded(process) { sched_yield() }
      kill(process, signal)
    }
    #expect(result.status == signal, "\(result.error)")
    #expect(files().isEmpty)
    // A movie that is not there is refused at once.
    let missing = try await workspace.capture("verify", "missing.mp4", "--recipe", "film.json")
    #expect(missing.status == 66 && missing.error.contains("missing.mp4"), "\(missing.error)")
  }

  @Test("A ladder is made and verified; segments that are missing exit with 1, what is no playlist with 65")
  func ladder() async throws {
    let workspace = try Workspace()
    let options = ["fixture", "-q", "-o", "film.m3u8", "--frames", "45"]
    let made = try await CaptureProcess.run(
      options + ["--ladder", "320x180,176x144", "--segment-length", "0.5s"], in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    let fine = try await workspace.capture("verify", "film.m3u8", "--json")
    #expect(fine.status == 0, "\(fine.error)")
    let rungs = try #require(try object(fine)["rungs"] as? [[String: Any]])
    #expect(rungs.compactMap { ($0["segments"] as? [Any])?.count } == [3, 3])
    let path = workspace.url("film-176x144.m3u8")
    let text = try String(contentsOf: path, encoding: .utf8)
    let second = try #require(text.firstRange(of: /#EXTINF[^#]*#EXT-X-BYTERANGE:\d+@[1-9]\d*\n[^#]*\n/))
    try (text[..<second.lowerBound] + text[second.upperBound...]).write(to: path, atomically: true, encoding: .utf8)
    #expect(try await workspace.capture("verify", "film.m3u8").status == 1)
    try Data("no list".utf8).write(to: workspace.url("text.m3u8"))
    #expect(try await workspace.capture("verify", "text.m3u8").status == 65)
    for wrong in [
      ["--ladder", "320x180,320x180", "--segment-length", "1s"],
      ["--ladder", "320x180", "--segment-length", "0.01s"], ["--ladder", "320x180", "--gop", "9"],
      ["--segment-length", "1s"],
    ] {
      let result = try await CaptureProcess.run(options + wrong, in: workspace.folder)
      #expect(result.status == 64 && result.errorLines.count == 1, "\(wrong): \(result.error)")
    }
  }

  @Test("A folder is verified as a whole, failures grouped; damage done on purpose is none")
  func folder() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("out"), withIntermediateDirectories: true)
    try await clip("out/a.mp4", in: workspace)
    try await clip("out/b.mkv", ["--zero-length"], in: workspace)
    let untouched = try await workspace.capture("verify", "out")
    #expect(untouched.status == 0, "\(String(decoding: untouched.output, as: UTF8.self))")

    try await clip("dropped.mp4", ["--drop", "5"], in: workspace)
    try FileManager.default.copyItem(at: workspace.url("dropped.mp4"), to: workspace.url("out/c.mp4"))
    try FileManager.default.copyItem(at: workspace.url("out/a.json"), to: workspace.url("out/c.json"))
    try FileManager.default.removeItem(at: workspace.url("out/b.mkv"))
    let result = try await workspace.capture("verify", "out", "--report", "report")
    #expect(result.status == 1)
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.contains("3 movies"), "\(text)")
    #expect(text.contains("dropped: 1 movie"), "\(text)")
    let page = try String(contentsOf: workspace.url("report/index.html"), encoding: .utf8)
    #expect(page.contains("c.mp4/index.html"))
    #expect(FileManager.default.fileExists(atPath: workspace.url("report/c.mp4/index.html").path))
  }

  @Test("A report is a page that needs no network, with the worst frames beside it")
  func report() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", ["--pattern", "motion"], in: workspace)
    let result = try await workspace.capture("verify", "clip.mp4", "--report", "report")
    #expect(result.status == 0, "\(result.error)")
    let page = try String(contentsOf: workspace.url("report/index.html"), encoding: .utf8)
    #expect(!page.contains("http"))
    let pictures = try FileManager.default.contentsOfDirectory(atPath: workspace.url("report").path)
      .filter { $0.hasSuffix(".png") }
    #expect(pictures.count == 12)
    for picture in pictures {
      #expect(page.contains(picture))
      #expect(try Bitmap(pngAt: workspace.url("report/\(picture)")).size == PixelSize(width: 176, height: 144))
    }
  }

  @Test("Pipes in a folder are not waited for")
  func pipes() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", in: workspace)
    for name in ["pipe.mp4", "pipe.json"] { #expect(mkfifo(workspace.url(name).path, 0o600) == 0) }
    let result = try await workspace.capture("verify", ".")
    #expect(result.status == 0, "\(result.error)")
    #expect(String(decoding: result.output, as: UTF8.self).contains("1 movie, 1 as expected"))
  }

  // MARK: - Check

  @Test("A film is what its recipe draws, until something changes", arguments: ["snowflake", "trace"])
  func drift(command: String) async throws {
    let workspace = try Workspace()
    let film =
      command == "trace"
      ? ["trace", "--letters", "T", "--fps", "4", "--size", "160x160", "--speed", "3"]
      : ["--fps", "4", "--seconds", "3", "--size", "160x120", "--levels", "1...3"]
    let made = try await CaptureProcess.run(
      film + ["-q", "-o", "film.mp4", "--recipe", "film.json"], in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    let same = try await workspace.capture("check", "film.mp4", "--recipe", "film.json")
    #expect(same.status == 0, "\(String(decoding: same.output, as: UTF8.self)) \(same.error)")

    let other = command == "trace" ? ["--theme", "night"] : ["--theme", "paper"]
    let changed = try await CaptureProcess.run(film + other + ["-q", "-o", "film.mp4"], in: workspace.folder)
    #expect(changed.status == 0, "\(changed.error)")
    let different = try await workspace.capture("check", "film.mp4", "--recipe", "film.json", "--json")
    #expect(different.status == 1)
    let object = try object(different)
    #expect((object["first"] as? [String: Any])?["frame"] as? Int == 0)
    #expect(object["same"] as? Bool == false)
  }

  @Test("A fixture is checked against its manifest")
  func fixture() async throws {
    let workspace = try Workspace()
    try await clip("clip.mp4", ["--drop", "3", "--duplicate", "7"], in: workspace)
    let result = try await workspace.capture("check", "clip.mp4", "--recipe", "clip.json")
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    try await clip("other.mp4", ["--drop", "4", "--duplicate", "7"], in: workspace)
    let other = try await workspace.capture("check", "other.mp4", "--recipe", "clip.json")
    #expect(other.status == 1)
    #expect(String(decoding: other.output, as: UTF8.self).contains("first  frame 3"))
  }

  @Test("A recipe can't be had of a live recording, nor read from something else")
  func refusals() async throws {
    let workspace = try Workspace()
    let live = try await workspace.capture("--realtime", "--recipe", "a.json")
    #expect(live.status == 64)
    try await clip("clip.mp4", in: workspace)
    try Data("{}".utf8).write(to: workspace.url("empty.json"))
    for (recipe, status) in [("empty.json", 65), ("clip.mp4", 65), ("missing.json", 66)] as [(String, Int32)] {
      let result = try await workspace.capture("check", "clip.mp4", "--recipe", recipe)
      #expect(result.status == status, "\(result.error)")
      #expect(result.errorLines.count == 1)
    }
  }

  @Test("A movie that is missing is an error in the JUnit report, whose folders are made")
  func missingInReport() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("verify", "none.mp4", "--junit", "two/three/a.xml")
    #expect(result.status == 66 && result.errorLines.count == 1, "\(result.error)")
    let report = try String(contentsOf: workspace.url("two/three/a.xml"), encoding: .utf8)
    #expect(report.contains("<error") && report.contains("none.mp4"), "\(report)")
  }

  // MARK: - README

  @Test(
    "The README's minute works by copy and paste",
    .enabled(if: CaptureProcess.find("ffmpeg") != nil, "ffmpeg is not installed"))
  func readme() async throws {
    let workspace = try Workspace()
    let root = Repository.root
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "### Test a video pipeline in one minute\n").last)
    let commands = section.components(separatedBy: "\n### ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
    #expect(commands.count >= 4)
    let bin = CaptureProcess.executable.deletingLastPathComponent().path
    let path = "\(bin):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    var statuses: [Int32] = []
    for line in commands {
      // As it stands there, but for the size: a debug build draws slowly.
      let command = line.replacingOccurrences(of: "fixture -o clip.mp4", with: "fixture -o clip.mp4 --size 176x144")
      let result = try await CaptureProcess.run(
        executable: URL(fileURLWithPath: "/bin/sh"), ["-c", command], in: workspace.folder,
        environment: ["PATH": path])
      #expect(result.status <= 1, "\(command): \(result.error)")
      if command.contains("verify") {
        statuses.append(result.status)
        let text = String(decoding: result.output, as: UTF8.self)
        // What stands behind the command is what it says, whichever FFmpeg there is.
        let promised = try #require(command.components(separatedBy: "# ").last)
          .replacing(#/^exits with \d: /#, with: "")
        #expect(text.contains(promised), "\(command): \(text)")
      }
    }
    #expect(statuses == [0, 1])
  }
}
