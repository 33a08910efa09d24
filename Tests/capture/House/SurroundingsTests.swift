import Foundation
import Reel
import ReelTestSupport
import Testing

/// What surrounds the command is poor or odd: few files, no fonts, names that command a terminal.
@Suite struct SurroundingsTests {
  @Test(
    "A low limit on open files is reported in one line before any work",
    .enabled(if: !Sanitizer.isOn, "a sanitizer opens files of its own"), arguments: 4...12)
  func fewFiles(limit: Int) async throws {
    let workspace = try Workspace()
    let line = #"ulimit -n "$1" && exec "$0" --frames 2 --size 64x64 -o film.mp4"#
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line, CaptureProcess.executable.path, "\(limit)"],
      in: workspace.folder)
    #expect(result.status == 71, "\(result.error)")
    #expect(result.errorLines.count == 1 && result.error.contains("raise the limit with ulimit -n"), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "A stack that is too small is reported in one line before any work, and raised if possible",
    .enabled(if: !Sanitizer.isOn, "a sanitizer needs a stack of its own"))
  func smallStack() async throws {
    let workspace = try Workspace()
    func film(_ limit: String) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        executable: URL(fileURLWithPath: "/bin/sh"),
        [
          "-c", "ulimit \(limit) && exec \"$0\" --frames 2 --size 64x64 -q -o film.mp4", CaptureProcess.executable.path,
        ],
        in: workspace.folder)
    }
    for limit in [64, 128, 256] {
      let refused = try await film("-s \(limit)")
      #expect(refused.status == 71, "\(refused.error)")
      #expect(
        refused.error == "capture: capture needs a stack of 512 kB, but the limit of this process is \(limit) kB: "
          + "raise the limit with ulimit -s\n")
      #expect(try workspace.files.isEmpty)
    }
    for limit in ["-S -s 64", "-s 512"] {
      let made = try await film(limit)
      #expect(made.status == 0, "\(made.error)")
      #expect(try workspace.files == ["film.mp4"])
    }
  }

  @Test(
    "Without address space for threads, every command ends with 71 and says which limit to raise",
    .enabled(if: !Sanitizer.isOn, "a sanitizer needs terabytes of addresses"),
    arguments: ["--frames 2 --size 64x64 -q -o film.mp4", "trace --letters A --score", "help trace"])
  func noThreads(words: String) async throws {
    let workspace = try Workspace()
    func run(_ limit: Int) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        executable: URL(fileURLWithPath: "/bin/sh"),
        ["-c", "ulimit -v \(limit) && exec \"$0\" \(words)", CaptureProcess.executable.path], in: workspace.folder)
    }
    // The libraries alone take most of the addresses: without them the loader gives up.
    var limit = 200_000
    while limit < 400_000, try await run(limit).status == 127 { limit += 4000 }
    for more in [8000, 16_000, 24_000] {
      let result = try await run(limit + more)
      #expect(result.status == 71, "\(limit + more): \(result.status) \(result.error)")
      #expect(result.error.contains("raise the limit with ulimit -v") && result.errorLines.count == 1)
    }
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "Help that cannot be written and a closed standard input are reported",
    arguments: [
      ("--help >/dev/full", 74, "standard output"), ("help trace >/dev/full", 74, "standard output"),
      ("--version >/dev/full", 74, "standard output"), ("turtle - -o a.mp4 <&-", 66, "standard input"),
      ("play - -o a.mp4 <&-", 66, "standard input"), ("terminal - -o a.mp4 <&-", 66, "standard input"),
    ])
  func closed(words: String, status: Int32, says: String) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \"$0\" \(words)", CaptureProcess.executable.path],
      in: workspace.folder)
    #expect(result.status == status, "\(result.error)")
    #expect(result.error.contains(says) && result.errorLines.count == 1, "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test("A name with terminal escape sequences is printed without its control characters")
  func names() async throws {
    let workspace = try Workspace()
    let name = "a\u{1B}[31m\nb"
    for arguments in [
      ["--frames", "2", "-o", "\(name).mp4"], ["still", "-o", "\(name).png"],
      ["trace", "--letters", "A", "--export", "\(name).jsonl"], ["recover", "\(name).partial.mp4"],
    ] {
      let size = ["recover", "trace"].contains(arguments[0]) ? [] : ["--size", "64x64"]
      let result = try await CaptureProcess.run(arguments + size, in: workspace.folder)
      #expect(result.errorLines.count == 1, "\(result.error)")
      // What an error quotes names its control characters; what is said of a file leaves them out.
      let shown = arguments[0] == "recover" ? "aU+001B[31m b" : "a [31m b"
      #expect(result.error.contains(shown), "\(result.error)")
      #expect(!result.error.contains("\u{1B}"))
    }
    #expect(try workspace.files.contains("\(name).mp4"))
  }

  /// A configuration of fontconfig and what is in it.
  private static func configuration(_ workspace: Workspace, _ content: String) throws -> [String: String] {
    let file = workspace.url("fonts.conf")
    let head = #"<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">"#
    try Data((head + content).utf8).write(to: file)
    return ["FONTCONFIG_FILE": file.path]
  }

  private static let commands: [[String]] = [
    ["--frames", "2", "--size", "320x180", "--recipe", "film.json", "-o", "film.mp4"],
    ["zoom", "--frames", "2", "--size", "320x180", "-o", "film.mp4"],
    ["still", "--size", "320x180", "-o", "still.png"],
    ["trace", "--letters", "l", "--size", "160x160", "-o", "film.mp4"],
    ["check", "film.mp4", "--recipe", "film.json"],
  ]

  @Test(
    "Fontconfig's messages do not reach standard error",
    arguments: [
      "", "<fontconfig><dir>/usr/share/fonts</dir><cachedir>/proc/none</cachedir></fontconfig>",
    ])
  func fontconfig(content: String) async throws {
    let workspace = try Workspace()
    // An empty file is no configuration: fontconfig says so, and looks where fonts usually are.
    let environment = try Self.configuration(workspace, content)
    try Data("film: {size: 160x96, fps: 2}\nscenes:\n  - title: Letters\n    seconds: 1\n".utf8)
      .write(to: workspace.url("story.yaml"))
    for command in Self.commands + [["story.yaml", "--dry-run"], ["story.yaml"]] {
      if command[0] == "check" {
        _ = try await CaptureProcess.run(Self.commands[0] + ["-q"], in: workspace.folder, environment: environment)
      }
      let result = try await CaptureProcess.run(command, in: workspace.folder, environment: environment)
      #expect(result.status == 0, "\(result.error)")
      #expect(!result.error.contains("Fontconfig"), "\(command): \(result.error)")
    }
  }

  @Test("Without the standard font, text is drawn in another, one line says so, and a recipe ends with 65")
  func otherFonts() async throws {
    let workspace = try Workspace()
    let font = try #require(Font("DejaVu Serif", size: 16).file)
    try FileManager.default.createDirectory(at: workspace.url("fonts"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: font.path, toPath: workspace.url("fonts/serif.ttf").path)
    let environment = try Self.configuration(
      workspace, "<fontconfig><dir>\(workspace.url("fonts").path)</dir></fontconfig>")
    for command in Self.commands.dropLast() {
      let result = try await CaptureProcess.run(command, in: workspace.folder, environment: environment)
      #expect(result.status == 0, "\(result.error)")
      let warnings = result.errorLines.filter { $0.contains("font") || $0.contains("DejaVu") }
      #expect(
        warnings == [
          "capture: warning: DejaVu Sans is not installed, so text is drawn in DejaVu Serif: "
            + "install it to get the same frames as other machines"
        ], "\(result.error)")
    }
    _ = try await CaptureProcess.run(Self.commands[0] + ["--force"], in: workspace.folder)
    let check = try await CaptureProcess.run(Self.commands.last ?? [], in: workspace.folder, environment: environment)
    #expect(check.status == 65 && check.error.contains("but here DejaVu Serif would be used instead"), "\(check.error)")
  }

  @Test("Without any font, a film is made, and one line describes its text and gives advice")
  func noFonts() async throws {
    let workspace = try Workspace()
    let environment = try Self.configuration(workspace, "<fontconfig><dir>/nonexistent</dir></fontconfig>")
    for command in Self.commands.dropLast() {
      let result = try await CaptureProcess.run(command, in: workspace.folder, environment: environment)
      #expect(result.status == 0, "\(result.error)")
      let warnings = result.errorLines.filter { $0.contains("font") }
      #expect(warnings.count == 1, "\(result.error)")
      #expect(warnings.first?.hasPrefix("capture: warning: no font is installed") == true, "\(result.error)")
      let option = command[0] == "trace" ? "--hide time" : "--no-caption"
      #expect(result.error.contains("leave out the text with \(option)"), "\(result.error)")
      let quiet = try await CaptureProcess.run(command + ["-q"], in: workspace.folder, environment: environment)
      #expect(quiet.status == 0 && quiet.error.isEmpty, "\(quiet.error)")
      let without = try await CaptureProcess.run(
        command + option.split(separator: " ").map(String.init), in: workspace.folder, environment: environment)
      #expect(without.status == 0 && !without.error.contains("font"), "\(without.error)")
    }
  }
}
