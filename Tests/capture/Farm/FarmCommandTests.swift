import Foundation
import ReelTestSupport
import Testing

@Suite("Parts of a film, made by several processes and joined")
struct FarmCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A film of two segments.
  static let film = ["--fps", "15", "--frames", "510", "--size", "64x64", "--levels", "0...3", "-q"]

  private func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> CaptureProcess {
    try await CaptureProcess.run(arguments, in: workspace.folder, environment: environment)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: workspace.url(name)) }

  @Test(
    "The film that is joined is the film of one process, and of several jobs",
    arguments: [
      ["snowflake", "--fps", "15", "--frames", "510", "--style", "step"], ["zoom", "--fps", "15", "--frames", "360"],
      ["curve", "dragon", "--fps", "15", "--frames", "303"], ["turtle", "a.logo", "--fps", "15", "--frames", "360"],
      ["trace", "--letters", "ab", "--fps", "15", "--seconds", "24"], ["play", "a.yaml"],
    ])
  func commands(arguments: [String]) async throws {
    try Data("repeat 36 [repeat 4 [fd 50 rt 90] rt 10]".utf8).write(to: workspace.url("a.logo"))
    try Data(
      """
      film: {fps: 15, size: 64x64}
      scenes:
        - {title: {text: Letters}, seconds: 12, chapter: One, transition: {kind: fade, seconds: 1}}
        - {snowflake: {levels: 0...2}, seconds: 15, chapter: Two, caption: Bumps rise}
      """.utf8
    ).write(to: workspace.url("a.yaml"))
    let film = arguments + (arguments[0] == "play" ? [] : ["--size", "64x64"]) + ["-q"]
    let one = try await run(film + ["-o", "one.mp4"])
    #expect(one.status == 0, "\(one.error)")
    let jobs = try await run(film + ["-o", "jobs.mp4", "--jobs", "3"])
    #expect(jobs.status == 0, "\(jobs.error)")
    try await workspace.makeParts(film, count: 3, in: "film.parts")
    let joined = try await run(["join", "film.parts", "-q"])
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try bytes("jobs.mp4") == bytes("one.mp4"))
    #expect(try bytes("film.mp4") == bytes("one.mp4"))
  }

  @Test("The fixture that is joined has the three files of one process, and of several jobs")
  func fixture() async throws {
    let clip = ["fixture", "--frames", "560", "--size", "176x144", "--audio", "beep", "--drop", "280", "-q"]
    for (name, jobs) in [("one", "1"), ("jobs", "2")] {
      let made = try await run(clip + ["-o", "\(name).mp4", "--jobs", jobs])
      #expect(made.status == 0, "\(made.error)")
    }
    try await workspace.makeParts(clip, count: 3, in: "film.parts")
    let again = try await run(clip.dropLast() + ["--part", "2/3", "-o", "film.parts"])
    #expect(again.error == "film.parts/part-2-of-3.reel-part: already complete\n")
    let joined = try await run(["join", "film.parts", "-q"])
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try bytes("jobs.mp4") == bytes("one.mp4"))
    #expect(try bytes("film.mp4") == bytes("one.mp4"))
    #expect(try bytes("film.framemd5") == bytes("one.framemd5"))
    let verified = try await run(["verify", "film.mp4"])
    #expect(verified.status == 0, "\(verified.error)")
    for name in ["film.webm", "film.ts", "film"] {
      let refused = try await run(["join", "film.parts", "--watch", "-o", name])
      #expect(
        refused.status == 64 && refused.error.contains("which can hold the H.264 of the parts"), "\(refused.error)")
    }
    #expect(try bytes("film.mp4") == bytes("one.mp4"))
  }

  @Test(
    "Outputs that need the whole film are drawn by several jobs, and have the same bytes",
    arguments: [
      ["-o", "a.gif"], ["-o", "a.webp"], ["-o", "a.png", "--animated"], ["-o", "a.webm"],
      ["-o", "a.mkv", "--codec", "ffv1"], ["-o", "a.mp4", "--codec", "hevc"], ["-o", "a.mp4", "--max-bytes", "60kB"],
      ["-o", "a.mp4", "-o", "b.gif", "--poster", "c.png"], ["-o", "a.png", "--sheet", "3x2"],
      ["-o", "p%03d.png"],
    ])
  func drawn(output: [String]) async throws {
    let film = [
      "snowflake", "--fps", "5", "--frames", "150", "--size", "96x54", "--levels", "0...3", "-q", "--force",
    ]
    func make(_ options: [String]) async throws -> [Data] {
      let made = try await run(film + output + options)
      #expect(made.status == 0, "\(made.error)")
      return try workspace.files.map(bytes)
    }
    let one = try await make(["--jobs", "1"])
    #expect(try await make(["--jobs", "3"]) == one && !one.isEmpty)
  }

  @Test("Standard output gets the same frames from several jobs")
  func streamed() async throws {
    let film = ["zoom", "--fps", "5", "--frames", "150", "--size", "64x64", "-q", "-o", "-", "--format", "y4m"]
    let one = try await run(film + ["--jobs", "1"])
    let jobs = try await run(film + ["--jobs", "3"])
    #expect(one.status == 0 && jobs.status == 0 && one.output == jobs.output && one.output.count > 150 * 64 * 64)
  }

  @Test("What jobs had made ahead of a film that was killed is named by recover, and taken up by the same command")
  func resumed() async throws {
    // The second segment moves all the time, those around it hardly at all.
    try Data(
      """
      film: {fps: 15, size: 640x360}
      scenes:
        - {blank: {}, seconds: 10}
        - {zoom: {}, seconds: 10}
        - {blank: {}, seconds: 30}
      """.utf8
    ).write(to: workspace.url("a.yaml"))
    let ahead = workspace.url("film.partial.parts/part-3-of-5.reel-part").path
    let first = workspace.url("film.partial.parts/part-1-of-5.reel-part").path
    let film = ["a.yaml", "-o", "film.mp4", "--jobs", "2"]
    let killed = try await CaptureProcess.run(
      film, in: workspace.folder,
      started: { process in
        func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
        while !exists(ahead) || exists(first), !Program.hasEnded(process) { sched_yield() }
        kill(process, SIGKILL)
      })
    #expect(killed.status == SIGKILL, "\(killed.error)")
    let recovered = try await run(["recover", "film.partial.mp4"])
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(recovered.error.contains("film.mp4: ") && recovered.error.contains("film.partial.parts: segment"))
    #expect(recovered.error.contains("3") && recovered.error.contains("of 5"), "\(recovered.error)")
    let again = try await run(film + ["--force"])
    #expect(again.status == 0)
    #expect(again.error.contains("of an earlier recording"), "\(again.error)")
    #expect(try await run(["a.yaml", "-o", "one.mp4", "--jobs", "1", "-q"]).status == 0)
    #expect(try bytes("film.mp4") == bytes("one.mp4"))
    #expect(try workspace.files == ["a.yaml", "film.mp4", "one.mp4"])
  }

  @Test("Segments are named also where nothing else is left")
  func segmentsAlone() async throws {
    for segment in [2, 3] {
      let made = try await run(Self.film + ["--part", "\(segment)/4", "-o", "film.partial.parts"])
      #expect(made.status == 0, "\(made.error)")
    }
    let recovered = try await run(["recover", "film.partial.mp4"])
    #expect(recovered.status == 66)
    #expect(
      recovered.error.contains("film.partial.parts: segments 2-3 of 4 are complete: to reuse them, run the command"))
    #expect(try workspace.files == ["film.partial.parts"])
  }

  @Test("Parts of a film whose files or fonts changed meanwhile are not joined, and are made again")
  func changed() async throws {
    let pictures = workspace.url("pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: false)
    func draw(_ theme: String) async throws {
      let still = ["still", "--size", "64x64", "--theme", theme, "-q", "--force", "-o", "pictures/1.png"]
      #expect(try await run(still).status == 0)
    }
    try await draw("paper")
    try Data(
      """
      film: {fps: 15, size: 64x64}
      scenes:
        - {frames: {folder: pictures}, seconds: 12}
        - {title: {text: Letters}, seconds: 12}
      """.utf8
    ).write(to: workspace.url("a.yaml"))
    let part = ["play", "a.yaml", "-q", "-o", "film.parts", "--part"]
    #expect(try await run(part + ["1/2"]).status == 0)
    try await draw("night")
    #expect(try await run(part + ["2/2"]).status == 0)
    let joined = try await run(["join", "film.parts"])
    #expect(joined.status == 65)
    #expect(joined.error.contains("pictures/1.png: make all parts with the file as it is now"), "\(joined.error)")
    #expect(try await run(part + ["1/2"]).status == 0)
    #expect(try await run(["join", "film.parts", "-q"]).status == 0)
    // What another machine would have written, whose font file is another one.
    let path = workspace.url("film.parts/film.json")
    let json = try String(contentsOf: path, encoding: .utf8)
    let digest = try #require(json.firstMatch(of: /"md5" : "([0-9a-f]{32})"/)).output.1
    try json.replacing(digest, with: String(repeating: "0", count: 32)).write(
      to: path, atomically: false, encoding: .utf8)
    let other = try await run(["join", "film.parts", "--force"])
    #expect(other.status == 65)
    #expect(other.error.contains("was drawn with") && other.error.contains("MD5 \(digest)"), "\(other.error)")
  }

  @Test("A film with sound, chapters and captions is joined to the film of one process")
  func sound() async throws {
    _ = try Wave.noise(seconds: 2).write(to: workspace.url("a.wav"))
    try Data(
      """
      film: {fps: 15, size: 64x64}
      sound: [{file: a.wav, loop: true, fade: 1 s}]
      captions: {show: both, language: en}
      scenes:
        - {title: {text: Letters}, seconds: 12, chapter: One}
        - {snowflake: {levels: 0...2}, seconds: 15, chapter: Two, caption: Bumps rise}
      """.utf8
    ).write(to: workspace.url("a.yaml"))
    let one = try await run(["a.yaml", "-o", "one.mp4", "-q"])
    #expect(one.status == 0, "\(one.error)")
    try await workspace.makeParts(["play", "a.yaml", "-q"], count: 3, in: "film.parts")
    let joined = try await run(["join", "film.parts", "-q"])
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try bytes("one.mp4") == bytes("film.mp4"))
  }

  @Test(
    "A plan tells what each part takes, and prints jobs that ask for it",
    arguments: [("slurm", "--mem=M"), ("kubernetes", "memory: Mi"), ("aws-batch", "\"MEMORY\", \"value\": \"\"")])
  func plan(engine: String, demand: String) async throws {
    try #require(try await run(Self.film + ["--recipe", "film.json", "-o", "a.mp4"]).status == 0)
    let told = try await run(["plan", "film.json", "--parts", "2"])
    let text = String(decoding: told.output, as: UTF8.self)
    #expect(told.status == 0 && text.contains("510 frames") && text.contains("-509,"), "\(told.error)\(text)")
    let printed = try await run(["plan", "film.json", "--parts", "2", "--for", engine])
    let job = String(decoding: printed.output, as: UTF8.self)
    let memory = try #require(text.firstMatch(of: /([0-9]+) MB of memory/)).output.1
    let asked = job.matches(of: /[1-9][0-9]*/).map(\.output).filter { Int($0) == (Int(memory) ?? 0) * 5 / 4 }
    #expect(job.replacing(/[0-9]+/, with: "").contains(demand) && asked.count >= 2, "\(memory): \(job)")
    #expect(job.contains("auto/2") && job.contains("join"), "\(job)")
    #expect(told.error.isEmpty && printed.error.isEmpty)
  }

  @Test(
    "A plan says beforehand that parts would have no frames, and how many are enough",
    arguments: [[], ["--for", "slurm"]])
  func plannedInVain(options: [String]) async throws {
    let film = ["--fps", "15", "--seconds", "21", "--size", "64x64", "--recipe", "film.json", "-o", "a.mp4", "-q"]
    try #require(try await run(film).status == 0)
    let told = try await run(["plan", "film.json", "--parts", "8"] + options)
    #expect(told.status == 0)
    #expect(
      told.error
        == "capture: only 3 of 8 parts have frames, because the film is cut every 150 frames and has 315: --parts 3 is just as fast\n"
    )
  }

  @Test("A film never replaces one of its parts, not even by a link", arguments: ["link", "hard link"])
  func partIsOutput(kind: String) async throws {
    try await workspace.makeParts(Self.film, count: 2, in: "film.parts")
    let path = workspace.url("film.parts/part-1-of-2.reel-part")
    let whole = try Data(contentsOf: path)
    let film = workspace.url("film.mp4")
    if kind == "link" {
      try FileManager.default.createSymbolicLink(at: film, withDestinationURL: path)
    } else {
      try FileManager.default.linkItem(at: path, to: film)
    }
    let joined = try await run(["join", "film.parts", "--force", "-o", "film.mp4"])
    #expect(joined.status == 64 && joined.error.contains("a part and -o are both the file"), "\(joined.error)")
    #expect(try Data(contentsOf: path) == whole)
    #expect(try Data(contentsOf: film) == whole)
  }

  @Test("A whole part is not made again; a broken one, and with --force one of another film, is")
  func again() async throws {
    try await workspace.makeParts(Self.film, count: 2, in: "film.parts")
    let path = workspace.url("film.parts/part-2-of-2.reel-part")
    let whole = try Data(contentsOf: path)
    func isMade(_ film: [String]) async throws -> Bool {
      let again = try await run(film.filter { $0 != "-q" } + ["--part", "2/2", "-o", "film.parts/"])
      #expect(again.status == 0, "\(again.error)")
      return !again.error.contains("part-2-of-2.reel-part: already complete")
    }
    #expect(try await !isMade(Self.film))
    try whole.dropLast(1).write(to: path)
    #expect(try await isMade(Self.film))
    #expect(try Data(contentsOf: path) == whole)
    #expect(try await isMade(Self.film + ["--theme", "paper", "--force"]))
    #expect(try Data(contentsOf: path) != whole)
    let joined = try await run(["join", "film.parts"])
    #expect(joined.status == 65)
    #expect(joined.error.contains("part-1-of-2.reel-part can't be joined: it is a part of a different film"))
    #expect(try await isMade(Self.film + ["--force"]))
    #expect(try await run(["join", "film.parts", "-q"]).status == 0)
  }

  @Test(
    "A part in the folder of another film is refused, and nothing there changes; --force replaces it",
    arguments: [(film, ["--theme", "paper"]), (["fixture", "--size", "176x144", "-q"], ["--seed", "7"])])
  func another(film: [String], change: [String]) async throws {
    let own = ["film.json", "part-2-of-2.reel-part"]
    let other = film + change + ["-o", "film.parts", "--part"]
    #expect(try await run(film + ["--part", "2/2", "-o", "film.parts"]).status == 0)
    let files = try own.map { try bytes("film.parts/\($0)") }
    // The same part, another, one of another division, and one without a description.
    for (number, hasDescription) in [("2/2", true), ("1/2", true), ("1/3", true), ("1/2", false)] {
      if !hasDescription { try FileManager.default.removeItem(at: workspace.url("film.parts/film.json")) }
      for options in [[], ["--no-clobber"]] {
        let refused = try await run(other + [number] + options)
        #expect(refused.status == 73, "\(refused.error)")
        #expect(
          refused.error
            == "capture: film.parts contains parts of another film or fixture, or of this one with other fonts: choose another folder with -o, or give --force to replace them\n"
        )
      }
      #expect(try workspace.shown("film.parts").sorted() == (hasDescription ? own : [own[1]]))
    }
    #expect(try await run(film + ["--part", "1/2", "-o", "film.parts"]).status == 0)
    #expect(try own.map { try bytes("film.parts/\($0)") } == files)
    // A part in its place belongs to another film, although the description is this one's.
    #expect(try await run(other + ["1/2", "--force"]).status == 0)
    #expect(try await run(other + ["2/2"]).status == 73)
    #expect(try await run(other + ["2/2", "--force"]).status == 0)
    #expect(try await run(["join", "film.parts", "-q"]).status == 0)
  }

  @Test("A lost description comes back with a part that is whole")
  func description() async throws {
    try await workspace.makeParts(Self.film, count: 2, in: "film.parts")
    let url = workspace.url("film.parts/film.json")
    let description = try Data(contentsOf: url)
    try FileManager.default.removeItem(at: url)
    let lost = try await run(["join", "film.parts"])
    #expect(lost.status == 66)
    #expect(lost.error.contains("film.parts contains parts but no film.json, which describes them"), "\(lost.error)")
    let again = try await run(Self.film.dropLast() + ["--part", "1/2", "-o", "film.parts"])
    #expect(again.error == "film.parts/part-1-of-2.reel-part: already complete\n")
    #expect(try Data(contentsOf: url) == description)
    #expect(try await run(["join", "film.parts", "-q"]).status == 0)
  }

  @Test(
    "A file that has a part's or a description's name and is neither stays, unless --force is given",
    arguments: ["film.json", "part-2-of-2.reel-part"], [film, ["fixture", "--size", "176x144", "-q"]])
  func foreign(name: String, film: [String]) async throws {
    try FileManager.default.createDirectory(at: workspace.url("film.parts"), withIntermediateDirectories: false)
    let url = workspace.url("film.parts/\(name)")
    let mine = Data("{\"mine\": 1}".utf8)
    try mine.write(to: url)
    let part = film + ["--part", "2/2", "-o", "film.parts"]
    for options in [[], ["--no-clobber"]] {
      let refused = try await run(part + options)
      #expect(refused.status == 73 && refused.errorLines.count == 1, "\(refused.error)")
      #expect(refused.error.contains("film.parts/\(name)"), "\(refused.error)")
      #expect(try Data(contentsOf: url) == mine)
    }
    #expect(try await run(part + ["--force"]).status == 0)
    #expect(try await run(film + ["--part", "1/2", "-o", "film.parts"]).status == 0)
    #expect(try await run(["join", "film.parts", "-q"]).status == 0)
  }

  @Test("A film never replaces the description of its parts")
  func descriptionIsOutput() async throws {
    try await workspace.makeParts(Self.film, count: 1, in: "film.parts")
    try FileManager.default.createSymbolicLink(
      at: workspace.url("link.mp4"), withDestinationURL: workspace.url("film.parts/film.json"))
    let description = try bytes("film.parts/film.json")
    let refused = try await run(["join", "film.parts", "-o", "link.mp4", "--force"])
    #expect(refused.status == 64, "\(refused.error)")
    #expect(try bytes("film.parts/film.json") == description)
  }

  @Test("A part that was killed is made again, and the film is the same; a signal leaves nothing of it")
  func killed() async throws {
    let day = ["--fps", "5", "--seconds", "86400", "--size", "64x64", "-q", "--part", "2/2", "-o", "film.parts"]
    let draft = workspace.url("film.parts/.part-2-of-2.reel-part.final/whole").path
    for signal in [SIGTERM, SIGKILL] {
      let result = try await CaptureProcess.run(
        day, in: workspace.folder,
        started: { process in
          while !FileManager.default.fileExists(atPath: draft), !Program.hasEnded(process) { sched_yield() }
          kill(process, signal)
        })
      #expect(result.status == (signal == SIGKILL ? SIGKILL : 128 + signal), "\(result.error)")
      #expect(FileManager.default.fileExists(atPath: draft) == (signal == SIGKILL))
      #expect(try workspace.shown("film.parts") == ["film.json"])
    }
    try await workspace.makeParts(Self.film, count: 2, in: "film.parts")
    #expect(!FileManager.default.fileExists(atPath: draft))
    #expect(try await run(["join", "film.parts", "-q"]).status == 0)
    #expect(try await run(Self.film + ["-o", "one.mp4"]).status == 0)
    #expect(try bytes("film.mp4") == bytes("one.mp4"))
  }

  @Test("Two processes make the same part at once, and both are right")
  func twoAtOnce() async throws {
    try await workspace.makeParts(Self.film, count: 2, in: "film.parts")
    let path = workspace.url("film.parts/part-1-of-2.reel-part")
    let whole = try Data(contentsOf: path)
    try FileManager.default.removeItem(at: path)
    let part = Self.film + ["--part", "1/2", "-o", "film.parts"]
    async let first = run(part)
    async let second = run(part)
    #expect(try await [first.status, second.status] == [0, 0])
    #expect(try Data(contentsOf: path) == whole)
  }

  @Test("On one core a part has the same bytes", .enabled(if: CaptureProcess.find("taskset") != nil, "needs taskset"))
  func oneCore() async throws {
    try await workspace.makeParts(Self.film, count: 1, in: "all.parts")
    let alone = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("taskset")),
      ["-c", "0", CaptureProcess.executable.path] + Self.film + ["--part", "1/1", "-o", "one.parts"],
      in: workspace.folder)
    #expect(alone.status == 0, "\(alone.error)")
    #expect(try bytes("one.parts/part-1-of-1.reel-part") == bytes("all.parts/part-1-of-1.reel-part"))
  }

  @Test(
    "A signal ends join, which leaves nothing; one that comes while the film gets its name interrupts nothing",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func interruptedJoin() async throws {
    try await workspace.makeParts(Self.film, count: 2, in: "film.parts")
    let begun = try await workspace.capture(
      ["join", "film.parts", "-q"], fault: Fault(kind: "signal:\(SIGTERM)", at: 1))
    #expect(begun.process.status == 128 + SIGTERM, "\(begun.process.error)")
    #expect(try workspace.files == ["film.parts"])
    let named = try await workspace.capture(
      ["join", "film.parts", "-q"], fault: Fault(kind: "signal:\(SIGTERM)", at: 1, call: "rename"))
    #expect(named.process.status == 0, "\(named.process.error)")
    #expect(try workspace.files == ["film.mp4", "film.parts"])
  }

  @Test(
    "What cannot be divided is refused before anything is made",
    arguments: [
      (["--part", "auto/8"], "none of SLURM_ARRAY_TASK_ID"), (["--part", "9/8"], "a number from 1 to 8, such as 1/8"),
      (["--part", "1/2", "--realtime"], "--realtime"), (["--part", "1/2", "--jobs", "2"], "--jobs and --part"),
      (["--part", "1/2", "--recipe", "a.json"], "leave out --recipe"),
      (["--jobs", "2", "--realtime"], "--realtime"), (["--part", "1/2", "--max-bytes", "1MB"], "--max-bytes"),
      (["--part", "1/2", "--codec", "hevc"], "H.264 by libx264"),
      (["--jobs", "0"], "jobs"), (["--part", "1/2", "-o", "-"], "-o -"),
      (["--part", "1/2", "--poster", "a.png"], "--poster"),
      (["--part", "1/2", "--text-font", "Nothing"], "the font Nothing is not installed"),
    ])
  func refused(arguments: [String], message: String) async throws {
    let result = try await run(["--frames", "2", "--size", "64x64"] + arguments)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.errorLines.count == 1)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test("join says what is missing, with 66")
  func missing() async throws {
    let none = try await run(["join", "film.parts"])
    #expect(none.status == 66)
    #expect(none.error.contains("film.parts: no such folder; name the folder given to --part with -o"))
    try FileManager.default.createDirectory(at: workspace.url("film.parts"), withIntermediateDirectories: false)
    let empty = try await run(["join", "film.parts"])
    #expect(empty.status == 66)
    #expect(empty.error.contains("film.parts contains no parts of a film"))
    #expect(try await run(Self.film + ["--part", "2/3", "-o", "film.parts"]).status == 0)
    let some = try await run(["join", "film.parts"])
    #expect(some.status == 66)
    #expect(some.error.contains("film.parts: parts 1 and 3 of 3 are missing: make them with --part 1/3"))
    #expect(try workspace.files == ["film.parts"])
  }
}

extension Workspace {
  /// Makes all parts of a film, one after the other, as the tasks of an array job do.
  func makeParts(_ film: [String], count: Int, in parts: String) async throws {
    for index in 0..<count {
      let made = try await CaptureProcess.run(
        film + ["--part", "auto/\(count)", "-o", parts], in: folder, environment: ["SLURM_ARRAY_TASK_ID": "\(index)"])
      #expect(made.status == 0, "\(made.error)")
    }
  }
}
