import ReelTerminal
import Testing

@testable import ReelTapes

/// Tapes written from a keyboard.
@Suite struct TapeWriterTests {
  /// The lines of a tape after its settings, from keys and the pauses before them.
  private func lines(_ keys: [(Double, String)], end: Double = 0, running program: [String] = []) throws -> [String] {
    var time = 0.0
    var cast = Cast()
    for (pause, text) in keys {
      time += pause
      cast.events.append(.init(time, .input(text)))
    }
    cast.duration = time + end
    let tape = TapeWriter.tape(of: cast, running: program, output: "demo.gif")
    // Every written tape can be played.
    let parsed = try TapeParserTests.parse(tape)
    #expect(parsed.outputs.map(\.path) == ["demo.gif"] && parsed.warnings.isEmpty)
    return tape.split(separator: "\n").filter { !$0.hasPrefix("Output") && !$0.hasPrefix("Set") }.map(String.init)
  }

  private func typed(_ text: String, pause: Double = 0.1) -> [(Double, String)] { text.map { (pause, String($0)) } }

  @Test("Typed characters become text, pressed keys become keys, and longer waits become pauses")
  func commands() throws {
    let keys =
      [(1.2, "l")] + typed("s -l") + [(0.2, "\r"), (2.63, "\u{1B}[A"), (0.1, "\u{1B}[A"), (0.1, "\u{7F}")] + [
        (0.7, "\t")
      ]
    #expect(
      try lines(keys, end: 12.4) == [
        "Sleep 1s", "Type \"ls -l\"", "Enter", "Sleep 2.5s", "Up 2", "Backspace", "Sleep 600ms", "Tab", "Sleep 12s",
      ])
    let tape = TapeWriter.tape(
      of: Cast(
        events: typed("hello", pause: 0.14).enumerated().map { .init(Double($0.offset) * 0.14, .input($0.element.1)) }),
      running: [], output: "a.gif")
    #expect(tape.hasPrefix("Output \"a.gif\"\nSet TypingSpeed 140ms\n\nType \"hello\""))
  }

  @Test(
    "Every key of tapes is written the way it is read",
    arguments: [
      "Up", "Home", "PageDown", "Delete", "Insert", "Escape", "Tab", "Shift+Tab", "Ctrl+C", "Ctrl+Left", "Alt+x",
      "Alt+Enter",
      "Ctrl+Alt+Shift+Up", "Ctrl+Space", "Ctrl+\\", "Ctrl+]", "Alt+.", "Alt+Backspace", "Shift+End", "Ctrl+Z",
      "Ctrl+Alt+X",
    ])
  func everyKey(name: String) throws {
    let tape = try TapeParserTests.parse(name)
    guard case .press(let key, _, _) = tape.commands.first?.action else {
      Issue.record("\(name) is no key")
      return
    }
    for isApplication in [false, true] {
      let text = String(decoding: key.bytes(isApplication: isApplication), as: UTF8.self)
      #expect(try lines([(0, text), (0.05, "a")]) == [name, "Type \"a\""])
    }
  }

  @Test("Characters of all kinds are text, in quotation marks that they do not contain")
  func texts() throws {
    #expect(try lines(typed("世é👍e\u{301}")) == ["Type \"世é👍e\u{301}\""])
    #expect(try lines([(0, "e"), (0.1, "\u{301}")]) == ["Type \"e\u{301}\""])
    #expect(try lines(typed("say \"x\"")) == ["Type 'say \"x\"'"])
    #expect(try lines(typed("\"'`a")) == ["Type `\"'`", "Type \"`a\""])
    // Marks that would join the quotation marks, and line breaks that Enter did not send.
    #expect(try lines([(0, "\u{301}")]) == ["# The text typed here cannot be written in a tape"])
    #expect(try lines([(0, "a\u{85}\u{2028}b")]) == ["Type \"ab\""])
    #expect(try lines([], running: ["sh", "-c", "a\nb"]) == ["Type \"sh -c 'a\"", "Enter", "Type \"b'\"", "Enter"])
    #expect(try lines([(0, "git log\r")]) == ["Type \"git log\"", "Enter"])
    // Escape and a later letter are not that letter with Alt.
    #expect(try lines([(0, "\u{1B}"), (0.1, ":"), (0.1, "q")]) == ["Escape", "Type \":q\""])
  }

  @Test("Keys that tapes do not have are noted, and a terminal's answers are not keys")
  func others() throws {
    #expect(try lines([(0, "\u{1B}[15~a")]) == ["# a tape cannot press F5", "Type \"a\""])
    #expect(try lines([(0, "\u{1B}[?62;22c\u{1B}[3;4R\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[<0;10;5Mb")]) == ["Type \"b\""])
    #expect(try lines([(0, "\u{1B}[200~pasted\u{1B}[201~")]) == ["Type \"pasted\""])
  }

  @Test("The end of the shell is left out, and a program is typed first, quoted if needed")
  func ends() throws {
    let ls = ["Type \"ls\"", "Enter", "Sleep 1.5s"]
    let keys = typed("ls") + [(0.1, "\r")]
    #expect(try lines(keys + [(1.6, "\u{4}")], end: 0.1) == ls)
    #expect(try lines(keys + [(1.6, "e")] + typed("xit") + [(0.1, "\r")], end: 1) == ls)
    #expect(
      try lines(typed("q"), running: ["vim", "my file", "it's"]) == [
        "Type \"vim 'my file' 'it'\\''s'\"", "Enter", "Type \"q\"",
      ])
  }
}
