import ReelTerminal
import Testing

@testable import ReelTapes

/// Recording and masking of sessions.
@Suite struct SessionTests {
  private func text(_ cast: Cast) -> String {
    cast.events.map { if case .output(let text) = $0.event { text } else { "" } }.joined()
  }

  @Test("Multi-byte characters stay whole, wherever the output is split")
  func characters() {
    let written = Array("aé世👍b".utf8) + [0xFF, 0xE4]
    for size in 1...5 {
      var recording = SessionRecording(columns: 10, rows: 2)
      for start in stride(from: 0, to: written.count, by: size) {
        recording.output(Array(written[start..<min(start + size, written.count)]), at: start)
      }
      recording.finish()
      #expect(text(recording.cast) == "aé世👍b\u{FFFD}\u{FFFD}", "\(size)")
    }
  }

  @Test("Hidden output appears at once when shown again, without its keys, or never")
  func hidden() {
    var recording = SessionRecording(columns: 10, rows: 2)
    recording.output(Array("a".utf8), at: 0)
    recording.now = 1_500_000
    recording.hide()
    recording.add(.input("secret"), at: 1_600_000)
    recording.output(Array("b".utf8), at: 1_700_000)
    recording.show()
    recording.hide()
    recording.output(Array("c".utf8), at: 1_800_000)
    recording.finish()
    #expect(recording.cast.events == [.init(0, .output("a")), .init(1.5, .output("b"))])
    #expect(recording.cast.duration == 1.5)
  }

  private func cast(_ pieces: [String], keys: [String] = []) -> Cast {
    Cast(
      columns: 30, rows: 3,
      events: pieces.enumerated().map { Cast.TimedEvent(Double($0.offset), .output($0.element)) }
        + keys.map { Cast.TimedEvent(Double(pieces.count), .input($0)) })
  }

  @Test(
    "Matches are masked, also in pieces, with colours between letters, in titles and in keys",
    arguments: [
      (["token=abc1 ok"], "********** ok"),
      (["to", "ken=", "abc", "1 ok"], "********** ok"),
      (["tok\u{1B}[31men=\u{1B}[1;2mabc1\u{1B}[m ok"], "***\u{1B}[31m***\u{1B}[1;2m****\u{1B}[m ok"),
      (["\u{1B}]0;token=abc1 x\u{07}"], "\u{1B}]0;********** x\u{07}"),
      (["nothing"], "nothing"),
    ] as [([String], String)])
  func redaction(pieces: [String], shown: String) throws {
    let masked = try Redaction(["token=\\w+"]).mask(cast(pieces, keys: ["to", "ken=a", "\r"]))
    #expect(text(masked) == shown)
    #expect(masked.events.count == pieces.count + 3)
    let keys = masked.events.compactMap { if case .input(let text) = $0.event { text } else { nil } }
    #expect(keys == ["**", "*****", "\r"])
  }

  @Test("A secret whose label is drawn after it is masked, and a wrong expression is refused")
  func unmasked() throws {
    let jumping = cast(["\u{1B}[1;7Habc1", "\u{1B}[1;1Htoken="])
    #expect(text(try Redaction(["token=\\w+"]).mask(jumping)) == "\u{1B}[1;7H****\u{1B}[1;1H******")
    #expect(throws: (any Error).self) { try Redaction(["("]) }
    #expect(try Redaction([]).mask(jumping) == jumping)
  }

  @Test("Screens become text, each once, and their first difference is reported")
  func screens() {
    let cast = cast(["a\r\nb", "", "\u{1B}[H\u{1B}[2Jc   "])
    let text = ScreenText.text(of: cast, at: [1, 2, 3])
    #expect(text == "a\nb\n\(ScreenText.separator)\nc\n\(ScreenText.separator)\n")
    #expect(ScreenText.difference(text, text) == nil)
    #expect(ScreenText.difference(text.replacing("\n", with: "\r\n"), text) == nil)
    #expect(
      ScreenText.difference(text, text.replacing("c\n", with: "d\n")) == ["line 4, on screen 2", "- c", "+ d"])
    #expect(ScreenText.difference("a\n", text) == ["line 2, on screen 1", "- ", "+ b"])
  }

  @Test("The environment is small, and contains only known and requested variables")
  func environment() {
    let current = ["PATH": "/bin", "HOME": "/h", "SECRET": "1", "LANG": "de_DE", "PS1": "x"]
    let variables = SessionEnvironment.variables(of: current, passing: ["LANG", "MISSING"], and: ["A": "b"])
    #expect(
      variables == [
        "PATH": "/bin", "HOME": "/h", "LANG": "de_DE", "A": "b", "TERM": "xterm-256color", "COLORTERM": "truecolor",
        "SHELL": "/bin/sh",
      ])
  }
}
