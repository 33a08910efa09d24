import Foundation
import Reel
import ReelTestSupport
import Testing

/// Recorded programs that are killed, or do not end.
@Suite struct LiveSessionTests {
  @Test("A killed session is kept in a file beside its outputs, can be filmed from there, and is never overwritten")
  func killed() async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      ["terminal", "-o", "a.cast", "-o", "a.mp4", "--", "sh", "-c", "echo one; while :; do read -r x; done"],
      in: workspace.folder
    ) { process in
      while (try? String(contentsOf: workspace.url("a.partial.cast"), encoding: .utf8))?.contains("one") != true,
        !Program.hasEnded(process)
      {}
      kill(process, SIGKILL)
    }
    #expect(result.status == SIGKILL)
    #expect(try workspace.files == ["a.partial.cast"])

    let again = try await workspace.capture("terminal", "-o", "a.cast", "--", "touch", "ran")
    #expect(again.status == 73 && again.error.contains("capture recover a.partial.cast"), "\(again.error)")
    // The last line was being written.
    let file = try FileHandle(forWritingTo: workspace.url("a.partial.cast"))
    try file.seekToEnd()
    try file.write(contentsOf: Data("[9.5, \"o\", \"tw".utf8))
    try file.close()
    let options = ["--fps", "2", "--size", "160x120", "-q"]
    let film = try await CaptureProcess.run(["a.partial.cast", "-o", "a.mp4"] + options, in: workspace.folder)
    #expect(film.status == 0, "\(film.error)")
    let asFilm = try await workspace.capture("recover", "a.partial.cast", "-o", "a.gif")
    #expect(asFilm.status == 64 && asFilm.error.contains("capture a.partial.cast -o a.gif"), "\(asFilm.error)")
    let recovered = try await workspace.capture("recover", "a.partial.cast")
    #expect(recovered.status == 0 && recovered.error.hasPrefix("a.cast: "), "\(recovered.error)")
    #expect(try workspace.files == ["a.cast", "a.mp4"])
    let cast = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(cast.contains("one\\r\\n") && !cast.contains("tw"), "\(cast)")
  }

  @Test("The lines before the damage of a session are saved with 65, and the file is kept")
  func damaged() async throws {
    let workspace = try Workspace()
    let lines = [
      "{\"version\": 2, \"width\": 80, \"height\": 24}", "[0.5, \"o\", \"one\"]", "[1.5, \"o\", \"two\"]", "[2.5, \"o",
      "[3.5, \"o\", \"four\"]", "",
    ]
    let left = Data(lines.joined(separator: "\n").utf8)
    try left.write(to: workspace.url("a.partial.cast"))
    let result = try await workspace.capture("recover", "a.partial.cast")
    #expect(result.status == 65 && result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.contains("a.cast has the 1.5 s before it, and a.partial.cast is kept"), "\(result.error)")
    #expect(try workspace.files == ["a.cast", "a.partial.cast"])
    #expect(try Data(contentsOf: workspace.url("a.partial.cast")) == left)
    let cast = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(cast.contains("one") && cast.contains("two") && !cast.contains("four"), "\(cast)")
  }

  @Test("An empty session file is reused, and a stranger's file is left alone")
  func leftovers() async throws {
    let workspace = try Workspace()
    try Data("{\"version\": 2, \"width\": 80, \"height\": 24}\n".utf8).write(to: workspace.url("a.partial.cast"))
    let fine = try await workspace.capture("terminal", "-q", "-o", "a.cast", "--", "echo", "x")
    #expect(fine.status == 0, "\(fine.error)")
    #expect(try workspace.files == ["a.cast"])
    try Data("mine".utf8).write(to: workspace.url("a.partial.cast"))
    let refused = try await workspace.capture("terminal", "-q", "-o", "a.cast", "--", "touch", "ran")
    #expect(refused.status == 73 && refused.error.contains("is not a recording"), "\(refused.error)")
    #expect(try workspace.files == ["a.cast", "a.partial.cast"])
    #expect(try Data(contentsOf: workspace.url("a.partial.cast")) == Data("mine".utf8))
  }

  private static let script = Program.find("script")

  /// Records a program in a user's terminal of its own, while something is done to the recorder.
  ///
  /// - Returns: The terminal's output with the exit code, and whether the terminal was restored.
  private func record(
    _ program: String, in workspace: Workspace,
    meanwhile: @escaping @Sendable (_ recorder: pid_t, _ process: pid_t) -> Void
  ) async throws -> String {
    try Data(program.utf8).write(to: workspace.url("program.sh"))
    let command = """
      before=$(stty -g)
      sh -c 'echo $$ > recorder; exec \(CaptureProcess.executable.path) terminal -o a.cast -o a.gif -q --fps 2 -- sh program.sh'
      echo "code $?"
      [ "$before" = "$(stty -g)" ] && echo restored
      """
    try Data(command.utf8).write(to: workspace.url("run.sh"))
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: Self.script ?? ""), ["-qec", "sh run.sh", "/dev/null"], in: workspace.folder
    ) { process in
      Self.wait(for: "ready", in: workspace, process)
      let text = (try? String(contentsOf: workspace.url("recorder"), encoding: .utf8)) ?? ""
      guard let recorder = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return }
      meanwhile(recorder, process)
    }
    return String(decoding: result.output, as: UTF8.self)
  }

  private static func wait(for file: String, in workspace: Workspace, _ process: pid_t) {
    while !FileManager.default.fileExists(atPath: workspace.url(file).path), !Program.hasEnded(process) {}
  }

  @Test(
    "A second signal kills a program that survives the first, and its film is made", .enabled(if: script != nil))
  func ignoring() async throws {
    let workspace = try Workspace()
    let program = "trap 'touch caught' TERM\ntrap '' INT\necho shown\ntouch ready\nwhile :; do read -r x; done"
    let shown = try await record(program, in: workspace) { recorder, process in
      kill(recorder, SIGTERM)
      Self.wait(for: "caught", in: workspace, process)
      // A different signal is not a duplicate of the first.
      kill(recorder, SIGINT)
    }
    #expect(shown.contains("code 143") && shown.contains("restored"), "\(shown)")
    let files = try workspace.files
    #expect(files == ["a.cast", "a.gif", "caught", "program.sh", "ready", "recorder", "run.sh"])
    let cast = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(cast.contains("shown") && cast.contains("\"x\", \"137\""), "\(cast)")
  }

  @Test("The second signal also kills a stopped program", .enabled(if: script != nil))
  func stopped() async throws {
    let workspace = try Workspace()
    let shown = try await record(
      "trap '' TERM INT\necho shown\ntouch ready\nkill -STOP $$\nwhile :; do read -r x; done", in: workspace
    ) { recorder, _ in
      kill(recorder, SIGTERM)
      kill(recorder, SIGINT)
    }
    // Two signals that arrive together may come in any order.
    #expect(shown.contains("code 143") || shown.contains("code 130"), "\(shown)")
    #expect(shown.contains("restored"), "\(shown)")
    #expect(try String(contentsOf: workspace.url("a.cast"), encoding: .utf8).contains("shown"))
  }

  @Test(
    "SIGUSR1 and SIGUSR2 go to the program, the film is made, and the terminal is restored",
    .enabled(if: script != nil), arguments: [SIGUSR1, SIGUSR2])
  func others(signal: Int32) async throws {
    let workspace = try Workspace()
    let program = "trap 'echo caught; exit 3' USR1 USR2\ntouch ready\nwhile :; do read -r x; done"
    let shown = try await record(program, in: workspace) { recorder, _ in kill(recorder, signal) }
    #expect(shown.contains("code 3") && shown.contains("restored"), "\(shown)")
    let cast = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(cast.contains("caught") && cast.contains("\"x\", \"3\""), "\(cast)")
    #expect(try workspace.files.contains("a.gif"))
  }
}
