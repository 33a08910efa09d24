import ReelTestSupport
import Testing

@testable import ReelTerminal

/// The terminal emulator's screen for given output.
@Suite("A terminal") struct TerminalTests {
  static func terminal(_ text: String, columns: Int = 10, rows: Int = 4) -> Terminal {
    var terminal = Terminal(columns: columns, rows: rows)
    terminal.feed(text.utf8)
    return terminal
  }

  /// The rows, without empty ones at the end.
  static func text(_ terminal: Terminal) -> [String] {
    var rows = (0..<terminal.rows).map { terminal.text(ofRow: $0) }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var input: String
    var rows: [String]
    var cursor: [Int]?
    var testDescription: String { input.debugDescription }

    init(_ input: String, _ rows: [String], at cursor: [Int]? = nil) {
      (self.input, self.rows, self.cursor) = (input, rows, cursor)
    }
  }

  /// In ten columns and four rows, with the cursor's row and column from 0.
  static let cases = [
    // Text and wrapping.
    Case("hello", ["hello"], at: [0, 5]),
    Case("a\r\nb\nc", ["a", "b", " c"], at: [2, 2]),
    Case("0123456789", ["0123456789"], at: [0, 9]),
    Case("0123456789x", ["0123456789", "x"], at: [1, 1]),
    Case("0123456789\r\nx", ["0123456789", "x"]),
    Case("0123456789\u{8}x", ["01234567x9"]),
    Case("0123456789\u{1B}[Kx", ["0123456789", "x"]),
    Case("0123456789\u{1B}[Jx", ["0123456789", "x"]),
    Case("0123456789\u{1B}[1Kx", ["", "x"]),
    Case("0123456789\u{1B}[2Kx", ["", "x"]),
    Case("\u{1B}[?7l0123456789xyz", ["012345678z"], at: [0, 9]),
    Case("1\r\n2\r\n3\r\n4\r\n5", ["2", "3", "4", "5"], at: [3, 1]),
    Case("ab\u{8}c", ["ac"]),
    Case("a\tb\tc", ["a       bc"], at: [0, 9]),
    Case("\u{1B}[20habc\ndef", ["abc", "def"]),
    Case("one\u{7}\u{0}two", ["onetwo"]),
    // Cursor.
    Case("\u{1B}[2;3Hx", ["", "  x"], at: [1, 3]),
    Case("\u{1B}[99;99Hx", ["", "", "", "         x"]),
    Case("\u{1B}[;5Hx\u{1B}[3;Hy", ["    x", "", "y"]),
    Case("abc\u{1B}[Ax\u{1B}[2By\u{1B}[3Dz", ["abcx", "", "  z y"]),
    Case("\u{1B}[3C.\u{1B}[2G,\u{1B}[3d;", [" , .", "", "  ;"]),
    Case("a\u{1B}[Eb\u{1B}[Fc", ["c", "b"]),
    Case("\u{1B}7ab\u{1B}8x", ["xb"]),
    Case("\u{1B}[sab\u{1B}[ux", ["xb"]),
    Case("a\u{1B}Db\u{1B}Mc\u{1B}Ed", ["a c", "db"]),
    Case("\u{1B}[3g\u{1B}[4G\u{1B}H\r\tx\u{1B}[Zy", ["   y"]),
    Case("\u{1B}[IA", ["        A"]),
    // Erasing.
    Case("abcdef\u{1B}[3D\u{1B}[K", ["abc"]),
    Case("abcdef\u{1B}[3D\u{1B}[1K", ["    ef"]),
    Case("abcdef\u{1B}[3D\u{1B}[2Kx", ["   x"]),
    Case("abc\r\ndef\r\nghi\u{1B}[2;2H\u{1B}[J", ["abc", "d"]),
    Case("abc\r\ndef\r\nghi\u{1B}[2;2H\u{1B}[1J", ["", "  f", "ghi"]),
    Case("abc\r\ndef\u{1B}[2Jx", ["", "   x"]),
    Case("abcdef\u{1B}[2G\u{1B}[2X", ["a  def"]),
    // Insertion and deletion.
    Case("abcdef\u{1B}[2G\u{1B}[2@", ["a  bcdef"]),
    Case("abcdef\u{1B}[2G\u{1B}[2P", ["adef"]),
    Case("abc\u{1B}[4h\u{1B}[2GXY\u{1B}[4lZ", ["aXYZc"]),
    Case("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[L", ["a", "", "b", "c"]),
    Case("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[2M", ["c"]),
    // The cursor stays in its column, as in tmux; xterm moves it to the first column.
    Case("abc\u{1B}[LX", ["   X", "abc"]), Case("abc\u{1B}[MX", ["   X"]),
    Case("x\u{1B}[3b", ["xxxx"]),
    // Scroll regions.
    Case("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3;1H\ne", ["a", "c", "e", "d"]),
    Case("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2;1H\u{1B}Me", ["a", "e", "b", "d"]),
    Case("a\r\nb\r\nc\r\nd\u{1B}[2;4r\u{1B}[S", ["a", "c", "d"]),
    Case("a\r\nb\r\nc\r\nd\u{1B}[2;4r\u{1B}[T", ["a", "", "b", "c"]),
    Case("\u{1B}[2;3r\u{1B}[?6h\u{1B}[9;2Hx\u{1B}[?6l\u{1B}[1;1Hy", ["y", "", " x"]),
    Case("\u{1B}[3;2rx", ["x"]),
    // Screens and resets.
    Case("main\u{1B}[?1049h\u{1B}[Halt\u{1B}[?1049l!", ["main!"]),
    Case("main\u{1B}[?1049h\u{1B}[Halt", ["alt"]),
    // Left twice, as dialog does, and left without having been entered.
    Case("ab\u{1B}[?1049h\u{1B}[?1049l\u{1B}[3;3Hx\u{1B}[?1049l!", ["ab!", "", "  x"], at: [0, 3]),
    Case("ab\u{1B}[?1049l!", ["ab!"]),
    Case("main\u{1B}[?47halt\u{1B}[?47l", ["main"], at: [0, 7]),
    // As in xterm, mode 47 keeps the alternate screen, 1047 clears it on leaving, and 1049 on entering.
    Case("\u{1B}[?47hkept\u{1B}[?47l\u{1B}[H\u{1B}[?47h", ["kept"]),
    Case("\u{1B}[?1047hgone\u{1B}[?1047l\u{1B}[H\u{1B}[?47h", []),
    Case("\u{1B}[?47hgone\u{1B}[?47l\u{1B}[?1049h", []),
    Case("\u{1B}[?1049hkept\u{1B}[?1049l\u{1B}[?47h", ["kept"]),
    // Columns (DECIC, DECDC, SR, SL, DECBI and DECFI) within the scroll region, and rectangles (DECCRA).
    Case("abcd\r\nefgh\u{1B}[1;2H\u{1B}[2'}", ["a  bcd", "e  fgh"], at: [0, 1]),
    Case("abcd\r\nefgh\u{1B}[1;2H\u{1B}[2'~", ["ad", "eh"], at: [0, 1]),
    Case("abcd\r\nefgh\u{1B}[1;2H\u{1B}[2 A", ["  abcd", "  efgh"], at: [0, 1]),
    Case("abcd\r\nefgh\u{1B}[1;2H\u{1B}[2 @", ["cd", "gh"], at: [0, 1]),
    Case("ab\r\ncd\r\nef\u{1B}[2;3r\u{1B}[2;2H\u{1B}[ @", ["ab", "d", "f"]),
    Case("ab\r\ncd\r\nef\u{1B}[2;3r\u{1B}[1;1H\u{1B}[ @", ["ab", "cd", "ef"]),
    Case("ab\u{1B}6x\r\u{1B}6y", ["yax"]),
    Case("ab\r\u{1B}9x\u{1B}[1;10H\u{1B}9y", ["x        y"]),
    Case("世界\u{1B}[1;2H\u{1B}['~", [" 界"]),
    Case("abcd\r\nefgh\u{1B}[1;2;2;3;1;3;5$v", ["abcd", "efgh", "    bc", "    fg"]),
    Case("abcd\u{1B}[1;1;1;4;1;1;2$v", ["aabcd"]),
    Case("a世b\u{1B}[1;3;1;4;1;2;1$v", ["a世b", " b"]),
    Case("a\u{1B}[;;;;;4;10$v\u{1B}[9;9;1;1$v", ["a", "", "", "         a"]),
    Case("\u{1B}[2;3r\u{1B}[?6ha\u{1B}[1;1;1;1;1;9;2;1$v", ["", "a", " a"]),
    Case("a\r\nb\u{1B}[^", ["", "a", "b"]),
    Case("abc\u{1B}[31m\u{1B}cx", ["x"]),
    Case("\u{1B}#8\u{1B}[2;2Hx", ["EEEEEEEEEE", "ExEEEEEEEE", "EEEEEEEEEE", "EEEEEEEEEE"]),
    Case("\u{1B}(0lqk\u{1B}(Blqk", ["┌─┐lqk"]),
    Case("\u{1B})0a\u{E}q\u{F}q", ["a─q"]),
    // Unicode.
    Case("e\u{301}x", ["e\u{301}x"], at: [0, 2]),
    Case("世界", ["世界"], at: [0, 4]),
    Case("12345678界", ["12345678界"], at: [0, 9]),
    Case("123456789界", ["123456789", "界"], at: [1, 2]),
    Case("世界\u{1B}[2Gx", [" x界"]),
    Case("世界\u{1B}[3Gx", ["世x"]),
    Case("世界\u{1B}[2G\u{1B}[P", [" 界"]),
    Case("❤\u{FE0F}x", ["❤\u{FE0F}x"], at: [0, 2]),
    Case("👩\u{200D}👧x", ["👩\u{200D}👧x"], at: [0, 3]),
    Case("\u{301}a", ["a"]),
    Case("a\u{200B}b", ["a\u{200B}b"], at: [0, 2]),
    // Unknown sequences show nothing.
    Case("a\u{1B}[?2004h\u{1B}[>c\u{1B}[6n\u{1B}P1$qm\u{1B}\\\u{1B}_x\u{1B}\\\u{1B}^y\u{1B}\\b", ["ab"]),
    Case("a\u{1B}]8;;https://example.org\u{1B}\\link\u{1B}]8;;\u{7}b", ["alinkb"]),
    Case("a\u{1B}[1;2\u{18}b\u{1B}]0;t\u{1A}c", ["abc"]),
    Case("a\u{1B}[<1;2Mb\u{1B}[1 qc\u{1B}[1\"pd\u{1B}[=1;2:3ye", ["abcde"]),
    Case("a\u{1B}[3\u{8}Cb", ["a  b"]),
    Case("a\u{9B}1mb\u{85}c", ["a1mbc"]),
  ]

  @Test("Output is shown in the right place", arguments: cases)
  func shown(_ test: Case) {
    let terminal = Self.terminal(test.input)
    #expect(Self.text(terminal) == test.rows)
    if let cursor = test.cursor { #expect([terminal.cursorRow, terminal.cursorColumn] == cursor) }
  }

  @Test("The result does not depend on how the output is split", arguments: cases)
  func cut(_ test: Case) {
    var terminal = Terminal(columns: 10, rows: 4)
    for byte in test.input.utf8 { terminal.feed([byte]) }
    #expect(Self.text(terminal) == test.rows)
  }

  @Test(
    "Invalid UTF-8 is shown the way Swift decodes it",
    arguments: [
      [0x61, 0xFF, 0x62], [0xC3], [0xC3, 0x28], [0xE4, 0xB8], [0xE4, 0xB8, 0x41], [0xF0, 0x9F, 0x98, 0x1B, 0x5B, 0x6D],
      [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0xAF], [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xC3, 0xC3, 0xA9], [0xE4, 0xE4, 0xB8, 0x96],
    ] as [[UInt8]])
  func invalid(bytes: [UInt8]) {
    var terminal = Terminal(columns: 20, rows: 1)
    terminal.feed(bytes + [0x2E])
    let expected = String(decoding: bytes + [0x2E], as: UTF8.self).replacing("\u{1B}[m", with: "")
    #expect(terminal.text(ofRow: 0) == expected)
  }

  @Test("SGR sets the style of text")
  func styles() {
    func style(_ parameters: String) -> TerminalStyle {
      Self.terminal("\u{1B}[\(parameters)mx").cells(ofRow: 0)[0].style
    }
    func has(_ change: (inout TerminalStyle) -> Void) -> TerminalStyle {
      var style = TerminalStyle.plain
      change(&style)
      return style
    }
    #expect(style("") == .plain)
    #expect(
      style("1;2;3;5;7;8;9;53")
        == has { $0.attributes = [.bold, .dim, .italic, .blink, .inverse, .conceal, .strike, .overline] })
    #expect(style("1;2;3;5;7;8;9;53;22;23;25;27;28;29;55") == .plain)
    #expect(style("31;42") == has { ($0.foreground, $0.background) = (.palette(1), .palette(2)) })
    #expect(style("97;100") == has { ($0.foreground, $0.background) = (.palette(15), .palette(8)) })
    #expect(style("31;42;39;49") == .plain)
    #expect(style("38;5;200;48;5;16") == has { ($0.foreground, $0.background) = (.palette(200), .palette(16)) })
    #expect(style("38;2;1;2;3;1") == has { ($0.foreground, $0.attributes) = (.rgb(1, 2, 3), .bold) })
    #expect(style("38:2::1:2:3;1") == has { ($0.foreground, $0.attributes) = (.rgb(1, 2, 3), .bold) })
    #expect(style("38:2:1:2:3") == has { $0.foreground = .rgb(1, 2, 3) })
    #expect(style("48:5:7;3") == has { ($0.background, $0.attributes) = (.palette(7), .italic) })
    #expect(style("4") == has { $0.underline = .single })
    #expect(style("4:3;58:2::255:0:0") == has { ($0.underline, $0.underlineColor) = (.curly, .rgb(255, 0, 0)) })
    #expect(style("21") == has { $0.underline = .double })
    #expect(style("4:0") == .plain && style("4;24") == .plain)
    // Incomplete, or out of range.
    for text in ["38", "38;5", "38;2;1;2", "38;5;256", "38;7;1", "38:5", "38:2:1"] {
      #expect(style(text).foreground == .standard, "\(text)")
    }
  }

  @Test("Erased cells take the current background")
  func backgrounds() {
    let terminal = Self.terminal("\u{1B}[44mab\u{1B}[K\u{1B}[m")
    #expect(terminal.cells(ofRow: 0).allSatisfy { $0.style.background == .palette(4) })
    #expect(terminal.cells(ofRow: 1).allSatisfy { $0.style.background == .standard })
    // So does a row that scrolls in at the bottom, by a line feed or because text wraps: as in xterm, but not in tmux
    // 3.3, for which only the first is true.
    for text in ["\r\n", String(repeating: "x", count: 11)] {
      let last = Self.terminal("\u{1B}[4H\u{1B}[44m\(text)\u{1B}[m").cells(ofRow: 3)
      #expect(last.allSatisfy { $0.style.background == .palette(4) }, "\(text.debugDescription)")
    }
  }

  @Test("Titles have no control characters and a bounded length")
  func titles() {
    #expect(Self.terminal("\u{1B}]0;one\u{7}").title == "one")
    #expect(Self.terminal("\u{1B}]2;zwei ü\u{1B}\\").title == "zwei ü")
    #expect(Self.terminal("\u{1B}]2;a\u{9B}31m\u{202E}b\u{7}").title == "a31mb")
    #expect(Self.terminal("\u{1B}]1;icon\u{7}\u{1B}]52;c;aGk=\u{7}\u{1B}]x\u{7}").title == "")
    #expect(
      Self.terminal("\u{1B}]2;" + String(repeating: "x", count: 1 << 20) + "\u{7}").title.count == Terminal.titleLimit)
  }

  @Test("The cursor has the requested shape and visibility")
  func cursor() {
    #expect(!Self.terminal("\u{1B}[?25l").showsCursor && Self.terminal("\u{1B}[?25l\u{1B}[?25h").showsCursor)
    #expect(Self.terminal("\u{1B}[4 q").cursorShape == .underline && Self.terminal("\u{1B}[6 q").cursorShape == .bar)
    #expect(Self.terminal("\u{1B}[6 q\u{1B}[ q").cursorShape == .block)
  }

  @Test("Wrapped rows are wrapped again at another width, and restored at the old one")
  func reflow() {
    var terminal = Self.terminal("one\r\n0123456789abcdefghij世界\r\n$ ", columns: 30, rows: 5)
    let before = Self.text(terminal)
    terminal.resize(columns: 9, rows: 5)
    #expect(Self.text(terminal) == ["one", "012345678", "9abcdefgh", "ij世界", "$"])
    #expect(terminal.cursorRow == 4 && terminal.cursorColumn == 2)
    terminal.resize(columns: 7, rows: 3)
    #expect(Self.text(terminal) == ["efghij", "世界", "$"])
    #expect(terminal.historyCount == 3)
    terminal.resize(columns: 30, rows: 5)
    #expect(Self.text(terminal) == before)
    #expect(terminal.historyCount == 0 && terminal.cursorRow == 2 && terminal.cursorColumn == 2)
  }

  @Test("The alternate screen is cropped and filled, and the main screen is wrapped again")
  func alternate() {
    var terminal = Self.terminal("0123456789\u{1B}[?1049h\u{1B}[Habcdefghij")
    terminal.resize(columns: 5, rows: 2)
    #expect(Self.text(terminal) == ["abcde"])
    terminal.feed("\u{1B}[?1049l".utf8)
    #expect(Self.text(terminal) == ["01234", "56789"])
  }

  @Test("The history keeps up to 10,000 rows, and none of the alternate screen")
  func history() {
    var terminal = Terminal(columns: 20, rows: 2)
    for number in 0..<12_000 { terminal.feed("\(number)\r\n".utf8) }
    #expect(terminal.historyCount == 10_000)
    terminal.feed("\u{1B}[?1049h".utf8)
    for _ in 0..<100 { terminal.feed("x\r\n".utf8) }
    #expect(terminal.historyCount == 10_000)
    terminal.feed("\u{1B}[?1049l\u{1B}[3J".utf8)
    #expect(terminal.historyCount == 0)
  }

  @Test("Any output leaves the grid consistent", arguments: 0..<20)
  func noise(seed: Int) {
    var random = Seeded(seed: UInt64(seed))
    var terminal = Terminal(columns: 12, rows: 5)
    let pieces = [
      "\u{1B}[", "\u{1B}]0;", "\u{1B}", ";", "?", ":", "1", "38;5;", "99999999999", "H", "J", "K", "@", "P", "L", "M",
      "X",
      "S", "T", "r", "h", "l", "m", "b", "?1049h", "?1049l", "?6h", "?7l", "4h", "世", "e\u{301}", "👍🏽", "x", "\n", "\r",
      "\u{8}", "\t", "\u{1B}7", "\u{1B}8", "\u{1B}M", "\u{1B}#8", "\u{1B}c", "\u{7}", "\u{200D}", "🇩🇪", "(0", "\u{E}",
    ]
    for _ in 0..<3000 {
      if Int.random(in: 0...60, using: &random) == 0 {
        terminal.resize(columns: Int.random(in: 1...20, using: &random), rows: Int.random(in: 1...8, using: &random))
      } else if Int.random(in: 0...8, using: &random) == 0 {
        terminal.feed([UInt8(Int.random(in: 0...255, using: &random))])
      } else {
        terminal.feed(pieces[Int.random(in: 0...pieces.count - 1, using: &random)].utf8)
      }
      for row in 0..<terminal.rows { #expect(terminal.cells(ofRow: row).count == terminal.columns, "\(random)") }
      #expect(
        (0..<terminal.rows).contains(terminal.cursorRow) && (0..<terminal.columns).contains(terminal.cursorColumn))
    }
  }

  @Test("Unterminated sequences, endless numbers and endless repeats are bounded")
  func bombs() {
    let many = String(repeating: "9", count: 100_000)
    for text in [
      "\u{1B}[\(many)b", "x\u{1B}[\(many)b", "\u{1B}[\(many)S", "\u{1B}[\(many)L", "\u{1B}[\(many)@", "\u{1B}[\(many)I",
      "\u{1B}[" + String(repeating: "1;", count: 100_000) + "m", "\u{1B}]0;" + many, "\u{1B}P" + many,
      "a" + String(repeating: "\u{301}", count: 100_000), "\u{1B}[" + String(repeating: "38:5:1;", count: 50_000) + "m",
      "\u{1B}[" + String(repeating: "$", count: 100_000) + "q", "x" + String(repeating: "\u{1B}[65535b", count: 20_000),
      String(repeating: "\u{1B}[2J\u{1B}[3J\u{1B}c", count: 20_000),
      String(repeating: "\u{1B}[?1049h\u{1B}[?1049l", count: 20_000),
    ] {
      let terminal = Self.terminal(text)
      #expect(Self.text(terminal).joined().unicodeScalars.count <= 60)
    }
  }

  @Test(
    "Programs set colours in every notation of xterm, and reset them",
    arguments: [
      ("4;1;rgb:f/80/1234", "1=255 128 18"),
      ("4;1;#f00;2;#00ff00;3;#000fff000;255;#ffff00008000", "1=240 0 0 2=0 255 0 3=0 255 0 255=255 0 128"),
      ("10;white;rgb:0/0/0;#102030", "10=255 255 255 11=0 0 0 12=16 32 48"), ("11;Dark Blue", "11=0 0 139"),
      ("12;green", "12=0 255 0"), ("4;1;red\u{07}\u{1B}]104", ""), ("4;1;red;2;red\u{07}\u{1B}]104;1;7", "2=255 0 0"),
      ("10;red;red;red\u{07}\u{1B}]110\u{07}\u{1B}]111", "12=255 0 0"), ("10;red\u{07}\u{1B}]112", "10=255 0 0"),
      ("11;red\u{07}\u{1B}c\u{1B}]0;x", ""), ("11;red\u{07}\u{1B}[!p\u{1B}]0;x", "11=255 0 0"),
      // What cannot be read changes nothing.
      ("4;256;red", ""), ("4;-1;red", ""), ("4;1", ""), ("4;1;rgb:0/0", ""), ("4;1;rgb:0/0/00000", ""), ("4;1;#12", ""),
      ("11;bluish", ""), ("11;", ""), ("11;?", ""), ("13;red", ""), ("4;1;rgb:-1/+2/ 3", ""), ("4", ""), ("", ""),
    ])
  func colors(commands: String, found: String) {
    let colors = Self.terminal("\u{1B}]\(commands)\u{07}").colors
    var texts: [String] = []
    func add(_ slot: TerminalColors.Slot, _ name: String) {
      if case .rgb(let red, let green, let blue) = colors.color(slot) {
        texts.append("\(name)=\(red) \(green) \(blue)")
      }
    }
    for number in UInt8.min...UInt8.max { add(.palette(number), "\(number)") }
    for (slot, name) in [(TerminalColors.Slot.foreground, "10"), (.background, "11"), (.cursor, "12")] {
      add(slot, name)
    }
    #expect(texts.joined(separator: " ") == found && colors.isEmpty == found.isEmpty)
  }
}
