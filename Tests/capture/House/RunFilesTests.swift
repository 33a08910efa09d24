import Foundation
import Reel
import ReelTestSupport
import Testing

@testable import capture

@Suite("Files of a run") struct RunFilesTests {
  /// A command whose two arguments `$1` and `$2` must not be one file.
  struct Pair: Sendable, CustomTestStringConvertible {
    var words: String
    var file: String
    var testDescription: String { words }

    init(_ words: String, _ file: String) { (self.words, self.file) = (words, file) }

    func arguments(_ first: String, _ second: String) -> [String] {
      words.split(separator: " ").map { $0 == "$1" ? first : $0 == "$2" ? second : String($0) }
    }
  }

  static let pairs = [
    Pair("snowflake --frames 2 --size 64x64 -o $1 --recipe $2", "k.mp4"),
    Pair("curve koch --frames 2 --size 64x64 -o $1 --recipe $2", "k.mp4"),
    Pair("turtle $1 --frames 2 --size 64x64 -o $2", "k.mp4"),
    Pair("turtle $1 --frames 2 --size 64x64 -o a.mp4 --recipe $2", "k.logo"),
    Pair("terminal $1 -o a.mp4 --recipe $2", "k.cast"),
    Pair("trace --letters A -o $1 --recipe $2", "k.mp4"),
    Pair("trace $1 -o a.mp4 --recipe $2", "k.jsonl"),
    Pair("trace $1 --export $2", "k.jsonl"),
    Pair("trace --letters A --export $1 --recipe $2", "k.jsonl"),
    Pair("trace --expect $1 -o $2", "k.mp4"),
    Pair("trace --expect $1 --export $2", "k.svg"),
    Pair("trace --letters A --font $1 --recipe $2", "k.svg"),
    Pair("trace --letters A --alphabet $1 --recipe $2", "k.txt"),
    Pair("trace --letters A --key-image $1 --recipe $2", "k.png"),
    Pair("trace --letters A --background-image $1 --export $2", "k.png"),
    Pair("verify $1 --report $2", "k.mp4"),
    Pair("verify $1 --junit $2", "k.mp4"),
    Pair("verify a.mp4 --junit $1 --csv $2", "k.xml"),
    Pair("verify a.mp4 --manifest $1 --report $2", "k.json"),
    Pair("recover $1 -o $2", "k.mp4"),
  ]

  @Test(
    "An output that is also an input or another output is refused, however the two are spelled, and nothing is changed",
    arguments: pairs)
  func twice(_ pair: Pair) async throws {
    let workspace = try Workspace()
    let files = FileManager.default
    let bytes = Data("precious".utf8)
    try files.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    try bytes.write(to: workspace.url(pair.file))
    try files.createSymbolicLink(atPath: workspace.url("s" + pair.file).path, withDestinationPath: pair.file)
    try files.linkItem(at: workspace.url(pair.file), to: workspace.url("h" + pair.file))
    let before = try workspace.files
    for other in [pair.file, "./" + pair.file, "d/../" + pair.file, "s" + pair.file, "h" + pair.file] {
      let result = try await CaptureProcess.run(pair.arguments(pair.file, other), in: workspace.folder)
      #expect(result.status == 64, "\(other): \(result.error)")
      #expect(result.errorLines.count == 1 && result.error.contains("are both the file"), "\(result.error)")
      #expect(try workspace.files == before)
      #expect(try Data(contentsOf: workspace.url(pair.file)) == bytes)
    }
  }

  @Test("The manifest beside a movie is refused as an output of verify", arguments: ["--csv", "--junit", "--report"])
  func manifestBeside(option: String) async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture("fixture", "--frames", "2", "--size", "176x144", "-q", "-o", "a.mp4")
    #expect(made.status == 0, "\(made.error)")
    let manifest = try Data(contentsOf: workspace.url("a.json"))
    let result = try await workspace.capture("verify", "a.mp4", option, "a.json", "--force")
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.contains("the manifest and \(option) are both the file a.json"), "\(result.error)")
    #expect(try Data(contentsOf: workspace.url("a.json")) == manifest)
  }

  @Test("Two missing outputs are recognized as the same file, even through links, `..` and folders")
  func notThereYet() async throws {
    let workspace = try Workspace()
    let files = FileManager.default
    try files.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: workspace.url("e").path, withDestinationPath: "d")
    try files.createSymbolicLink(atPath: workspace.url("n").path, withDestinationPath: "d/k.mp4")
    for other in ["d/k.mp4", "e/k.mp4", "d/../e//k.mp4", "n", workspace.url("e/k.mp4").path] {
      let result = try await workspace.capture("--frames", "2", "--size", "64x64", "-o", "d/k.mp4", "--recipe", other)
      #expect(result.status == 64, "\(other): \(result.error)")
      #expect(try files.contentsOfDirectory(atPath: workspace.url("d").path).isEmpty)
    }
    let picture = try await workspace.capture("--frames", "2", "--size", "64x64", "-o", "d/", "--recipe", "e/0007.png")
    #expect(picture.status == 64, "\(picture.error)")
  }

  @Test("Every command declares its files")
  func everyCommand() {
    for command in Capture.configuration.subcommands {
      let isHelp = command.configuration.commandName == "help"
      #expect(isHelp || command is any CommandOnFiles.Type, "\(command)")
    }
  }

  @Test("The clips of a suite and their index never replace the suite")
  func suite() async throws {
    let workspace = try Workspace()
    let files = FileManager.default
    try files.createDirectory(at: workspace.url("o"), withIntermediateDirectories: false)
    for (name, clip) in [("index.json", "a"), ("b.json", "b")] {
      let text = Data("{\"clips\": [{\"name\": \"\(clip)\", \"frames\": \"3\"}]}".utf8)
      try text.write(to: workspace.url("o/" + name))
      let result = try await workspace.capture("fixture", "--suite", "o/" + name, "--out", "o")
      #expect(result.status == 64, "\(result.error)")
      #expect(try Data(contentsOf: workspace.url("o/" + name)) == text)
    }
    try Data("clips:\n  - name: a.partial\n".utf8).write(to: workspace.url("s.yaml"))
    let partial = try await workspace.capture("fixture", "--suite", "s.yaml", "--out", "o")
    #expect(partial.status == 65)
    #expect(partial.error.contains("a.partial"), "\(partial.error)")
  }

  @Test("A recipe or session only replaces a file of its own kind unless forced, and --no-clobber applies to it")
  func ownKind() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "2", "--size", "64x64", "-q", "-o", "a.mp4", "--recipe", "old"]
    let export = ["trace", "--letters", "A", "-q", "--export", "old"]
    for arguments in [film, export] {
      try Data("a film".utf8).write(to: workspace.url("old"))
      let refused = try await CaptureProcess.run(arguments, in: workspace.folder)
      #expect(refused.status == 73)
      #expect(refused.error.contains("--force"), "\(refused.error)")
      #expect(try workspace.files == ["old"])
      #expect(try Data(contentsOf: workspace.url("old")) == Data("a film".utf8))
      let forced = try await CaptureProcess.run(arguments + ["--force"], in: workspace.folder)
      #expect(forced.status == 0, "\(forced.error)")
      let again = try await CaptureProcess.run(arguments, in: workspace.folder)
      #expect(again.status == 0, "\(again.error)")
      try? FileManager.default.removeItem(at: workspace.url("a.mp4"))
      let kept = try Data(contentsOf: workspace.url("old"))
      let clobber = try await CaptureProcess.run(arguments + ["--no-clobber"], in: workspace.folder)
      #expect(clobber.status == 73, "\(clobber.error)")
      #expect(try workspace.files == ["old"])
      #expect(try Data(contentsOf: workspace.url("old")) == kept)
    }
  }

  @Test("A write-protected file is only replaced with --force")
  func writeProtected() async throws {
    let workspace = try Workspace()
    let path = workspace.url("a.mp4").path
    try Data("precious".utf8).write(to: workspace.url("a.mp4"))
    #expect(chmod(path, 0o444) == 0)
    let refused = try await workspace.capture("--frames", "2", "--size", "64x64", "-q", "-o", "a.mp4")
    #expect(refused.status == 73)
    #expect(refused.error.contains("write-protected"), "\(refused.error)")
    #expect(try Data(contentsOf: workspace.url("a.mp4")) == Data("precious".utf8))
    let forced = try await workspace.capture("--frames", "2", "--size", "64x64", "-q", "-o", "a.mp4", "--force")
    #expect(forced.status == 0, "\(forced.error)")
    #expect(try MovieReader(url: workspace.url("a.mp4")).facts.frameCount == 2)
  }

  @Test(
    "An empty path is refused in a complete sentence",
    arguments: [
      "-o ''", "--recipe ''", "trace ''", "trace --expect ''", "trace --letters A --export ''",
      "trace --letters A --font ''", "trace --letters A --alphabet ''",
      "trace --letters A --key-image ''", "trace --letters A --background-image ''", "trace --letters A -o ''",
      "zoom -o ''", "curve -o ''", "curve --recipe ''", "turtle ''", "terminal ''",
      "still -o ''", "check ''", "check a.mp4 --recipe ''", "verify ''", "verify a.mp4 --manifest ''",
      "verify a.mp4 --report ''", "recover ''", "recover a.mp4 -o ''", "fixture -o ''", "fixture --suite ''",
      "fixture --suite a --out ''", "--frames 2 --part 1/1 -o ''", "join ''", "join a.parts -o ''",
      "-o a.mp4 --poster ''", "terminal --font-dir '' -- echo", "play ''", "play a.yaml --data ''",
      "storyboard new ''", "studio ''", "studio --folder ''", "verify a.mp4 --junit ''", "plan '' --parts 2",
    ])
  func emptyPaths(words: String) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      words.split(separator: " ").map { $0 == "''" ? "" : String($0) }, in: workspace.folder)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.errorLines.count == 1)
    #expect(!result.error.contains("  ") && !result.error.contains(" :"), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test("A pipe as input is refused at once, without waiting")
  func pipes() async throws {
    let workspace = try Workspace()
    #expect(mkfifo(workspace.url("ff").path, 0o600) == 0)
    try Data().write(to: workspace.url("a.mp4"))
    for words in [
      "fixture --suite ff --out o", "trace ff", "trace --expect ff", "trace --letters A --font ff",
      "trace --letters A --key-image ff", "trace --letters A --background-image ff", "check a.mp4 --recipe ff",
      "check ff --recipe a.mp4", "turtle ff", "terminal ff", "verify ff", "verify a.mp4 --manifest ff", "recover ff",
    ] {
      let result = try await CaptureProcess.run(words.split(separator: " ").map(String.init), in: workspace.folder)
      #expect(result.status == 65, "\(words): \(result.error)")
      #expect(result.errorLines.count == 1 && result.error.contains("a pipe"), "\(result.error)")
      #expect(try workspace.files == ["a.mp4", "ff"])
    }
  }

  @Test(
    "Missing folders are created for an output, and removed again if the run fails",
    arguments: [
      "--frames 2 --size 64x64 -o two/three/a.mp4", "--frames 2 --size 64x64 -o two/three/four/",
      "--frames 2 --size 64x64 -o two/three/%04d.png", "--frames 2 --size 64x64 -o two/three/a.gif",
      "--frames 2 --size 64x64 -o a.mp4 --poster two/three/a.png",
      "--frames 2 --size 64x64 -o a.mp4 --recipe two/three/a.json",
      "--frames 2 --size 64x64 -o two/three/a.webp -o two/four/a.apng",
      "--frames 2 --size 64x64 --part 1/1 -o two/three/a.parts", "still --size 64x64 -o two/three/a.png",
      "storyboard new two/three/a.yaml", "trace --letters A --export two/three/a.jsonl",
      "trace --letters I --seconds 2 --size 64x64 -o two/three/a.mp4",
      "fixture --frames 2 --size 176x144 -o two/three/a.mkv", "fixture --frames 2 --size 176x144 -o two/three/%d.png",
      "fixture --frames 2 --size 176x144 --part 1/1 -o two/three/a.parts",
      "fixture --frames 2 --ladder 176x144 -o two/three/a.m3u8", "terminal demo.cast -o two/three/a.cast",
      "terminal demo.cast -o two/three/a.png", "terminal -o two/three/a.gif -- true",
      "play listed.yaml", "fixture --suite suite.yaml --out two/three",
    ])
  func newFolder(words: String) async throws {
    let workspace = try Workspace()
    for (name, text) in [
      "demo.cast": #"{"version": 2, "width": 20, "height": 5}"# + "\n[0.1, \"o\", \"a\"]\n",
      "listed.yaml": """
      film: {size: 64x64}
      outputs: [two/three/a.mp4]
      scenes: [{blank: , seconds: 0.2}]
      """, "suite.yaml": "clips:\n  - {name: a, frames: 2, size: 176x144}\n",
    ] { try Data(text.utf8).write(to: workspace.url(name)) }
    let words = words.split(separator: " ").map(String.init)
    let made = try await CaptureProcess.run(words, in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: workspace.url("two").path).isEmpty)
  }

  @Test(
    "Where a run fails, its new folders are removed again",
    arguments: [
      "--encoder none -o two/three/a.mp4", "--encoder none -o two/three/a.mp4 -o two/four/a.mov",
      "still --at 99 -o two/three/a.png", "fixture --codec none -o two/three/a.mkv",
      "trace --letters A --size 64x64 --encoder none -o two/three/a.mp4", "join none -o two/three/a.mp4",
      "recover none.partial.mp4 -o two/three/a.mp4",
    ])
  func removedFolder(words: String) async throws {
    let workspace = try Workspace()
    let failed = try await CaptureProcess.run(words.split(separator: " ").map(String.init), in: workspace.folder)
    #expect(failed.status != 0, "\(failed.error)")
    #expect(try workspace.files.isEmpty)
  }
}
