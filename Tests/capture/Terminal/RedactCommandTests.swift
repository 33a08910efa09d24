import Foundation
import ReelTestSupport
import Testing

/// Outputs of `capture` for sessions with secrets.
@Suite struct RedactCommandTests {
  private static let options = ["--fps", "2", "--hold", "0.5", "--size", "160x120", "-q"]
  private static let head = #"{"version": 2, "width": 40, "height": 6}"#

  @Test(
    "No output has a secret whose label is drawn after it, or that is in a string for the terminal",
    arguments: [
      #"[0.1, "o", "      ABCDEFGH12345678\rtoken="]"#,
      #"[0.1, "o", "\u001b[1;7HABCDEFGH12345678"]"# + "\n" + #"[0.5, "o", "\u001b[1;1Htoken="]"#,
      #"[0.1, "o", "\u001bPtoken=ABCDEFGH12345678\u001b\\hi\u001b_token=ABCDEFGH12345678\u001b\\"]"#,
      #"[0.1, "o", "token=ABCDEFGH12345678\r\n"]"# + "\n" + #"[0.2, "i", "ABCDEFGH1234"]"# + "\n"
        + #"[0.3, "m", "at ABCDEFGH"]"#,
    ])
  func outputs(events: String) async throws {
    let workspace = try Workspace()
    try Data((Self.head + "\n" + events + "\n[2, \"o\", \"\\u001b[3;1Hend\"]\n").utf8).write(
      to: workspace.url("a.cast"))
    let outputs = ["b.cast", "b.txt", "b.png", "b.gif"].flatMap { ["-o", $0] } + ["--recipe", "b.json"]
    let result = try await CaptureProcess.run(
      ["a.cast", "--redact", "token=\\w+"] + outputs + Self.options, in: workspace.folder)
    try #require(result.status == 0, "\(result.error)")
    for name in ["b.cast", "b.txt", "b.json"] {
      let text = try String(contentsOf: workspace.url(name), encoding: .utf8)
      #expect(!text.contains("ABCD") && !text.contains("5678"), "\(name): \(text)")
      #expect(text.contains("end"), "\(name): \(text)")
    }
    // The drawn session is the recording that was written.
    let still = try await workspace.capture("still", "b.cast", "--at", "2.2", "--size", "160x120", "-o", "-")
    #expect(try still.output == Data(contentsOf: workspace.url("b.png")), "\(still.error)")
  }

  @Test("A match that cannot be masked ends with 65, and nothing is written or lost")
  func refused() async throws {
    let workspace = try Workspace()
    try Data((Self.head + "\n" + #"[0.1, "o", "\u001b#8"]"# + "\n").utf8).write(to: workspace.url("a.cast"))
    try Data("old".utf8).write(to: workspace.url("b.cast"))
    let outputs = ["b.cast", "b.txt", "b.png", "b.mp4", "new/b.gif"].flatMap { ["-o", $0] }
    let result = try await CaptureProcess.run(
      ["a.cast", "--redact", "E{8}", "--recipe", "b.json"] + outputs + Self.options, in: workspace.folder)
    #expect(result.status == 65 && result.error.contains("cannot be masked at 0.1 s"), "\(result.error)")
    #expect(try workspace.files == ["a.cast", "b.cast"])
    #expect(try Data(contentsOf: workspace.url("b.cast")) == Data("old".utf8))
  }

  @Test("An expression may begin with a dash, and an unbounded one is refused in one line")
  func expressions() async throws {
    let workspace = try Workspace()
    let line = #"[0.1, "o", "-----BEGIN KEY-----\r\nABCDEFGH"]"#
    try Data((Self.head + "\n" + line + "\n").utf8).write(to: workspace.url("a.cast"))
    let dashed = try await workspace.capture("a.cast", "--redact", "-----BEGIN[^$]+", "-o", "b.cast")
    #expect(dashed.status == 0, "\(dashed.error)")
    #expect(try !String(contentsOf: workspace.url("b.cast"), encoding: .utf8).contains("ABCD"))
    let endless = try await workspace.capture("a.cast", "--redact", "(a+)+\\.", "-o", "c.cast")
    #expect(endless.status == 64 && endless.error.contains("--redact (a+)+\\. may never finish"), "\(endless.error)")
    #expect(endless.errorLines.count == 1)
    #expect(try workspace.files == ["a.cast", "b.cast"])
  }

  @Test("The screen of a tape whose Wait timed out is printed masked")
  func screen() async throws {
    let workspace = try Workspace()
    let tape = """
      Type "printf '      %s\\rtok%s\\n' ABCDEF12 en="
      Enter
      Wait+Screen /token=A/
      Wait+Screen@100ms /never/
      """
    try Data(tape.utf8).write(to: workspace.url("a.tape"))
    let result = try await CaptureProcess.run(
      ["a.tape", "--redact", "token=\\w+", "-o", "a.txt"], in: workspace.folder)
    #expect(result.status == 1 && result.error.contains("**************"), "\(result.error)")
    #expect(!result.error.contains("BCDE"), "\(result.error)")
    #expect(try workspace.files == ["a.tape"])
  }

  /// A program with much to mask, which has ended when its recorder says so in `err`.
  private static let ending = "i=0; while [ $i -lt 400 ]; do i=$((i+1)); echo line $i token=ABCDEF$i; done"

  /// Records the program, and does something when it has ended.
  private func record(
    in workspace: Workspace, then act: @escaping @Sendable (pid_t) -> Void
  ) async throws -> (status: Int32, error: String) {
    let command =
      "exec '\(CaptureProcess.executable.path)' terminal --redact 'token=\\w+' --fps 2 --size 160x120 -o a.gif"
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "\(command) -- sh -c '\(Self.ending)' 2> err"],
      in: workspace.folder
    ) { process in
      func hasEnded() -> Bool {
        (try? String(contentsOf: workspace.url("err"), encoding: .utf8))?.contains("ended with") == true
      }
      while !hasEnded(), !Program.hasEnded(process) {}
      act(process)
    }
    return (result.status, try String(contentsOf: workspace.url("err"), encoding: .utf8))
  }

  @Test("After a signal once the program has ended, its session is still masked and filmed")
  func interrupted() async throws {
    let workspace = try Workspace()
    let result = try await record(in: workspace) { kill($0, SIGINT) }
    #expect(result.status == 0 && result.error.contains("interrupt again to discard it"), "\(result.error)")
    #expect(try workspace.files == ["a.gif", "err"])
  }

  @Test("A second signal after the program's end discards the session, and a line says so")
  func abandoned() async throws {
    let workspace = try Workspace()
    let result = try await record(in: workspace) { process in
      while !Program.hasEnded(process) { kill(process, SIGINT) }
    }
    #expect(result.status == SIGINT, "\(result.error)")
    #expect(
      result.error.contains("the session is lost, as --redact saves nothing before it is masked\n"),
      "\(result.error)")
    #expect(try workspace.files.contains("a.gif") == false)
  }

  @Test("A masked session leaves no file when it is killed")
  func killed() async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      ["terminal", "--redact", "token=\\w+", "-o", "a.cast", "-o", "a.mp4", "--"]
        + ["sh", "-c", "echo token=ABCDEF12; touch ready; while :; do read -r x; done"], in: workspace.folder
    ) { process in
      while !FileManager.default.fileExists(atPath: workspace.url("ready").path), !Program.hasEnded(process) {}
      kill(process, SIGKILL)
    }
    #expect(result.status == SIGKILL)
    #expect(try workspace.files == ["ready"])
  }
}
