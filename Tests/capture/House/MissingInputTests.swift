import Foundation
import Testing

/// An input that is not there is told from one that is not what it should be: by exit code 66 (`EX_NOINPUT`), whatever command reads it.
@Suite struct MissingInputTests {
  /// Command lines with the word INPUT where a file is read, behind the beginning of what is missing or wrong.
  private static let lines: [(command: String, arguments: [String])] = [
    ("convert", ["convert", "INPUT.mkv", "-o", "a.mp4"]), ("convert", ["convert", "INPUT.png", "-o", "a.gif"]),
    ("convert", ["convert", "INPUT%d.png", "-o", "a.gif"]),
    ("turtle", ["turtle", "INPUT.logo"]),
    ("terminal", ["terminal", "INPUT.cast"]), ("terminal", ["terminal", "INPUT.tape"]),
    ("terminal", ["terminal", "fine.cast", "--timing", "INPUT"]),
    ("terminal", ["terminal", "fine.cast", "--theme-file", "INPUT.json"]),
    ("terminal", ["terminal", "fine.cast", "--background-image", "INPUT.png"]),
    ("play", ["play", "INPUT.yaml"]), ("play", ["play", "fine.yaml", "--data", "INPUT.csv", "-o", "{n}.mp4"]),
    ("studio", ["studio", "INPUT.yaml", "--port", "0"]), ("preview", ["preview", "INPUT.yaml", "--port", "0"]),
    ("still", ["still", "INPUT.yaml", "-o", "a.png"]), ("still", ["still", "INPUT.json", "-o", "a.png"]),
    ("trace", ["trace", "INPUT.jsonl"]), ("trace", ["trace", "INPUT.inkml", "-o", "a.mp4"]),
    ("trace", ["trace", "--letters", "A", "--font", "INPUT.svg"]),
    ("trace", ["trace", "--letters", "A", "--alphabet", "INPUT.txt"]),
    ("trace", ["trace", "--letters", "A", "--key-image", "INPUT.png"]),
    ("trace", ["trace", "--letters", "A", "--background-image", "INPUT.png"]),
    ("fixture", ["fixture", "--suite", "INPUT.yaml", "--out", "made"]),
    ("verify", ["verify", "INPUT.mp4"]), ("verify", ["verify", "INPUT.m3u8"]), ("verify", ["verify", "INPUT.mpd"]),
    ("verify", ["verify", "INPUT%d.png"]), ("verify", ["verify", "fine.mp4", "--manifest", "INPUT.json"]),
    ("check", ["check", "INPUT.mp4", "--recipe", "fine.json"]),
    ("check", ["check", "fine.mp4", "--recipe", "INPUT.json"]),
    ("recover", ["recover", "INPUT.partial.mp4"]), ("plan", ["plan", "INPUT.yaml", "--parts", "2"]),
  ]
  /// The commands that read no file, and `join`, whose folder may be empty.
  private static let others = ["snowflake", "zoom", "curve", "storyboard", "join", "desktop", "help"]

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    for arguments in [
      ["snowflake", "-o", "fine.mp4", "--frames", "2", "--size", "64x64", "--recipe", "fine.json", "-q"],
      ["storyboard", "new", "fine.yaml"],
    ] {
      let made = try await CaptureProcess.run(arguments, in: workspace.folder)
      try #require(made.status == 0, "\(arguments): \(made.error)")
    }
    let cast = #"{"version": 2, "width": 20, "height": 5}"# + "\n[0.1, \"o\", \"a\"]\n"
    try Data(cast.utf8).write(to: workspace.url("fine.cast"))
    return workspace
  }

  private func run(_ arguments: [String], _ input: String, _ workspace: Workspace) async throws -> CaptureProcess {
    try await CaptureProcess.run(
      arguments.map { $0.replacing("INPUT", with: input) }, in: workspace.folder)
  }

  @Test("A missing input ends with 66 and one line that names it, and makes nothing")
  func missing() async throws {
    let workspace = try await workspace()
    let files = Set(try workspace.files)
    for (_, arguments) in Self.lines {
      let result = try await run(arguments, "none", workspace)
      #expect(result.status == 66, "\(arguments): \(result.status) \(result.error)")
      #expect(result.errorLines.count == 1 && result.error.contains("none"), "\(arguments): \(result.error)")
      #expect(Set(try workspace.files) == files, "\(arguments)")
    }
  }

  @Test("An existing input of another kind ends with 65")
  func wrong() async throws {
    let workspace = try await workspace()
    for (_, arguments) in Self.lines {
      let name = arguments.compactMap { $0.contains("INPUT") ? $0 : nil }[0]
      let file = name.replacing("INPUT", with: "wrong").replacing("%d", with: "1")
      // Nothing of all that is read begins so.
      try Data([0xFF, 0xFE, 0xFD, 0x00, 0x5B]).write(to: workspace.url(file))
      let result = try await run(arguments, "wrong", workspace)
      #expect(result.status == 65, "\(arguments): \(result.status) \(result.error)")
      #expect(!result.error.isEmpty)
      // Not even its name is to be in the way of the next one.
      try FileManager.default.removeItem(at: workspace.url(file))
    }
  }

  @Test(
    "A named but missing manifest does not count as a difference of a folder or ladder", arguments: [true, false])
  func manifest(isLadder: Bool) async throws {
    let workspace = try Workspace()
    let made = try await CaptureProcess.run(
      ["fixture", "-q", "--frames", "10", "-o"]
        + (isLadder ? ["a.m3u8", "--ladder", "176x144", "--segment-length", "1s"] : ["a.mp4", "--size", "176x144"]),
      in: workspace.folder)
    try #require(made.status == 0, "\(made.error)")
    try Data("no manifest".utf8).write(to: workspace.url("text.json"))
    for (name, status) in [("none.json", 66), ("text.json", 65)] as [(String, Int32)] {
      let result = try await workspace.capture("verify", isLadder ? "a.m3u8" : ".", "--manifest", name)
      #expect(result.status == status, "\(name): \(String(decoding: result.output, as: UTF8.self)) \(result.error)")
      #expect(result.errorLines.count == 1 && result.error.contains(name) && result.output.isEmpty)
    }
  }

  @Test("Every command is either tested here, or reads no file")
  func commands() async throws {
    let workspace = try Workspace()
    let help = try await workspace.capture("help")
    let text = String(decoding: help.output, as: UTF8.self)
    let list = try #require(text.firstRange(of: "SUBCOMMANDS:\n"))
    let names = text[list.upperBound...].split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^ {2}([a-z]+) /#).map { String($0.1) }
    }
    #expect(names.count > 10)
    #expect(Set(names).subtracting(Self.lines.map(\.command)).subtracting(Self.others).isEmpty, "\(names)")
  }
}
