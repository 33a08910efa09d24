import ReelTerminal
import Testing

@testable import ReelTapes

typealias ReelTerminalPalette = TerminalPalette

/// The bytes of keys, and the answers of terminals.
@Suite struct TapeKeyTests {
  @Test(
    "Keys send the same bytes as in xterm",
    arguments: [
      (TapeKey(.named(.enter)), "\r"), (TapeKey(.named(.backspace)), "\u{7F}"), (TapeKey(.named(.tab)), "\t"),
      (TapeKey(.named(.tab), .shift), "\u{1B}[Z"), (TapeKey(.named(.up)), "\u{1B}[A"),
      (TapeKey(.named(.left), .control), "\u{1B}[1;5D"), (TapeKey(.named(.right), [.alt, .shift]), "\u{1B}[1;4C"),
      (TapeKey(.named(.delete)), "\u{1B}[3~"), (TapeKey(.named(.pageDown)), "\u{1B}[6~"),
      (TapeKey(.named(.pageUp), .control), "\u{1B}[5;5~"), (TapeKey(.named(.escape)), "\u{1B}"),
      (TapeKey(.named(.space), .control), "\0"), (TapeKey(.character("c"), .control), "\u{3}"),
      (TapeKey(.character("C"), .control), "\u{3}"), (TapeKey(.character("]"), .control), "\u{1D}"),
      (TapeKey(.character("\\"), .control), "\u{1C}"), (TapeKey(.character("@"), .control), "\0"),
      (TapeKey(.character("x"), .alt), "\u{1B}x"), (TapeKey(.character("x"), [.control, .alt]), "\u{1B}\u{18}"),
      (TapeKey(.character("a"), .shift), "A"), (TapeKey(.character("é")), "é"),
    ])
  func keys(key: TapeKey, text: String) {
    #expect(key.bytes(isApplication: false) == Array(text.utf8))
  }

  @Test("Arrow keys have an application form for programs that request it")
  func application() {
    var terminal = Terminal(columns: 10, rows: 3)
    var replies = TerminalReplies(TerminalTheme.night.palette)
    _ = replies.take(Array("\u{1B}[?25;1h".utf8), showing: &terminal)
    #expect(replies.modes.isOn(1))
    #expect(TapeKey(.named(.up)).bytes(isApplication: true) == Array("\u{1B}OA".utf8))
    #expect(TapeKey(.named(.up), .control).bytes(isApplication: true) == Array("\u{1B}[1;5A".utf8))
    _ = replies.take(Array("\u{1B}[?1l".utf8), showing: &terminal)
    #expect(!replies.modes.isOn(1))
  }

  @Test(
    "Programs get the terminal's identity, cursor position and colours, even if the query arrives in pieces",
    arguments: [
      ("ab\u{1B}[6n", "\u{1B}[1;3R"), ("\u{1B}[2;4H\u{1B}[6ncd", "\u{1B}[2;4R"), ("\u{1B}[c", "\u{1B}[?62;4;22c"),
      ("\u{1B}[5n\u{1B}[>c", "\u{1B}[0n\u{1B}[>1;1;0c"), ("\u{1B}[18t", "\u{1B}[8;3;10t"),
      ("\u{1B}]11;?\u{07}", "\u{1B}]11;rgb:1010/1818/2626\u{07}"),
      ("\u{1B}]10;?\u{1B}\\", "\u{1B}]10;rgb:d6d6/dede/ebeb\u{1B}\\"),
      ("\u{1B}]4;1;?\u{07}", "\u{1B}]4;1;rgb:ffff/6b6b/7f7f\u{07}"), ("\u{1B}[?2026$p", "\u{1B}[?2026;0$y"),
      // What the program has set, by number, several at once, and after a reset.
      ("\u{1B}]11;#123456\u{07}\u{1B}]11;?\u{07}", "\u{1B}]11;rgb:1212/3434/5656\u{07}"),
      ("\u{1B}]4;1;red;1;?;20;?\u{07}", "\u{1B}]4;1;rgb:ffff/0000/0000\u{07}\u{1B}]4;20;rgb:0000/0000/d7d7\u{07}"),
      ("\u{1B}]10;?;?\u{07}", "\u{1B}]10;rgb:d6d6/dede/ebeb\u{07}\u{1B}]11;rgb:1010/1818/2626\u{07}"),
      ("\u{1B}]4;1;red\u{07}\u{1B}]104;1\u{07}\u{1B}]4;1;?\u{07}", "\u{1B}]4;1;rgb:ffff/6b6b/7f7f\u{07}"),
      ("\u{1B}]12;#fff\u{07}\u{1B}]112\u{07}\u{1B}]12;?\u{07}", "\u{1B}]12;rgb:8f8f/d3d3/ffff\u{07}"),
      // Programs that show pictures ask for the pixels, and for kitty's protocol.
      ("\u{1B}[14t\u{1B}[16t", "\u{1B}[4;60;100t\u{1B}[6;20;10t"),
      ("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\x", "\u{1B}_Gi=31;OK\u{1B}\\"),
      ("\u{1B}_Gi=31,a=q,t=f;AAAA\u{1B}\\", "\u{1B}_Gi=31;EINVAL:send the picture itself\u{1B}\\"),
      ("\u{1B}_Ga=d\u{1B}\\\u{1B}_Gi=1,q=2,a=q;\u{1B}\\\u{1B}_x\u{1B}\\", ""),
      // Not queries, or incomplete ones.
      ("\u{1B}]0;c\u{07}\u{1B}[31m\u{1B}P+q\u{1B}\\[c", ""), ("\u{1B}]11;?", ""),
      ("\u{1B}[" + String(repeating: "1;", count: 10_000) + "c", ""),
    ])
  func replies(question: String, answer: String) {
    for size in [1, 3, 100_000] {
      var terminal = Terminal(columns: 10, rows: 3)
      var replies = TerminalReplies(TerminalTheme.night.palette)
      var found: [UInt8] = []
      let bytes = Array(question.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += replies.take(Array(bytes[start..<min(start + size, bytes.count)]), showing: &terminal)
      }
      #expect(String(decoding: found, as: UTF8.self) == answer)
      var plain = Terminal(columns: 10, rows: 3)
      plain.feed(bytes)
      #expect(terminal.screenText == plain.screenText)
    }
  }

  @Test(
    "The modes that programs changed are reset, and nothing else",
    arguments: [
      ("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000;1006h", "[?25h [?1000l [?1006l [?1049l"),
      ("\u{1B}[?47h\u{1B}[2;3r", "[?47l"), ("\u{1B}[?7l\u{1B}[5 q\u{1B}[>1u", "[?7h [<1u [0 q"),
      ("\u{1B}[?25l\u{1B}[?1049h\u{1B}[?25h\u{1B}[?1049l\u{1B}[5 q\u{1B}[0 q\u{1B}[>1u\u{1B}[<u", ""),
      ("\u{1B}[?1049h\u{1B}[?47l\u{1B}[?1000h\u{1B}c", ""), ("\u{1B}[31mred\u{1B}[?12h\u{1B}[4h", ""),
    ])
  func modes(written: String, takenBack: String) throws {
    var terminal = Terminal(columns: 10, rows: 3)
    var replies = TerminalReplies(TerminalTheme.night.palette)
    _ = replies.take(Array(written.utf8), showing: &terminal)
    let sequences = replies.modes.sequences(backTo: TerminalModes())
    let shown = sequences?.split(separator: "\u{1B}").filter {
      $0.hasPrefix("[?") || $0.hasPrefix("[<") || $0.hasSuffix("q")
    }
    #expect((shown ?? []).joined(separator: " ") == takenBack)
    _ = replies.take(Array((sequences ?? "").utf8), showing: &terminal)
    #expect(replies.modes.isUsual && terminal.showsCursor)
  }

  @Test("The typing rhythm follows from its seed, and keeps the average speed")
  func rhythm() {
    func factors(_ seed: UInt64) -> [Double] {
      var rhythm = TypingRhythm(seed: seed)
      return String(repeating: "make a film of it, ", count: 40).map { rhythm.factor(after: $0) }
    }
    #expect(factors(7) == factors(7))
    #expect(factors(7) != factors(8))
    #expect(factors(7).allSatisfy { (0.4...3).contains($0) })
    let mean = factors(7).reduce(0, +) / Double(factors(7).count)
    #expect((0.9...1.3).contains(mean), "\(mean)")
  }
}
