import Foundation
import Reel
import ReelTestSupport
import Testing

/// Tapes and programs run by `capture terminal`.
@Suite struct TapeCommandTests {
  private static let tape = """
    Output demo.gif
    Output demo.txt
    Output demo.cast
    Output end.json
    Set Width 320
    Set Height 160
    Set Padding 10
    Set Framerate 5
    Type "echo a$((40 + 2))b"
    Enter
    Wait+Screen /a42b/
    Screenshot shot.png
    State states/shot.json
    Type "exit"
    Sleep 2s
    """

  private func workspace(_ tape: String = tape) throws -> Workspace {
    let workspace = try Workspace()
    try Data(tape.utf8).write(to: workspace.url("demo.tape"))
    return workspace
  }

  @Test("A tape makes the outputs that it names, its recording can be filmed again, and its screens compared")
  func tape() async throws {
    let workspace = try workspace()
    let film = try await workspace.capture("demo.tape", "--json")
    try #require(film.status == 0, "\(film.error)")
    #expect(
      try workspace.files == ["demo.cast", "demo.gif", "demo.tape", "demo.txt", "end.json", "shot.png", "states"])
    let summary = try #require(try JSONSerialization.jsonObject(with: film.output) as? [String: Any])
    #expect(summary["width"] as? Int == 320 && summary["height"] as? Int == 160 && summary["fps"] as? String == "5")
    // 22 keys of 50 ms and two seconds, at five frames a second, plus the program's own time.
    #expect(try #require(summary["frames"] as? Int) >= 15)
    let text = try String(contentsOf: workspace.url("demo.txt"), encoding: .utf8)
    #expect(text.contains("> echo a$((40 + 2))b\na42b\n>"))
    func state(_ name: String) throws -> String? {
      let state = try JSONSerialization.jsonObject(with: Data(contentsOf: workspace.url(name))) as? [String: Any]
      return state?["viewport_text"] as? String
    }
    #expect(try state("states/shot.json") == "> echo a$((40 + 2))b\na42b\n>\n")
    #expect(try state("end.json") == "> echo a$((40 + 2))b\na42b\n> exit\n")
    let picture = try Bitmap(pngAt: workspace.url("shot.png"))
    #expect((picture.width, picture.height) == (320, 160))
    let again = try await workspace.capture("demo.cast", "-o", "again.gif", "--size", "160x90", "-q")
    #expect(again.status == 0, "\(again.error)")

    let same = try await workspace.capture("terminal", "--check", "demo.txt", "demo.tape")
    #expect(same.status == 0 && same.error == "demo.txt: the screens are the same\n", "\(same.error)")
    try Data(text.replacingOccurrences(of: "a42b\n", with: "a43b\n").utf8).write(to: workspace.url("old.txt"))
    let changed = try await workspace.capture("terminal", "--check", "old.txt", "demo.tape")
    #expect(changed.status == 1)
    #expect(changed.errorLines.contains("- a43b") && changed.errorLines.contains("+ a42b"), "\(changed.error)")
    let missing = try await workspace.capture("terminal", "--check", "none.txt", "demo.tape")
    #expect(missing.status == 66, "\(missing.error)")
  }

  @Test(
    "Errors in a tape are reported line by line with the exit code, and nothing is left behind",
    arguments: [
      ("Slep 1", 65, "demo.tape:1:1: unknown command Slep: did you mean Sleep?"),
      (
        "Type 'echo one'\nEnter\nWait@100ms /never/", 1,
        "demo.tape:3:1: nothing on the cursor's line matched /never/ within 0.1 s: to wait longer, write Wait@60s"
      ),
      ("Require no-such-program\nHide", 69, "demo.tape:1:1: the tape requires no-such-program"),
      ("Set Width 100\nHide", 64, "leaves no room for a letter"),
      ("Output a.xyz\nHide", 64, "a.xyz does not select a format"),
      ("Output demo.tape\nHide", 64, "demo.tape"),
    ])
  func faults(text: String, status: Int32, message: String) async throws {
    let workspace = try workspace(text)
    let result = try await workspace.capture("demo.tape")
    #expect(result.status == status && result.error.contains(message), "\(result.status) \(result.error)")
    #expect(try workspace.files == ["demo.tape"])
    let tape = try Data(contentsOf: workspace.url("demo.tape"))
    #expect(tape == Data(text.utf8))
  }

  @Test("A movie of a tape with odd sides has one more pixel, and impossible outputs are refused before it runs")
  func oddSides() async throws {
    let tape = "Set Width 321\nSet Height 161\nSet Padding 10\nSet Framerate 5\nType 'touch ran'\nEnter\nWait"
    let workspace = try workspace(tape)
    let film = try await workspace.capture("demo.tape", "-o", "a.mp4", "--json")
    let summary = try #require(try JSONSerialization.jsonObject(with: film.output) as? [String: Any], "\(film.error)")
    #expect(summary["width"] as? Int == 322 && summary["height"] as? Int == 162)
    let gif = try await workspace.capture("demo.tape", "-o", "a.gif", "--json")
    let odd = try #require(try JSONSerialization.jsonObject(with: gif.output) as? [String: Any], "\(gif.error)")
    #expect(odd["width"] as? Int == 321 && odd["height"] as? Int == 161)
    try FileManager.default.removeItem(at: workspace.url("ran"))
    let refused = try await workspace.capture("demo.tape", "-o", "b.mp4", "-o", "b.cast", "--pixel-format", "yuv420p")
    #expect(refused.status == 64 && refused.error.contains("must be even"), "\(refused.error)")
    #expect(try workspace.files == ["a.gif", "a.mp4", "demo.tape"])
  }

  @Test(
    "Nothing runs for an output that can't be written", arguments: ["a.gif", "a.png", "a.cast", "shot.png", "a.json"])
  func refused(name: String) async throws {
    let workspace = try workspace("Set Width 320\nSet Height 160\nScreenshot shot.png\nType 'touch ran'\nEnter\nWait")
    try FileManager.default.createDirectory(at: workspace.url(name), withIntermediateDirectories: false)
    let outputs = ["-o", "a.cast", "-o", "a.gif", "-o", "a.png", "--recipe", "a.json", "-q"]
    for run in [["demo.tape"] + outputs, ["terminal"] + outputs + ["--", "touch", "ran"]] {
      // Only a tape takes screenshots.
      if name == "shot.png", run[0] == "terminal" { continue }
      let result = try await CaptureProcess.run(run, in: workspace.folder)
      #expect(result.status == 73 && result.errorLines.count == 1, "\(run): \(result.status) \(result.error)")
      #expect(result.error.contains("\(name) is a folder"), "\(result.error)")
      #expect(try workspace.files == [name, "demo.tape"].sorted())
    }
  }

  @Test(
    "Nothing runs for a film that can't be made",
    arguments: [(["--encoder", "nosuch"], 69), (["--text-font", "Nothing"], 64)] as [([String], Int32)])
  func impossible(options: [String], status: Int32) async throws {
    let workspace = try workspace("Set Width 320\nSet Height 160\nType 'touch ran'\nEnter\nWait")
    for run in [["demo.tape"], ["terminal", "--", "touch", "ran"]] {
      let film = [run[0], "-o", "a.mp4", "-q"] + options + run.dropFirst()
      let result = try await CaptureProcess.run(film, in: workspace.folder)
      #expect(result.status == status && result.errorLines.count == 1, "\(run): \(result.status) \(result.error)")
      #expect(try workspace.files == ["demo.tape"])
    }
  }

  @Test("A Wait that times out prints the screen")
  func screen() async throws {
    let workspace = try workspace("Type 'echo one'\nEnter\nWait+Screen /one\\n>/\nWait@100ms /never/")
    let result = try await workspace.capture("demo.tape")
    #expect(result.errorLines.contains("  > echo one") && result.errorLines.contains("  one"), "\(result.error)")
  }

  @Test("A tape is recognized by its name alone, and another file runs nothing")
  func names() async throws {
    let workspace = try workspace("Type 'touch ran'\nEnter\nWait")
    try FileManager.default.copyItem(at: workspace.url("demo.tape"), to: workspace.url("demo.txt"))
    let other = try await workspace.capture("demo.txt")
    #expect(other.status == 65, "\(other.error)")
    #expect(try workspace.files == ["demo.tape", "demo.txt"])
    let missing = try await workspace.capture("none.tape")
    #expect(missing.status == 66 && missing.error.contains("none.tape"), "\(missing.error)")
  }

  @Test("A program is recorded to its end, which is reported, and its secrets are masked")
  func program() async throws {
    let workspace = try Workspace()
    let options = ["--cols", "20", "--rows", "4", "--size", "160x90", "--fps", "5", "--env", "LETTER"]
    let result = try await CaptureProcess.run(
      ["terminal"] + options + ["--redact", "key-\\w+", "-o", "a.cast", "-o", "a.png", "--json", "--"]
        + ["sh", "-c", "stty size; printf 'ke%s\\n' y-abc $LETTER$OTHER; exit 3"],
      in: workspace.folder, environment: ["LETTER": "L", "OTHER": "O"])
    #expect(result.status == 3 && result.errorLines.first == "sh ended with exit code 3", "\(result.error)")
    let cast = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(cast.contains("4 20\\r\\n") && cast.contains("*******\\r\\n") && cast.contains("keL\\r\\n"), "\(cast)")
    #expect(!cast.contains("abc"))
    #expect(cast.hasSuffix(", \"x\", \"3\"]\n"), "\(cast)")
    let summary = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(summary["exitCode"] as? Int == 3)
    #expect(try workspace.files == ["a.cast", "a.png"])
    let none = try await workspace.capture("terminal", "--", "no-such-program")
    #expect(
      none.status == 69 && none.error.contains("cannot run no-such-program: it is not installed"), "\(none.error)")
  }

  @Test(
    "A recorded program's exit code is that of capture, unless it is to be ignored",
    arguments: [("exit 3", 3), ("kill -9 $$", 137), ("exit 0", 0)])
  func exitCode(program: String, code: Int32) async throws {
    let workspace = try Workspace()
    let passed = try await workspace.capture("terminal", "-o", "a.cast", "--", "sh", "-c", program)
    #expect(passed.status == code, "\(passed.error)")
    let ignored = try await workspace.capture(
      "terminal", "--ignore-exit-code", "-o", "b.cast", "--json", "--", "sh", "-c", program)
    #expect(ignored.status == 0, "\(ignored.error)")
    let summary = try #require(try JSONSerialization.jsonObject(with: ignored.output) as? [String: Any])
    #expect(summary["exitCode"] as? Int == Int(code) && summary["file"] as? String == "b.cast")
    // What cannot be recorded is an error all the same.
    try FileManager.default.createDirectory(at: workspace.url("c.cast"), withIntermediateDirectories: false)
    let failed = try await workspace.capture(
      "terminal", "--ignore-exit-code", "-o", "c.cast", "--", "sh", "-c", program)
    #expect(failed.status == 73, "\(failed.error)")
    let text = try await workspace.capture("terminal", "--ignore-exit-code", "a.cast")
    #expect(text.status == 64 && text.error.contains("--ignore-exit-code is for programs"), "\(text.error)")
  }

  @Test("A tape without a film prints a summary of its recording, and a GIF has the tape's size")
  func sizes() async throws {
    let tape = "Output a.cast\nSet Width 1200\nSet Height 300\nSet Framerate 5\nType 'echo one'\nEnter\nWait"
    let workspace = try workspace(tape)
    let cast = try await workspace.capture("demo.tape")
    #expect(cast.status == 0 && cast.errorLines.count == 1, "\(cast.error)")
    #expect(cast.error.hasPrefix("a.cast: a session of ") && cast.error.contains(" cells, "), "\(cast.error)")
    let both = try await workspace.capture("terminal", "demo.tape", "-o", "a.gif", "-o", "b.cast", "-o", "b.txt")
    #expect(both.status == 0 && both.errorLines.count == 2, "\(both.error)")
    #expect(both.errorLines.first?.hasPrefix("b.cast, b.txt: a session of ") == true, "\(both.error)")
    #expect(both.error.contains("1200x300"), "\(both.error)")
    let header = try [UInt8](Data(contentsOf: workspace.url("a.gif")).prefix(10))
    #expect(Array(header[6...]) == [0xB0, 4, 0x2C, 1])
    // An explicit width still scales it down.
    let narrow = try await workspace.capture("demo.tape", "-o", "c.gif", "--width", "600", "-q")
    #expect(narrow.status == 0, "\(narrow.error)")
    let small = try [UInt8](Data(contentsOf: workspace.url("c.gif")).prefix(10))
    #expect(Array(small[6...]) == [0x58, 2, 150, 0])
  }

  @Test(
    "The keyboard reaches the program, and the user's terminal is restored afterwards", .enabled(if: script != nil))
  func keyboard() async throws {
    let workspace = try Workspace()
    // `script` acts as the user: its input is typed into a terminal in which the command runs.
    let command = """
      before=$(stty -g)
      \(CaptureProcess.executable.path) terminal -q -o a.cast -- sh -c 'read line; echo "got $line"; stty -a | tr ";" "\\n" | grep rows'
      [ "$before" = "$(stty -g)" ] && echo restored
      """
    try Data(command.utf8).write(to: workspace.url("run.sh"))
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      ["-c", "printf 'hello\\r' | \(Self.script ?? "") -qec 'stty rows 11 cols 44; sh run.sh' /dev/null"],
      in: workspace.folder)
    let shown = String(decoding: result.output, as: UTF8.self)
    #expect(shown.contains("got hello") && shown.contains("rows 11") && shown.contains("restored"), "\(shown)")
    let cast = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(cast.contains("\"width\": 44, \"height\": 11") && cast.contains("got hello"), "\(cast)")
  }

  @Test("Typed input becomes a tape that can be played", .enabled(if: script != nil))
  func record() async throws {
    let workspace = try Workspace()
    let command = """
      exec \(CaptureProcess.executable.path) terminal -q --record a.tape -- sh -c 'touch ready; read line; echo "got $line"'
      """
    try Data(command.utf8).write(to: workspace.url("run.sh"))
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "{ until [ -e ready ]; do :; done; printf 'hello\\033[D\\r'; } | \(Self.script ?? "") -qec 'sh run.sh' /dev/null",
      ], in: workspace.folder)
    #expect(try workspace.files == ["a.tape", "ready", "run.sh"], "\(String(decoding: result.output, as: UTF8.self))")
    let tape = try String(contentsOf: workspace.url("a.tape"), encoding: .utf8)
    #expect(tape.hasPrefix("Output \"a.gif\"\n") && tape.contains("Type \"hello\"\nLeft\nEnter\n"), "\(tape)")
    #expect(tape.contains("Type `sh -c 'touch ready; read line; echo \"got $line\"'`\nEnter\n"), "\(tape)")
    let again = try await workspace.capture("a.tape", "-o", "a.txt", "-q")
    #expect(again.status == 0, "\(again.error)")
    #expect(try String(contentsOf: workspace.url("a.txt"), encoding: .utf8).contains("got hello"))
    let piped = try await workspace.capture("terminal", "--record", "b.tape")
    #expect(piped.status == 64 && piped.error.contains("run it in a terminal"), "\(piped.error)")
    let named = try await workspace.capture("terminal", "--record", "b.txt")
    #expect(named.status == 64 && named.error.contains("such as demo.tape"), "\(named.error)")
  }

  @Test("A warning names a tape with a line that was typed unseen", .enabled(if: script != nil))
  func unseen() async throws {
    let workspace = try Workspace()
    let command = """
      exec \(CaptureProcess.executable.path) terminal --record a.tape -- sh -c 'stty -echo; touch ready; read line; stty echo'
      """
    try Data(command.utf8).write(to: workspace.url("run.sh"))
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "{ until [ -e ready ]; do :; done; printf 'secret\\r'; } | \(Self.script ?? "") -qec 'sh run.sh' /dev/null",
      ], in: workspace.folder)
    let shown = String(decoding: result.output, as: UTF8.self)
    #expect(shown.contains("a.tape also holds text that was typed unseen"), "\(shown)")
  }

  private static let script = Program.find("script")

  @Test("A signal goes to the program, and the session so far is filmed")
  func signal() async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      [
        "terminal", "-o", "a.cast", "--", "sh", "-c",
        "trap 'echo caught; exit 5' TERM; touch ready; while :; do read -r x; done",
      ],
      in: workspace.folder
    ) { process in
      while !FileManager.default.fileExists(atPath: workspace.url("ready").path), !Program.hasEnded(process) {}
      kill(process, SIGTERM)
    }
    #expect(result.status == 128 + SIGTERM && result.error.contains("sh ended with exit code 5"), "\(result.error)")
    #expect(try String(contentsOf: workspace.url("a.cast"), encoding: .utf8).contains("caught"))
  }
}
