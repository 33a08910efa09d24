import Foundation
import ReelTestSupport
import Testing

/// A command with what it reads and replaces, small enough to be run once for each call that may fail.
struct SweptCommand: CustomTestStringConvertible, Sendable {
  var name: String
  var arguments: [String]
  /// The commands that make what is there before, in their order.
  var before: [[String]] = []
  /// Where the last of these commands is killed.
  var killed: Fault?
  /// Files that are there before.
  var files: [String: Data] = [:]
  /// Files that may tell of the failure itself.
  var reports: Set<String> = []
  /// Calls that always are among those that fail: `look a.json` for each time that `a.json` is opened for reading.
  var always: Set<String> = []
  /// Whether it may find differences, or find some of its work undone, and end with 1.
  var judges = false

  var testDescription: String { name }

  private static let film = ["--frames", "3", "--size", "64x64", "--levels", "0...1", "-q"]
  private static let clip = ["fixture", "--frames", "3", "--size", "176x144", "-q"]
  private static let trace = ["--size", "64x64", "--seconds", "1.8", "--fps", "5", "-q"]
  private static let session = ["trace", "--letters", "A", "--export", "s.json", "-q"]
  private static let suite = ["fixture", "--suite", "s.yaml", "--out", "out", "-q"]
  private static let old = ["a.mp4": Data("old".utf8)]
  private static let clips = ["s.yaml": Data("clips:\n - {name: a, frames: 2, size: 176x144}\n".utf8)]

  /// Every command, with each kind of input and output.
  static let all = films + traces + fixtures + judging + animations + several + parts

  private static let films = [
    SweptCommand(name: "snowflake", arguments: film + ["-o", "a.mp4"], files: old),
    SweptCommand(name: "recipe", arguments: film + ["-o", "a.mp4", "--recipe", "a.json"], files: old),
    SweptCommand(
      name: "pictures", arguments: film + ["-o", "s/"],
      before: [["--frames", "4", "--size", "64x64", "--theme", "paper", "-q", "-o", "s/"]],
      always: ["look s", "list s", "unlink 0003.png"]),
    SweptCommand(
      name: "convert", arguments: ["m.mp4", "-q", "-o", "a.mp4"], before: [film + ["-o", "m.mp4"]], files: old),
    SweptCommand(
      name: "convert pictures", arguments: ["s/", "-q", "-o", "a.gif"], before: [film + ["-o", "s/"]],
      files: ["a.gif": Data("old".utf8)]),
    SweptCommand(name: "standard output", arguments: film + ["-o", "-"]),
    SweptCommand(name: "planes", arguments: film + ["-o", "-", "--format", "y4m"]),
    SweptCommand(name: "Matroska", arguments: film + ["-o", "a.mkv"]),
    SweptCommand(
      name: "zoom", arguments: ["zoom", "--frames", "3", "--size", "64x64", "-q", "-o", "a.mp4"], files: old),
    SweptCommand(
      name: "turtle", arguments: ["turtle", "a.logo", "--frames", "3", "--size", "64x64", "-q", "-o", "a.mp4"],
      files: ["a.logo": Data("repeat 4 [fd 9 rt 90]".utf8), "a.mp4": Data("old".utf8)]),
    SweptCommand(
      name: "terminal",
      arguments: ["terminal", "a.cast", "--fps", "2", "--hold", "0.5", "--size", "64x64", "-q", "-o", "a.mp4"],
      files: [
        "a.cast": Data("{\"version\":2,\"width\":8,\"height\":2}\n[0.5,\"o\",\"hi\"]\n".utf8),
        "a.mp4": Data("old".utf8),
      ]),
    SweptCommand(
      name: "tape", arguments: ["terminal", "a.tape", "-q"],
      files: [
        "a.tape": Data(
          "Output a.txt\nOutput a.png\nSet Width 320\nSet Height 200\nType \"echo hi\"\nEnter\nWait\n".utf8),
        "a.txt": Data("old".utf8),
      ]),
    SweptCommand(name: "program", arguments: ["terminal", "-q", "-o", "a.png", "--", "sh", "-c", "echo hi"]),
    SweptCommand(
      name: "curve", arguments: ["curve", "dragon", "--frames", "3", "--size", "64x64", "-q", "-o", "a.mp4"], files: old
    ),
    SweptCommand(name: "storyboard", arguments: ["storyboard", "new", "a.yaml", "-q"]),
    SweptCommand(
      name: "still", arguments: ["still"] + film + ["-o", "a.png"],
      before: [["still"] + film + ["--theme", "paper", "-o", "a.png"]]),
    SweptCommand(
      name: "recover", arguments: ["recover", "a.partial.mp4", "-q"], before: [film + ["-o", "a.mp4"]],
      killed: Fault(kind: "kill", at: 1, call: "rename")),
    SweptCommand(
      name: "recover pictures", arguments: ["recover", "s/.%d.png.partial", "-q"], before: [film + ["-o", "s/"]],
      killed: Fault(kind: "kill", at: 1, call: "sync"), always: ["look .%d.png.partial", "list .%d.png.partial"]),
  ]

  private static let traces = [
    SweptCommand(
      name: "trace", arguments: ["trace", "s.json"] + trace + ["-o", "a.mp4"], before: [session], files: old),
    SweptCommand(name: "score", arguments: ["trace", "s.json", "--score"], before: [session]),
    SweptCommand(name: "export", arguments: ["trace", "s.json", "--export", "t.json", "-q"], before: [session]),
    SweptCommand(
      name: "expect", arguments: ["trace", "s.json", "--expect", "t.svg", "--score"], before: [session],
      files: ["t.svg": Data(#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M 10 90 L 50 10 L 90 90"/></svg>"#.utf8)]
    ),
    SweptCommand(
      name: "images",
      arguments: ["trace", "s.json", "--background-image", "b.png", "--key-image", "b.png"] + trace + ["-o", "a.mp4"],
      before: [session, ["still"] + film + ["-o", "b.png"]]),
    SweptCommand(
      name: "ink", arguments: ["trace", "i.inkml.gz"] + trace + ["-o", "a.mp4"],
      files: [
        // <ink xmlns="http://www.w3.org/2003/InkML"><trace>10 0, 9 14, 8 28, 7 42, 6 56</trace></ink>, by gzip.
        "i.inkml.gz": Data(
          base64Encoded:
            "H4sIAAAAAAACAyXMSwqAIBQF0K1cHIvPzL6Y86AWEREVlkUJtvyC5odjVu/w7Ju/G7aEcNZEMUYRU3FcMykpU2q96ztmTbiGcbKJhOSokGiOEqrkKKAVR44sN/QbQ99qX3TGVQRbAAAA"
        ) ?? Data()
      ]),
  ]

  private static let fixtures = [
    SweptCommand(
      name: "fixture", arguments: clip + ["--seed", "2", "-o", "a.mp4"],
      before: [clip + ["--seed", "1", "-o", "a.mp4"]],
      always: ["look clip.mp4", "write whole", "mkdir .clip.mp4.final"]),
    SweptCommand(
      name: "fixture jobs",
      arguments: ["fixture", "--frames", "251", "--size", "176x144", "--jobs", "2", "-q", "-o", "a.mp4"], files: old),
    SweptCommand(
      name: "numbered", arguments: clip + ["--seed", "2", "-o", "a%d.png"],
      before: [clip + ["--seed", "1", "-o", "a%d.png"]], reports: ["a.json"],
      always: ["read a0.png", "open manifest", "rename a1.png"]),
    SweptCommand(name: "GIF", arguments: clip + ["-o", "a.gif"]),
    SweptCommand(
      name: "suite", arguments: suite, files: clips,
      reports: ["out/index.html", "out/index.json", "out/.suite.manifest"], judges: true),
  ]

  private static let judging = [
    SweptCommand(
      name: "verify", arguments: ["verify", "a.mp4", "--json"], before: [clip + ["-o", "a.mp4"]],
      always: ["look a.json", "read a.json", "stat a.json"], judges: true),
    SweptCommand(
      name: "verify pictures", arguments: ["verify", "a%d.png"], before: [clip + ["-o", "a%d.png"]],
      always: ["stat a.json"], judges: true),
    SweptCommand(
      name: "verify folder", arguments: ["verify", "out"], before: [suite], files: clips, always: ["list out"],
      judges: true),
    SweptCommand(
      name: "report", arguments: ["verify", "a.mp4", "--report", "r", "-q"],
      before: [clip + ["-o", "a.mp4"], ["verify", "a.mp4", "--report", "r", "-q"]],
      reports: ["r/index.html", "r/.report.manifest"], judges: true),
    SweptCommand(
      name: "check", arguments: ["check", "a.mp4", "--recipe", "a.json"],
      before: [film + ["-o", "a.mp4", "--recipe", "a.json"]], judges: true),
  ]

  private static let animations = [
    SweptCommand(name: "animated PNG", arguments: film + ["-o", "a.apng"]),
    SweptCommand(name: "animated GIF", arguments: film + ["-o", "a.gif"], files: ["a.gif": Data("old".utf8)]),
  ]

  private static let story = [
    "a.yaml": Data(
      """
      film: {size: 64x64, fps: 5}
      outputs: [a.mp4, {file: b.gif, width: 32}, c.vtt]
      scenes:
        - {title: A, seconds: 0.6, chapter: One, caption: Hello}
        - {title: B, seconds: 0.6, chapter: Two}

      """.utf8), "a.mp4": Data("old".utf8),
  ]

  private static let several = [
    SweptCommand(name: "listed outputs", arguments: ["a.yaml", "-q"], files: story),
    SweptCommand(
      name: "chapters",
      arguments: ["a.yaml", "--split", "chapters", "-q", "-o", "{n}.mp4", "-o", "{n}.png", "--sheet", "2x1"],
      files: story),
    SweptCommand(
      name: "sheet and poster",
      arguments: film + ["-o", "a.webp", "-o", "s.png", "--sheet", "2x1", "--poster", "p.jpg"]),
  ]

  private static let part = film + ["--part", "1/1", "-o", "p.parts"]

  private static let fixturePart = clip + ["--part", "1/1", "-o", "c.parts"]

  private static let parts = [
    SweptCommand(name: "fixture part", arguments: fixturePart),
    SweptCommand(
      name: "fixture join", arguments: ["join", "c.parts", "-o", "a.mp4", "-q"], before: [fixturePart], files: old),
    SweptCommand(name: "part", arguments: part),
    SweptCommand(name: "join", arguments: ["join", "p.parts", "-o", "a.mp4", "-q"], before: [part], files: old),
    SweptCommand(
      name: "ladder",
      arguments: ["fixture", "--ladder", "176x144", "--segment-length", "0.1s", "--frames", "6", "-q", "-o", "l.m3u8"],
      reports: ["l-176x144.json"], always: ["read l-176x144.ts"]),
    SweptCommand(
      name: "tables", arguments: ["verify", "a.mp4", "--junit", "j.xml", "--csv", "c.csv", "-q"],
      before: [clip + ["-o", "a.mp4"]], reports: ["j.xml", "c.csv"], judges: true),
  ]

  /// Makes what is there before.
  func prepare(_ workspace: Workspace) async throws {
    for (name, bytes) in files { try bytes.write(to: workspace.url(name)) }
    for (index, arguments) in before.enumerated() {
      if let killed, index == before.count - 1 {
        #expect(try await workspace.capture(arguments, fault: killed).process.status == SIGKILL)
      } else {
        let run = try await CaptureProcess.run(arguments, in: workspace.folder)
        #expect(run.status == 0, "\(run.error)")
      }
    }
  }
}
