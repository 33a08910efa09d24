import Foundation
import Reel
import ReelFixtures
import ReelTestSupport
import Testing

@testable import capture

@Suite struct ReportTests {
  @Test("--json prints one object on standard output, and no summary on standard error")
  func json() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture(
      "--json", "--frames", "6", "--size", "64x64", "--levels", "0...1", "-o", "a.mp4")
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
    let object = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(object["file"] as? String == "a.mp4")
    #expect(object["frames"] as? Int == 6)
    #expect(object["duration"] as? Double == 0.6)
    #expect(object["fps"] as? String == "10")
    #expect(object["missed"] as? Int == 0)
    #expect(object["interrupted"] as? Bool == false)
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.url("a.mp4").path)
    #expect(object["bytes"] as? Int == attributes[.size] as? Int)
  }

  @Test("--progress adds lines of JSON from the first frame to the last, before the summary")
  func progress() async throws {
    let workspace = try Workspace()
    let film = ["--json", "--progress", "--frames", "30", "--size", "64x64", "--levels", "0...1"]
    for words in [film + ["-q", "-o", "a.mp4"], film + ["-o", "-"], film + ["--jobs", "2", "-o", "b.mp4"]] {
      let result = try await CaptureProcess.run(words, in: workspace.folder)
      let text = words.contains("-") ? result.error : String(decoding: result.output, as: UTF8.self)
      let lines = try text.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      }
      #expect(result.status == 0 && lines.count >= 2 && lines.last?["frames"] as? Int == 30, "\(text)")
      let states = lines.dropLast().compactMap { $0["progress"] as? [String: Any] }
      let counts = states.compactMap { $0["frames"] as? Int }
      #expect(counts == counts.sorted() && counts.last == 30 && counts.count == lines.count - 1, "\(text)")
      #expect(states.allSatisfy { $0["frameCount"] as? Int == 30 && $0["wallSeconds"] is Double }, "\(text)")
      #expect(words.contains("-") || result.error.isEmpty, "\(result.error)")
    }
    let alone = try await CaptureProcess.run(["--progress"], in: workspace.folder)
    #expect(alone.status == 64 && alone.error.contains("give both"), "\(alone.error)")
    let clip = try await CaptureProcess.run(["fixture", "--json", "--progress", "-o", "c.mp4"], in: workspace.folder)
    #expect(clip.status == 64 && clip.error.contains("--progress is for films"), "\(clip.error)")
  }

  @Test("-v reports timings, on standard error or in the JSON")
  func stages() async throws {
    let workspace = try Workspace()
    let film = ["-v", "--frames", "6", "--size", "64x64", "--levels", "0...1", "-o", "a.mp4"]
    func run(_ arguments: [String]) async throws -> CaptureProcess {
      try await CaptureProcess.run(arguments, in: workspace.folder)
    }
    let told = try await run(film)
    let lines = told.errorLines.map { $0.split(separator: " ") }
    for stage in ["open", "draw", "convert", "encode", "write", "finish"] {
      #expect(lines.contains { $0.count > 2 && $0[1] == "ms" && $0[2] == stage }, "\(stage)")
    }
    let json = try await run(film + ["--json"]).output
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let stages = try #require(object["stages"] as? [[String: Any]])
    #expect(stages.contains { $0["name"] as? String == "draw" && $0["count"] as? Int == 6 })
    #expect(stages.allSatisfy { $0["seconds"] is Double })
    let plain = try await run(film.dropFirst() + ["--json"]).output
    #expect(try JSONSerialization.jsonObject(with: plain) as? [String: Any] != nil)
    #expect(!String(decoding: plain, as: UTF8.self).contains("stages"))

    // What FFmpeg does, without anything being wrong, is told to those who ask twice.
    let everything = try await run(["-vv"] + film.dropFirst())
    #expect(everything.error.contains("Statistics:"), "\(everything.error)")
    #expect(!told.error.contains("Statistics:"), "\(told.error)")
  }

  @Test("-q prints nothing at all")
  func quiet() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("-q", "--frames", "3", "--size", "64x64")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(result.error.isEmpty)
  }

  @Test("Standard output contains only the movie, and it plays")
  func standardOutput() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("-o", "-", "--frames", "9", "--size", "64x64")
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
    try result.output.write(to: workspace.url("piped.mp4"))
    let reader = try MovieReader(url: workspace.url("piped.mp4"))
    var frames = 0
    while try reader.nextFrame() != nil { frames += 1 }
    #expect(frames == 9)
  }

  @Test("Standard output accepts further formats, which are refused for files")
  func formats() async throws {
    let workspace = try Workspace()
    let film = ["-o", "-", "--frames", "4", "--size", "64x64", "--format"]
    let matroska = try await CaptureProcess.run(film + ["mkv"], in: workspace.folder)
    #expect(matroska.status == 0 && matroska.error.isEmpty)
    try matroska.output.write(to: workspace.url("piped.mkv"))
    let reader = try MovieReader(url: workspace.url("piped.mkv"))
    for index in 0..<4 { #expect(try reader.nextFrame()?.index == index) }
    #expect(try reader.nextFrame() == nil)
    let head = "YUV4MPEG2 W64 H64 F10:1 "
    let y4m = try await CaptureProcess.run(film + ["y4m"], in: workspace.folder)
    #expect(y4m.status == 0 && y4m.output.starts(with: head.utf8))
    let raw = try await CaptureProcess.run(film + ["raw"], in: workspace.folder)
    #expect(raw.status == 0 && raw.output.count == 4 * 64 * 64 * 3 / 2)
    let refused = try await workspace.capture("-o", "a.mp4", "--format", "mkv")
    #expect(refused.status == 64 && refused.errorLines.count == 1)
    #expect(refused.error.contains("--format is only for -o -"))
  }

  @Test(
    "If its reader closes the pipe, the command ends with 74 and one line",
    arguments: StreamFormat.allCases.map(\.rawValue))
  func readerGone(format: String) async throws {
    let workspace = try Workspace()
    // A day of film, of which a thousand bytes are read.
    let line = #"{ "$0" -o - --seconds 86400 --size 64x64 --format "$1"; echo "$?" >status; } | head -c 1000 >head"#
    let shell = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line, CaptureProcess.executable.path, format],
      in: workspace.folder)
    #expect(try String(contentsOf: workspace.url("status"), encoding: .utf8) == "74\n")
    #expect(try Data(contentsOf: workspace.url("head")).count == 1000)
    #expect(shell.errorLines.count == 1, "\(shell.error)")
    #expect(shell.error.contains("Broken pipe: the reader closed it"))
  }

  @Test("An interrupted film is complete but shorter, and the summary says so", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let workspace = try Workspace()
    // A day of film: it would not end by itself. The signal comes when the unfinished file is there.
    let result = try await workspace.capture(
      "--seconds", "86400", "--size", "64x64", "--json", "-o", "a.mp4",
      started: { process in
        let partial = workspace.url("a.partial.mp4").path
        while !FileManager.default.fileExists(atPath: partial), !Program.hasEnded(process) { sched_yield() }
        kill(process, signal)
      })
    #expect(result.status == 128 + signal, "\(result.error)")
    let object = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(object["interrupted"] as? Bool == true)
    #expect(try workspace.files == ["a.mp4"])
    let reader = try MovieReader(url: workspace.url("a.mp4"))
    var frames = 0
    while try reader.nextFrame() != nil { frames += 1 }
    #expect(frames == object["frames"] as? Int)
    #expect(frames > 0)
  }

  @Test(
    "A signal that was already ignored, as by nohup, stays ignored",
    .enabled(if: CaptureProcess.find("nohup") != nil, "needs nohup"))
  func nohup() async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("nohup")),
      [CaptureProcess.executable.path, "--frames", "60", "--size", "64x64", "-q", "-o", "a.mp4"], in: workspace.folder,
      started: { process in
        let files = FileManager.default
        while !["a.partial.mp4", "a.mp4"].contains(where: { files.fileExists(atPath: workspace.url($0).path) }),
          !Program.hasEnded(process)
        {
          sched_yield()
        }
        kill(process, SIGHUP)
      })
    #expect(result.status == 0, "\(result.error)")
    #expect(try MovieReader(url: workspace.url("a.mp4")).facts.frameCount == 60)
  }

  @Test("A second recording to the same name is refused and does not affect the first")
  func twoAtOnce() async throws {
    let workspace = try Workspace()
    let (processes, continuation) = AsyncStream.makeStream(of: Int32.self)
    async let first = workspace.capture(
      "--seconds", "86400", "--size", "64x64", "-q", "-o", "a.mp4", started: { continuation.yield($0) })
    var iterator = processes.makeAsyncIterator()
    let process = try #require(await iterator.next())
    while !FileManager.default.fileExists(atPath: workspace.url("a.partial.mp4").path), !Program.hasEnded(process) {
      await Task.yield()
    }
    let refused = try await workspace.capture("--frames", "2", "-o", "a.mp4")
    kill(process, SIGINT)
    #expect(refused.status == 73)
    #expect(refused.error.contains("another recording"))
    let interrupted = try await first
    #expect(interrupted.status == 130, "\(interrupted.error)")
    #expect(try workspace.files == ["a.mp4"])
    #expect(try MovieReader(url: workspace.url("a.mp4")).nextFrame() != nil)
  }

  @Test("The version is the same as in manifests")
  func version() async throws {
    let workspace = try Workspace()
    let printed = try await workspace.capture("--version")
    #expect(String(decoding: printed.output, as: UTF8.self) == "capture \(ReelVersion.current)\n")
    let made = try await workspace.capture("fixture", "-q", "-o", "a.mp4", "--frames", "2", "--size", "176x144")
    #expect(made.status == 0, "\(made.error)")
    #expect(try FixtureManifest(path: workspace.url("a.json").path).versions.reel == ReelVersion.current)
  }

  @Test(
    "Help and version are printed to standard output, and exit with 0",
    arguments: ["--help", "--version", "help", "still --help"])
  func help(arguments: String) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      arguments.split(separator: " ").map(String.init), in: workspace.folder)
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
    #expect(!result.output.isEmpty)
  }

  @Test(
    "The help texts are those in the folder Help",
    arguments: [
      "capture", "capture snowflake", "capture zoom", "capture curve", "capture turtle", "capture terminal",
      "capture play", "capture storyboard", "capture studio", "capture preview", "capture still", "capture trace",
      "capture fixture", "capture convert", "capture desktop",
      "capture verify", "capture check", "capture recover", "capture join", "capture plan",
    ])
  func helpSnapshot(command: String) async throws {
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      words + ["--help"], in: workspace.folder, environment: ["COLUMNS": "80"])
    let file = Repository.root.appending(
      path: "Tests/capture/Help/\(command.replacingOccurrences(of: " ", with: "-")).txt")
    if ProcessInfo.processInfo.environment["REEL_RECORD_HELP"] != nil { try result.output.write(to: file) }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(String(decoding: result.output, as: UTF8.self) == expected)
  }

  @Test("Times, numbers and progress are readable")
  func texts() throws {
    #expect(fixed(3.14159, 2) == "3.14")
    #expect(fixed(0.999, 2) == "1.00")
    #expect(fixed(-0.001, 2) == "0.00")
    #expect(fixed(-1.25, 1) == "-1.3")
    #expect(fixed(7.5, 0) == "8")
    #expect(counted(1, "frame") == "1 frame")
    let state = RecordingProgress(
      statistics: CaptureStatistics(), time: FrameTime(index: 74, frameRate: 10), frameCount: 300)
    #expect(ProgressReport.text(state, elapsed: 1.5) == "75 of 300 frames, 50 a second, 0:05 left")
    var saving = state
    saving.savedFrameCount = 60
    #expect(ProgressReport.text(saving, elapsed: 1.5) == "75 of 300 frames, 50 a second, 0:05 left, 60 saved")
    saving.frameCount = nil
    #expect(ProgressReport.text(saving, elapsed: 1.5) == "75 frames, 50 a second, 60 saved")
    #expect(ProgressReport.shortText(state, elapsed: 1.5) == "25 %, 0:05 left")
    #expect(ProgressReport.bar(fraction: 0.25, width: 8) == "━━┄┄┄┄┄┄")
  }

  @Test(
    "The progress line fits a terminal of any width, and a narrow one shows the completed part",
    arguments: 1...120)
  func progressWidth(columns: Int) {
    let state = RecordingProgress(
      statistics: CaptureStatistics(), time: FrameTime(index: 74, frameRate: 10), frameCount: 300)
    let text = ProgressReport.text(state, elapsed: 1.5)
    let line = ProgressReport.line(
      state, text, ProgressReport.shortText(state, elapsed: 1.5), columns: columns, usesColor: false)
    #expect(line.count < columns)
    if columns > 4 { #expect(line.contains("25 %") || line.contains("75 of 300 frames")) }
    if columns > text.count { #expect(line.hasSuffix(text)) }
  }

  /// The keys of all objects in a value.
  private static func keys(_ value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys($1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.values.reduce(into: Set(object.keys)) { $0.formUnion(keys($1)) }
  }

  @Test("Every key in the output of --json and --score is in lower camel case")
  func keyStyle() async throws {
    let workspace = try Workspace()
    try Data("clips:\n  - {frames: 2, size: 176x144}\n".utf8).write(to: workspace.url("suite.yaml"))
    var all: Set<String> = []
    for line in [
      "-v --frames 3 --size 64x64 --recipe film.json -o film.mp4 --json", "check film.mp4 --recipe film.json --json",
      "fixture -o clip.mp4 --frames 9 --drop 3 --gap 5:0.5s --audio beep --size 176x144 --json",
      "verify clip.mp4 --json --expect pictures=3,min-psnr=99", "verify . --json",
      "check clip.mp4 --recipe film.json --json",
      "fixture --suite suite.yaml --out clips --json", "trace --letters l --score",
    ] {
      let result = try await CaptureProcess.run(line.split(separator: " ").map(String.init), in: workspace.folder)
      #expect([0, 1].contains(result.status), "\(line): \(result.error)")
      all.formUnion(Self.keys(try JSONSerialization.jsonObject(with: result.output)))
    }
    #expect(all.isSuperset(of: ["wallSeconds", "asExpected", "soundOffset", "upToDate", "isComplete", "differing"]))
    #expect(all.filter { $0.wholeMatch(of: /[a-z][a-zA-Z0-9]*/) == nil } == [])
  }

  @Test(
    "Levels are written as a range or a number",
    arguments: [
      ("0...6", 0...6), ("0..6", 0...6), ("2-4", 2...4), ("5", 5...5), ("0...12", 0...12), ("7...7", 7...7),
    ])
  func levels(text: String, range: ClosedRange<Int>) throws {
    var film = SnowflakeFilm()
    try film.set("levels", text)
    #expect(film.levels == range)
  }

  @Test(
    "Sizes are written as numbers or as words",
    arguments: [
      ("640x360", 640, 360), ("640X360", 640, 360), ("640×360", 640, 360), ("480p", 854, 480), ("720p", 1280, 720),
      ("1080p", 1920, 1080), ("4K", 3840, 2160), ("8k", 7680, 4320), ("square", 1080, 1080), ("1080", 1920, 1080),
      ("1440P", 2560, 1440), ("480", 854, 480),
    ])
  func sizes(text: String, width: Int, height: Int) throws {
    #expect(try PixelSize(parsing: text) == PixelSize(width: width, height: height))
  }
}
