import Foundation
import Testing

@testable import ReelTerminal

/// What a terminal shows, in the form of state files.
@Suite("The state of a terminal") struct TerminalStateTests {
  private func state(_ output: String, columns: Int = 12, rows: Int = 3) throws -> [String: Any] {
    var terminal = Terminal(columns: columns, rows: rows)
    terminal.feed(Array(output.utf8))
    let data = try JSONEncoder().encode(TerminalState(terminal, TerminalTheme.night.palette))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Compares as JSON does, without regard to types.
  private func same(_ value: Any?, _ expected: Any) -> Bool { (value as? NSObject)?.isEqual(expected) == true }

  @Test("Plain text is a string, other text names its style, and each style is listed once, without what is usual")
  func styles() throws {
    let found = try state("a\u{1B}[1;4;31mbc\u{1B}[m d\u{1B}[38;2;1;2;3;44;7;9me\u{1B}[0;1;4;31mf\u{1B}[m  ")
    let spans: [Any] = ["a", ["bc", 0], " d", ["e", 1], ["f", 0]]
    #expect(same(found["viewport"], [spans]))
    let palette = TerminalTheme.night.palette
    let (red, blue) = (TerminalPalette.text(palette.colors[1]), TerminalPalette.text(palette.colors[4]))
    let styles: [[String: Any]] = [
      ["fg": red, "bold": true, "underline": "single"],
      ["fg": "#010203", "bg": blue, "inverse": true, "strikethrough": true],
    ]
    #expect(same(found["styles"], styles))
    #expect(same(found["default_style"], ["fg": palette.foregroundText, "bg": palette.backgroundText]))
    #expect(found["viewport_text"] as? String == "abc def\n")
  }

  @Test("Rows that scrolled off are apart, and empty rows at the end are left out")
  func scrollback() throws {
    let found = try state("1\r\n\r\n3\r\n4\r\n\r\n\u{1B}[?25l")
    #expect(same(found["size"], [12, 3]) && same(found["total_rows"], 6) && same(found["scrollback_rows"], 3))
    let rows: [[String]] = [["1"], [], ["3"]]
    #expect(same(found["scrollback"], rows) && found["scrollback_text"] as? String == "1\n\n3\n")
    #expect(same(found["viewport"], [["4"]]) && found["viewport_text"] as? String == "4\n")
    let cursor = found["cursor"] as? [String: Any]
    #expect(same(cursor?["x"], 0) && same(cursor?["y"], 2) && cursor?["visible"] as? Bool == false)
    let alternate = try state("1\r\n2\r\n3\r\n4\u{1B}[?1049hx")
    #expect(same(alternate["scrollback_rows"], 0) && same(alternate["scrollback"], [] as [String]))
  }

  @Test("A wide character is there once, a title is named, and colours are those that the program set")
  func colors() throws {
    let found = try state("\u{1B}]2;Build\u{7}\u{1B}]11;#102030\u{7}世 e\u{301}")
    #expect(same(found["viewport"], [["世 e\u{301}"]]) && found["title"] as? String == "Build")
    #expect((found["default_style"] as? [String: Any])?["bg"] as? String == "#102030")
    let empty = try state("")
    #expect(empty["title"] == nil && empty["viewport_text"] as? String == "")
  }

  @Test("A film knows its state at any time, in any order")
  func film() throws {
    var film = TerminalFilm(Cast(events: [.init(1, .output("a")), .init(2, .output("b"))]))
    film.replay.speed = 2
    let texts = try [0.9, 0.5, 0.4, 1.0, 99].map { time in
      let data = try JSONEncoder().encode(film.state(at: time))
      return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["viewport_text"] as? String
    }
    #expect(texts == ["a\n", "a\n", "", "ab\n", "ab\n"])
  }
}
