import Foundation
import Testing

/// Whatever is wrong with a command line, the answer is one short sentence of Reel's own, and nothing is made.
@Suite("Wrong command lines") struct WrongLinesTests {
  /// The words of a line, some of which are quoted.
  private static func words(_ line: Substring) -> [String] {
    line.matches(of: /'([^']*)'|([^ ]+)/).map { match in
      String(match.1 ?? match.2 ?? "").replacing("ESC", with: "\u{1B}").replacing(
        "LONG", with: String(repeating: "long", count: 50))
    }
  }

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    for words in [
      "--frames 3 --size 64x64 -q -o clip.mp4", "--frames 3 --size 64x64 -q -o fr/",
      "still --size 64x64 --at 0 -q -o picture.png", "storyboard new -q story.yaml",
    ] {
      let made = try await CaptureProcess.run(words.split(separator: " ").map(String.init), in: workspace.folder)
      try #require(made.status == 0, "\(made.error)")
    }
    for (name, text) in [
      "note.txt": "some words\n", "bad.yaml": "scenes:\n  - titel: Hello\n", "LINK": "some words\n",
      "demo.cast": #"{"version": 2, "width": 20, "height": 5}"# + "\n[0.1, \"o\", \"a\"]\n",
    ] { try Data(text.utf8).write(to: workspace.url(name)) }
    try Data([0, 1, 2, 0xFF, 0x1B, 0x5B]).write(to: workspace.url("junk.dat"))
    return workspace
  }

  /// What ArgumentParser, or a missing conversion, would print.
  private static let foreign = [
    "The value '", "is invalid for", "Missing expected", "Missing value", "nexpected argument", "Unknown option",
    "rror: ", "Usage:", "Help:", "Optional(", "capture: capture:",
  ]

  @Test(
    "The error has its exit code and one line of at most 300 bytes, without the parser's words or control characters",
    arguments: [
      (64, WrongLines.usage), (64, WrongLines.values), (65, WrongLines.content), (66, WrongLines.missing),
      (69, WrongLines.unavailable),
    ] as [(Int32, String)])
  func lines(code: Int32, table: String) async throws {
    let workspace = try await workspace()
    let files = try workspace.files
    for line in table.split(separator: "\n") {
      let result = try await CaptureProcess.run(Self.words(line), in: workspace.folder)
      #expect(result.status == code, "\(line): \(result.status) \(result.error)")
      #expect(result.output.isEmpty, "\(line)")
      #expect(result.errorLines.count == 1 && result.error.utf8.count <= 301, "\(line): \(result.error)")
      for words in Self.foreign { #expect(!result.error.contains(words), "\(line): \(result.error)") }
      let isPrintable = result.error.dropLast().unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
      }
      #expect(isPrintable, "\(line): \(result.error)")
      #expect(try workspace.files == files, "\(line)")
    }
  }

  @Test("More than 120 lines are tested")
  func count() {
    let tables = [WrongLines.usage, WrongLines.values, WrongLines.content, WrongLines.missing, WrongLines.unavailable]
    #expect(tables.reduce(0) { $0 + $1.split(separator: "\n").count } > 120)
  }

  @Test(
    "Errors of files are in the user's terms",
    arguments: [
      ("nothere.mp4", "nothere.mp4: no such file"),
      ("clip.mp4", "to convert it, add an output: capture clip.mp4 -o clip.gif"),
      ("fr/", "fr/ is a folder; to film its pictures, add an output: capture fr/ -o film.mp4"),
      ("note.txt", "note.txt is text in an unknown format"),
      ("junk.dat", "junk.dat is binary data; capture films"), ("turtle clip.mp4", "capture turtle reads Logo programs"),
      ("--codec x265", "did you mean hevc?"), ("-help", "did you mean --help?"), ("--fps", "--fps needs a value"),
      ("check clip.mp4", "capture check needs --recipe <file.json>"), ("--crf 60", "from 0 to 51 with h264"),
      ("--crf 99", "from 0 to 51, or to 63 with vp9 and av1"), ("--jobs 0", "--jobs 0 is not valid"),
    ])
  func sentence(line: String, says: String) async throws {
    let workspace = try await workspace()
    let result = try await CaptureProcess.run(Self.words(line[...]), in: workspace.folder)
    #expect(result.error.contains(says), "\(result.error)")
  }

  @Test(
    "Listed values ignore case, and codecs have aliases",
    arguments: [
      "--theme Night --style GROW", "--codec H264 --preset VeryFast", "--codec h265 -o a.mkv", "--codec AVC",
      "--codec H.265", "curve Dragon --theme PAPER", "fixture -o a.mp4 --pattern BARS --codec AVC --size 176x144",
      "trace --letters I --hand NEAT --rule INORDER --theme night --seconds 2",
    ])
  func ignoredCase(words: String) async throws {
    let workspace = try Workspace()
    var words = words.split(separator: " ").map(String.init)
    if words[0] != "trace" { words += ["--frames", "2"] }
    if !["trace", "fixture"].contains(words[0]) { words += ["--size", "64x64"] }
    let result = try await CaptureProcess.run(words, in: workspace.folder)
    #expect(result.status == 0, "\(words): \(result.error)")
  }

  @Test("A file without an ending is filmed if it exists")
  func bareName() async throws {
    let workspace = try Workspace()
    let cast = #"{"version": 2, "width": 20, "height": 5}"# + "\n[0.1, \"o\", \"a\"]\n"
    try Data(cast.utf8).write(to: workspace.url("session"))
    #expect(try await workspace.capture("session", "-q", "-o", "a.gif").status == 0)
  }
}
