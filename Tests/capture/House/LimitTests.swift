import Foundation
import Reel
import ReelTestSupport
import Testing

/// What is too large is refused in one line, and what is foreign reaches nothing but itself.
@Suite struct LimitTests {
  /// Input that is too much: the file, the arguments behind its name, and what the error says.
  struct TooMuch: CustomTestStringConvertible, Sendable {
    var name: String
    var content: [UInt8]
    var arguments: [String]
    var status: Int32
    var says: String
    var testDescription: String { says }
  }

  private static let header = #"{"format":"reel-trace","version":1,"canvas":[100,100],"maxDistance":20}"#

  static let cases: [TooMuch] = [
    TooMuch(
      name: "bomb.png",
      content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x10, 0, 0, 0, 0x10, 0, 8, 6, 0, 0, 0, 0, 0, 0, 0],
      arguments: ["trace", "--letters", "A", "--background-image", "bomb.png"], status: 65,
      says: "it claims 4096x4096 pixels, more than its 33 bytes can hold"),
    TooMuch(
      name: "deep.json", content: Array(String(repeating: "[", count: 100_000).utf8),
      arguments: ["trace", "deep.json"], status: 65, says: "at most 64 levels of nested arrays and objects"),
    TooMuch(
      name: "deep.svg", content: Array(("<svg>" + String(repeating: "<g>", count: 100_000)).utf8),
      arguments: ["trace", "deep.svg"], status: 65, says: "at most 200 nested elements"),
    TooMuch(
      name: "long.txt", content: [],
      arguments: ["trace", "--letters", String(repeating: "A", count: 1001)], status: 64, says: "at most 1000"),
    TooMuch(
      name: "far.jsonl",
      content: Array(
        #"{"format":"reel-trace","version":1,"canvas":[9,9],"maxDistance":0.001,"expected":["M0 0L1e9 0"]}"#.utf8),
      arguments: ["trace", "far.jsonl"], status: 65, says: "waypoints"),
    TooMuch(
      name: "late.jsonl", content: Array("\(header)\n[0,\"began\",1,1,0]\n[1e15,\"ended\",1,1,0]\n".utf8),
      arguments: ["trace", "late.jsonl"], status: 65, says: "more than a day"),
    TooMuch(
      name: "none", content: [], arguments: ["--size", "99999x99999"], status: 64, says: "16384"),
    TooMuch(
      name: "none", content: [], arguments: ["--fps", "1e300"], status: 64, says: "fps"),
  ]

  @Test("Input beyond a limit ends the command with one line that states the limit", arguments: cases)
  func tooMuch(input: TooMuch) async throws {
    let workspace = try Workspace()
    try Data(input.content).write(to: workspace.url(input.name))
    let result = try await CaptureProcess.run(input.arguments + ["-q", "-o", "film.mp4"], in: workspace.folder)
    #expect(result.status == input.status, "\(result.error)")
    #expect(result.error.contains(input.says), "\(result.error)")
    #expect(result.errorLines.count == 1)
    #expect(try workspace.files == [input.name])
  }

  @Test(
    "A movie with pictures too large for a bitmap is refused with 65 and its size",
    .enabled(if: CaptureProcess.find("ffmpeg") != nil, "needs the program ffmpeg"),
    arguments: ["65535x64", "32768x64"], [("png", "mov"), ("ffv1", "mkv")])
  func hugePictures(size: String, form: (codec: String, ending: String)) async throws {
    let workspace = try Workspace()
    let (name, source) = ("huge.\(form.ending)", "color=s=\(size):d=0.3:r=10,format=rgb24")
    let made = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("ffmpeg")),
      ["-v", "error", "-f", "lavfi", "-i", source, "-c:v", form.codec, name], in: workspace.folder)
    try #require(made.status == 0, "\(made.error)")
    try Data("scenes: [{movie: \(name), seconds: 1}]\n".utf8).write(to: workspace.url("a.yaml"))
    for command in [["verify", name], ["play", "a.yaml", "-o", "a.mp4"]] {
      let result = try await CaptureProcess.run(command, in: workspace.folder)
      #expect(result.status == 65 && result.errorLines.count == 1, "\(command): \(result.error)")
      #expect(
        result.error.contains("its pictures are \(size), but a side may have at most 32767 pixels"), "\(result.error)")
    }
    #expect(try workspace.files == ["a.yaml", name])
  }

  /// Recipes that are too much: their text, and what the error says.
  static let recipes: [(String, String)] = [
    (String(repeating: "[", count: 100_000), "neither the manifest"),
    (film("size", "99999x99999"), "16384"), (film("frames", "86400001"), "86400000"), (film("fps", "1e300"), "fps"),
    (film("size", "16384x16384"), "16384x16128 at most"), (film("size", "8x8"), "from 16 to 16384"),
    (film("levels", "0...99"), "levels"), (film("output", "/tmp/x"), "snowflake has no option output"),
    (
      #"{"format":"reel-film","version":1,"film":"trace","options":{},"session":"\#(String(repeating: "[", count: 99))"}"#,
      "not a JSON object"
    ),
  ]

  /// The recipe of a snowflake with one option.
  private static func film(_ option: String, _ value: String) -> String {
    #"{"format":"reel-film","version":1,"film":"snowflake","options":{"\#(option)":"\#(value)"}}"#
  }

  @Test("A recipe beyond a limit, or an invalid one, ends the command with one line", arguments: recipes)
  func tooMuchOfARecipe(text: String, says: String) async throws {
    let workspace = try Workspace()
    try Data(text.utf8).write(to: workspace.url("recipe.json"))
    let result = try await workspace.capture("check", "no movie.mp4", "--recipe", "recipe.json")
    #expect(result.status == 65, "\(result.error)")
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.errorLines.count == 1)
  }

  @Test("An overlong manifest or recipe is refused before it is read")
  func longFiles() async throws {
    let workspace = try Workspace()
    try Data(repeating: UInt8(ascii: " "), count: 1 << 13).write(to: workspace.url("long.json"))
    // Text with a hole behind it, which takes no room on the disk.
    let file = try FileHandle(forWritingTo: workspace.url("long.json"))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    for arguments in [["check", "a.mp4", "--recipe"], ["verify", "a.mp4", "--manifest"]] {
      let result = try await CaptureProcess.run(arguments + ["long.json"], in: workspace.folder)
      #expect(result.status == 65, "\(result.error)")
      #expect(result.error.contains("more than 512 MB") && result.errorLines.count == 1, "\(result.error)")
    }
  }

  @Test(
    "A film that does not fit into memory is refused before it starts, and a small one is made",
    .enabled(if: !Sanitizer.isOn, "a sanitizer needs terabytes of addresses"))
  func memory() async throws {
    let workspace = try Workspace()
    let line = #"ulimit -v 2000000 && exec "$0" --frames 2 --size "$1" -q -o film.mp4"#
    func film(_ size: String) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line, CaptureProcess.executable.path, size],
        in: workspace.folder)
    }
    let large = try await film("16384x8192")
    #expect(large.status == 71, "\(large.error)")
    #expect(large.error.contains("of memory, but the process is limited to less") && large.errorLines.count == 1)
    #expect(try workspace.files == [])
    #expect(try await film("64x64").status == 0)
  }

  @Test(
    "With little address space, every output ends with a message",
    .enabled(if: !Sanitizer.isOn, "a sanitizer needs terabytes of addresses"),
    arguments: ["film.mp4", "film.gif", "film.apng", "film/", "film.vtt"])
  func addresses(output: String) async throws {
    let workspace = try Workspace()
    try Data("film: {size: 64x64}\nscenes: [{title: Words, seconds: 1, caption: More words}]\n".utf8).write(
      to: workspace.url("a.yaml"))
    for limit in ["400000", "450000", "500000", "600000"] {
      for film in ["--frames 2", "a.yaml"] {
        let line = "ulimit -v \(limit) && exec \"$0\" \(film) -q -o \(output)"
        let result = try await CaptureProcess.run(
          executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line, CaptureProcess.executable.path],
          in: workspace.folder)
        #expect(result.status == 71, "\(film), \(limit): \(result.status) \(result.error)")
        #expect(result.error.contains("raise the limit with ulimit -v") && result.errorLines.count == 1)
        #expect(try workspace.files == ["a.yaml"])
      }
    }
  }

  #if os(Linux)
    @Test(
      "Foreign files open no other file, no connection and no program",
      .enabled(if: canTrace(), "strace is not installed or not allowed"),
      .enabled(
        if: !Sanitizer.isOn, "a sanitizer opens files of its own, and looks for leaks only where nobody traces it"),
      arguments: ["svg", "inkml", "jsonl", "kanji.svg"])
    func foreign(ending: String) async throws {
      let workspace = try Workspace()
      try Data("secret".utf8).write(to: workspace.url("sentinel"))
      let sentinel = workspace.url("sentinel").path
      let name = "foreign.\(ending)"
      try Data(Self.foreign(ending, sentinel).utf8).write(to: workspace.url(name))
      let strace = try #require(CaptureProcess.find("strace"))
      let calls = ["-f", "-qq", "-s", "4096", "-e", "trace=%file,%network", "-o", "calls"]
      _ = try await CaptureProcess.run(
        executable: strace, calls + [CaptureProcess.executable.path, "trace", name, "--score"], in: workspace.folder)
      let log = try String(contentsOf: workspace.url("calls"), encoding: .utf8).split(separator: "\n")
      #expect(log.contains { $0.contains(name) }, "the file itself was not opened")
      for call in log {
        #expect(!call.contains("sentinel"), "\(call)")
        #expect(!call.contains("socket(") && !call.contains("connect("), "\(call)")
        // Nothing is written, and nothing outside of what a program loads is read.
        #expect(!call.contains("O_WRONLY") && !call.contains("O_RDWR") && !call.contains("O_CREAT"), "\(call)")
      }
      #expect(log.filter { $0.contains("execve(") }.count == 1)
    }

    /// A file that names others in every way that its format, or a careless reader, knows.
    private static func foreign(_ ending: String, _ sentinel: String) -> String {
      let prolog = """
        <?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="file://\(sentinel)"?>
        """
      let entities = """
        [<!ENTITY a SYSTEM "file://\(sentinel)"><!ENTITY % b SYSTEM "http://127.0.0.1:9/\(sentinel)">%b;]
        """
      switch ending {
      case "inkml":
        return prolog + "<!DOCTYPE ink SYSTEM \"file://\(sentinel)\" \(entities)>"
          + "<ink xmlns=\"http://www.w3.org/2003/InkML\"><traceView traceDataRef=\"file://\(sentinel)#t\"/>"
          + "<trace contextRef=\"\(sentinel)\">1 1, 2 2</trace></ink>"
      case "jsonl":
        return #"{"format":"reel-trace","version":1,"name":"../../\#(sentinel)","canvas":[9,9],"maxDistance":1,"#
          + #""image":"\#(sentinel)","expected":["M0 0L9 9"]}"# + "\n"
      case "kanji.svg":
        return prolog + "<!DOCTYPE svg PUBLIC \"-//X\" \"file://\(sentinel)\" \(entities)>"
          + "<svg xmlns:kvg=\"http://kanjivg.tagaini.net\" width=\"109\" height=\"109\">"
          + "<g id=\"kvg:StrokePaths_0\"><path id=\"kvg:0-s1\" d=\"M1 1L9 9\"/></g></svg>"
      default:
        return prolog + "<!DOCTYPE svg SYSTEM \"file://\(sentinel)\">"
          + "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\"><style>@import url(file://\(sentinel));</style>"
          + "<script href=\"\(sentinel)\">`touch \(sentinel)`</script><image xlink:href=\"file://\(sentinel)\"/>"
          + "<use href=\"\(sentinel)#a\"/><path d=\"M0 0L9 9\" style=\"fill:url(\(sentinel))\"/></svg>"
      }
    }

    private static func canTrace() -> Bool {
      Program.find("strace").map { (try? Program.run($0, ["-qq", "-o", "/dev/null", "/bin/true"]))?.status == 0 }
        ?? false
    }
  #endif
}
