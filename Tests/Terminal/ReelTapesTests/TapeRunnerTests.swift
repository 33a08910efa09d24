import Foundation
import ReelTerminal
import ReelTestSupport
import Testing

@testable import ReelTapes

/// Tapes that run real programs, and recorded programs.
///
/// No test here relies on a clock: it waits for a program's output on its screen.
@Suite struct TapeRunnerTests {
  private static let environment = SessionEnvironment.variables(
    of: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/"], passing: [],
    and: TapeShell.bash.environment)

  /// Plays a tape on a separate thread.
  private func play(_ text: String, columns: Int = 40, rows: Int = 8) async throws -> TapeSession {
    let tape = try TapeParserTests.parse(text)
    let environment = Self.environment.merging(tape.settings.shell.environment) { $1 }
      .merging(tape.settings.environment) { $1 }
    return try await aside {
      var runner = try TapeRunner(
        tape, columns: columns, rows: rows, environment: environment, palette: TerminalTheme.night.palette
      ) { false }
      return try runner.play()
    }
  }

  /// The screen at the end of a session.
  private func screen(_ cast: Cast) -> String {
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    for timed in cast.events { terminal.show(timed.event) }
    return terminal.screenText
  }

  @Test("A command is typed, runs, and is waited for, and pauses are as long as the tape says")
  func typed() async throws {
    let session = try await play(
      "Set TypingSpeed 100ms\nType \"printf '%s\\n' a-$HELLO-b\"\nSleep 20s\nEnter\nWait+Screen /a-WORLD-b\\n>/\nSleep 3s\nEnv HELLO WORLD"
    )
    #expect(screen(session.cast).hasPrefix("> printf '%s\\n' a-$HELLO-b\na-WORLD-b\n>"))
    let enter = session.cast.events.first { $0.event == .input("\r") }
    #expect(enter?.time == 22.4)
    #expect(session.cast.duration >= 22.4 + 0.1 + 3)
    // The prompt is there when the film begins.
    #expect(session.cast.events.first?.time == 0)
    #expect(session.moments.last == session.cast.events.count)
  }

  @Test("The text has the screens at pauses, and none between two keys", .enabled(if: isLinux))
  func screens() async throws {
    let session = try await play(
      "Type \"echo one\"\nEnter\nSleep 20s\nType \"echo two\"\nSleep 1ms\nEnter\nSleep 20s\nType \"echo two\"\nEnter\nSleep 20s\nSleep 1s"
    )
    let screens = ["> echo one\none\n>\n", "> echo two\ntwo\n>\n", "> echo two\ntwo\n>\n"]
    let expected = screens.indices.map { index in
      // Each begins with the previous screen, without its prompt.
      screens[..<index].map { $0.dropLast(2) }.joined() + screens[index] + ScreenText.separator + "\n"
    }
    #expect(ScreenText.text(of: session.cast, at: session.moments) == expected.joined())
  }

  @Test("A program at rest is not waited for: an hour of pauses passes at once", .enabled(if: isLinux))
  func rest() async throws {
    let session = try await play(
      "Sleep 60m\nType \"cat\"\nEnter\nSleep 60m\nType \"x\"\nEnter\nWait /^$/\nCtrl+D\nSleep 60m")
    #expect(session.cast.duration > 10_800)
    #expect(screen(session.cast).contains("> cat\nx\nx\n>"))
  }

  @Test(
    "Nor is one that waits for its own events", .enabled(if: isLinux && Program.find("fish") != nil))
  func ownEvents() async throws {
    let session = try await play("Set Shell fish\nWait\nSleep 60m\nType \"echo a\"\nSleep 60m")
    #expect(session.cast.duration > 7200)
  }

  @Test("A Wait that times out ends the tape, and reports its line and the screen")
  func vain() async throws {
    await #expect {
      try await play("Type \"echo one\"\nEnter\nWait+Screen@100ms /never/")
    } throws: { error in
      guard case TapeFailure.timeout(let fault, let screen) = error else { return false }
      return fault.line == 3 && fault.description.contains("nothing on the screen matched /never/ within 0.1 s")
        && screen.contains("one")
    }
    await #expect {
      try await play("Type \"echo one\"\nEnter\nWait@300ms /^one/")
    } throws: { error in
      guard case TapeFailure.timeout(let fault, _) = error else { return false }
      return fault.description.contains("the cursor's line matched /^one/ within 0.3 s, but a line above it does")
    }
    await #expect {
      try await play("Type \"exit\"\nEnter\nWait+Screen /never/")
    } throws: { error in
      guard case TapeFailure.timeout(let fault, _) = error else { return false }
      return fault.reason.contains("the shell ended")
    }
  }

  @Test("Hidden commands run without being shown, keys included, and take no time")
  func hidden() async throws {
    let session = try await play(
      "Hide\nType \"SECRET=7; clear\"\nEnter\nSleep 5s\nShow\nType \"echo $SECRET\"\nEnter\nWait+Screen /^> echo .SECRET\\n7\\n/\nHide\nType \"echo late\"\nEnter"
    )
    #expect(screen(session.cast).hasPrefix("> echo $SECRET\n7\n>"))
    #expect(!session.cast.text.contains("late"))
    #expect(session.cast.duration < 5)
    let keys = session.cast.events.compactMap { if case .input(let text) = $0.event { text } else { nil } }
    #expect(keys.joined() == "echo $SECRET\r")
  }

  @Test("Modified keys, several keys, and copied text reach the program")
  func keys() async throws {
    let session = try await play(
      """
      Copy "cat -v"
      Paste
      Enter
      Ctrl+V
      Type "ab"
      Backspace 2
      Up
      Alt+x
      Ctrl+D
      Enter
      Wait+Screen /\\^\\[x/
      Ctrl+C
      Wait
      """)
    #expect(screen(session.cast).contains("^[[A^[x"), "\(screen(session.cast))")
  }

  @Test("Speed changes from a command on, and the typing seed changes only times")
  func speed() async throws {
    func duration(_ text: String) async throws -> Double { try await play(text).cast.duration }
    #expect(try await duration("Sleep 4s\nSet PlaybackSpeed 4\nSleep 4s") == 5)
    #expect(try await duration("Set PlaybackSpeed 0.5\nSleep 1s") == 2)
    let tape = "Set TypingSeed 7\nType \"echo abc\""
    let (first, second) = (try await play(tape).cast, try await play(tape).cast)
    func keys(_ cast: Cast) -> [Cast.TimedEvent] {
      cast.events.filter { if case .input = $0.event { true } else { false } }
    }
    #expect(keys(first) == keys(second))
    #expect(first.duration != 0.4)
  }

  @Test("The view scrolls over the history, and back when a key is pressed")
  func scroll() async throws {
    let session = try await play(
      "Type \"clear; seq 20\"\nEnter\nWait+Screen /20\\n> ?$/\nScrollUp 15\nScreenshot a.png\nState a.json\nScrollDown 2\nSleep 1s\nType \"x\"\nSleep 100ms",
      rows: 6)
    let shot = try #require(session.screenshots.first)
    var cast = session.cast
    cast.events.removeAll { $0.time > shot.time - 0.01 }
    #expect(screen(cast) == "1\n2\n3\n4\n5\n6")
    let state = try #require(session.states.first)
    #expect(state.path == "a.json" && session.states.count == 1)
    #expect(ScreenText.terminals(of: session.cast, at: [state.moment]).map(\.screenText) == ["1\n2\n3\n4\n5\n6"])
    #expect(screen(session.cast) == "16\n17\n18\n19\n20\n> x")
  }

  @Test("A killed program is shown to its end, and then its leftovers are cleaned up", arguments: ["bash", "dash"])
  func killed(shell: String) async throws {
    let draw = #"stty raw -echo; printf "\033[?1049h\033[?25l\033[?1000h\033[2;4rPICTURE"; dd bs=1 count=1 2>/dev/null"#
    let session = try await play(
      """
      Set Shell \(shell)
      Type `sh -c '\(draw); kill -9 $$'`
      Enter
      Wait+Screen /^PICTURE/
      Sleep 2s
      Type "q"
      Wait+Screen /Killed(.|\\n)*\\n> ?\\n/
      Type "echo a$((40 + 2))b"
      Enter
      Wait+Screen /a42b\\n> ?/
      """, columns: 150)
    var terminal = Terminal(columns: 150, rows: 8)
    var pictures: [Double] = []
    for timed in session.cast.events {
      terminal.show(timed.event)
      if terminal.screenText.hasPrefix("PICTURE\n"), !terminal.showsCursor { pictures.append(timed.time) }
    }
    // Until the key press that killed it: two seconds after the picture was waited for, which is a moment after it was
    // drawn.
    #expect((pictures.last ?? 0) - (pictures.first ?? 0) >= 1.9, "\(pictures)")
    #expect(terminal.screenText.hasPrefix("> sh -c 'stty raw") && terminal.screenText.contains("Killed"))
    #expect(terminal.screenText.contains("a42b\n>") && terminal.showsCursor)
  }

  @Test("Deliberate changes stay: a hidden cursor, and the alternate screen")
  func deliberate() async throws {
    let session = try await play(
      "Type `sh -c 'printf \"\\033[?25l\"'; clear`\nEnter\nWait+Screen /^> ?\\n/\nType \"echo on\"\nEnter\nWait+Screen /on\\n> ?\\n/"
    )
    var terminal = Terminal(columns: 40, rows: 8)
    for timed in session.cast.events { terminal.show(timed.event) }
    #expect(!terminal.showsCursor && terminal.screenText.hasPrefix("> echo on\non\n>"), "\(terminal.screenText)")
  }

  @Test("A program has no open files but its terminal", .enabled(if: isLinux))
  func descriptors() async throws {
    // Without the flag that closes it in programs, as libraries open files.
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    let result = try await aside {
      try LiveRecorder.record(
        LiveRecorder.Options(
          ["sh", "-c", "for file in /proc/$$/fd/*; do readlink $file; done"], environment: Self.environment,
          palette: TerminalTheme.night.palette))
    }
    let paths = Set(screen(result.cast).split(separator: "\n"))
    #expect(paths.count == 1 && paths.first?.hasPrefix("/dev/pts/") == true, "\(paths)")
  }

  @Test("A program is recorded in a terminal of the requested size, with its exit code")
  func live() async throws {
    func record(_ script: String) async throws -> LiveRecorder.Result {
      try await aside {
        var options = LiveRecorder.Options(
          ["sh", "-c", script], environment: Self.environment, palette: TerminalTheme.night.palette)
        options.size = (33, 7)
        return try LiveRecorder.record(options)
      }
    }
    let result = try await record("stty size; echo $TERM $LANG; tty -s && printf '\\033[31mred'; exit 3")
    #expect(result.end == .exited(3) && result.end.code == 3)
    #expect(screen(result.cast).hasPrefix("7 33\nxterm-256color C.UTF-8\nred"))
    #expect((result.cast.columns, result.cast.rows) == (33, 7))
    #expect(try await record("kill -TERM $$").end == .killed(15))
    // One that leaves a background process, and one that queries the terminal.
    #expect(try await record("(trap '' HUP; exec sleep 3) & exit 4").end == .exited(4))
    // One that leaves a background process that writes forever.
    let noisy = try await record("trap '' HUP; yes & exit 6")
    #expect(noisy.end == .exited(6) && !noisy.isCut && noisy.cast.duration < 60)
    let asked = try await record("stty -icanon -echo; printf 'ab\\033[6n'; dd bs=1 count=6 2>/dev/null | cat -v")
    #expect(screen(asked.cast).contains("ab^[[1;3R"))
    await #expect(throws: (any Error).self) {
      try await aside {
        try LiveRecorder.record(
          LiveRecorder.Options(["no-such-program"], environment: [:], palette: TerminalTheme.night.palette))
      }
    }
  }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif
