import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelTerminal

/// What a film shows of a session besides its screen.
@Suite("The film of a terminal") struct TerminalFilmTests {
  @Test(
    "Keys have their usual names",
    arguments: [
      ("ls -l\r", ["l", "s", "␣", "-", "l", "Enter"]), ("\u{3}\u{4}\u{0}", ["Ctrl+C", "Ctrl+D", "Ctrl+Space"]),
      ("\u{1C}", ["Ctrl+\\"]), ("\t\u{7F}\u{8}", ["Tab", "Backspace", "Backspace"]), ("\u{1B}", ["Esc"]),
      ("\u{1B}[A\u{1B}OB\u{1B}[1;5C", ["↑", "↓", "Ctrl+→"]), ("\u{1B}[3~\u{1B}[6~", ["Delete", "Page Down"]),
      ("\u{1B}OP\u{1B}[15~\u{1B}[24;6~", ["F1", "F5", "Ctrl+Shift+F12"]), ("\u{1B}b\u{1B}\r", ["Alt+b", "Alt+Enter"]),
      ("\u{1B}[Z", ["Shift+Tab"]), ("é世e\u{301}", ["é", "世", "e\u{301}"]),
      // A terminal's answers, mouse events, and the brackets of pasted text are not keys.
      ("\u{1B}[?1;2c\u{1B}[24;80R", []), ("\u{1B}]11;rgb:0/0/0\u{1B}\\x", ["x"]), ("\u{1B}P1$r0m\u{1B}\\y", ["y"]),
      ("\u{1B}[<0;10;5M\u{1B}[<0;10;5m", []), ("\u{1B}[M !!z", ["z"]), ("\u{1B}[200~a\u{1B}[201~", ["a"]),
      ("\u{1B}[I\u{1B}[O", []),
    ])
  func keyNames(input: String, names: [String]) {
    #expect(KeyName.names(in: input) == names)
  }

  @Test("Keys in quick succession are shown together, and the last ones stay for a while")
  func keys() {
    let keys: [(Double, String)] = [(1, "l"), (1.2, "s"), (1.4, "\r"), (5, "\u{3}"), (5.5, "x")]
    let cast = Cast(events: keys.map { .init($0.0, .input($0.1)) })
    let pressed = PressedKeys(cast, CastTiming(cast, TerminalReplay()))
    let shown = [0.5, 1, 1.3, 1.5, 2.9, 3.1, 5.1, 5.6, 9].map { pressed.text(at: $0) }
    #expect(shown == [nil, "l", "ls", "ls Enter", "ls Enter", nil, "Ctrl+C", "Ctrl+C x", nil])
    let long = Cast(events: (0..<100).map { .init(Double($0) / 10, .input("\($0 % 10)")) })
    let text = PressedKeys(long, CastTiming(long, TerminalReplay())).text(at: 10) ?? ""
    #expect(text.count == 33 && text.hasPrefix("…") && text.hasSuffix("0123456789"))
  }

  @Test("Markers have names, and the film's times")
  func markers() {
    let events: [Cast.TimedEvent] = [
      .init(1, .marker("before")), .init(5, .marker("one\nline")), .init(6, .output("x")), .init(20, .marker("")),
    ]
    var film = TerminalFilm(Cast(events: events))
    film.replay.from = 2
    (film.replay.idleLimit, film.replay.speed) = (4, 2)
    #expect(film.markers.map(\.time) == [1.5, 4])
    #expect(film.markers.map(\.label) == ["one\nline".onOneLine(limit: 200), "Marker 2"])
    #expect(!film.hasKeys && TerminalFilm(Cast(events: [.init(0, .input("x"))])).hasKeys)
  }

  @Test("A text is found wherever it is visible, in whole cells, and a region is given by its corners")
  func highlights() throws {
    let terminal = TerminalTests.terminal("aab aab\r\n世aab\r\nx e\u{301}f", columns: 9, rows: 3)
    func found(_ words: String) -> [[Int]] {
      terminal.occurrences(of: words).map { [$0.row, $0.columns.lowerBound, $0.columns.upperBound] }
    }
    #expect(found("ab") == [[0, 1, 3], [0, 5, 7], [1, 3, 5]])
    #expect(found("aa") == [[0, 0, 2], [0, 4, 6], [1, 2, 4]] && found("世a") == [[1, 0, 3]])
    #expect(
      found("e\u{301}f") == [[2, 2, 4]] && found("") == [] && found("b\n") == [] && found("f   ") == [[2, 3, 7]])
    #expect(try TerminalRegion(parsing: "3:1-5:40") == TerminalRegion(rows: 3...5, columns: 1...40))
    #expect(try TerminalRegion(parsing: "3:1-5:40").description == "3:1-5:40")
    for text in ["", "3", "3:1", "5:1-3:40", "0:1-2:2", "1:1-2", "1:1:2:2", "1:1-2:2000", "a:1-2:2"] {
      #expect(throws: InvalidValue.self) { try TerminalRegion(parsing: text) }
    }
  }

  @Test("A film zooms in on a text while it is visible, and on a region at the given time")
  func zoom() throws {
    let cast = Cast(
      columns: 20, rows: 4,
      events: [
        .init(1, .output("start\r\n")), .init(2, .output("  an error")), .init(4, .output(" here")),
        .init(6, .output("\u{1B}[2J")), .init(9, .output("an error")),
      ])
    let timing = CastTiming(cast, TerminalReplay())
    var zoom = TerminalZoom()
    zoom.text = "error"
    let course = try #require(ZoomCourse(zoom, cast, timing))
    // The line grows while the text is there.
    #expect(course.cells.rows == 1..<2 && course.cells.columns == 2..<15)
    #expect(course.focus.rows == 1..<2 && course.focus.columns == 5..<10)
    func progress(_ course: ZoomCourse?, _ times: [Double]) -> [Double] {
      times.map { (((course?.progress(at: $0) ?? -1) * 1000).rounded() / 1000) }
    }
    #expect(progress(course, [0, 2, 2.4, 2.8, 6, 6.4, 6.8, 9.5]) == [0, 0, 0.5, 1, 1, 0.5, 0, 0])
    zoom.until = 3
    #expect(progress(ZoomCourse(zoom, cast, timing), [3.4]) == [0.5])
    zoom.text = "nowhere"
    #expect(ZoomCourse(zoom, cast, timing) == nil)
    (zoom.text, zoom.until, zoom.from) = (nil, nil, 5)
    zoom.region = TerminalRegion(rows: 2...3, columns: 1...8)
    let region = try #require(ZoomCourse(zoom, cast, timing))
    #expect(region.cells.rows == 1..<3 && region.cells.columns == 0..<8)
    #expect(progress(region, [5, 5.4, 100]) == [0, 0.5, 1])
  }

  @Test(
    "Well-known themes are found in any spelling",
    arguments: [
      ("Dracula", "dracula"), ("Catppuccin Mocha", "catppuccin-mocha"), ("catppuccin_frappé", "catppuccin-frappe"),
      ("TokyoNight", "tokyo-night"), ("tokyonight-storm", "tokyo-night-storm"), ("GruvboxDark", "gruvbox-dark"),
      ("Builtin Solarized Light", "solarized-light"), ("OneDark", "one-dark"), ("Rosé Pine", "rose-pine"),
      ("GitHub Dark", "github-dark"), ("Github", "github-light"), ("NIGHT", "night"),
    ])
  func wellKnown(spelled: String, name: String) {
    #expect(TerminalTheme(rawValue: spelled)?.rawValue == name)
  }

  @Test("Every theme has a unique name, and legible text")
  func everyTheme() throws {
    let names = TerminalTheme.allCases.map(\.rawValue)
    #expect(names.prefix(3) == ["night", "paper", "classic"] && names.count >= 18 && Set(names).count == names.count)
    for theme in TerminalTheme.allCases {
      #expect(TerminalTheme(rawValue: theme.rawValue) == theme)
      let palette = theme.palette
      #expect(palette.foreground.contrast(on: palette.background) > 4, "\(theme.rawValue)")
      // A cursor or red that cannot be distinguished from the background would be an error in the list.
      #expect(palette.cursor.contrast(on: palette.background) > 2, "\(theme.rawValue)")
      #expect(palette.colors[1].contrast(on: palette.background) > 2, "\(theme.rawValue)")
    }
    #expect(TerminalTheme(rawValue: "Dracla") == nil && TerminalTheme(rawValue: "") == nil)
    #expect(TerminalTheme.nearest(to: "Catpuccin Moca") == "catppuccin-mocha")
    #expect(TerminalTheme.nearest(to: "Aardvark Blue") == nil)
    var film = TerminalFilm()
    #expect { try TerminalFilm.themeOption.set("Dracla", in: &film) } throws: {
      "\($0)".contains("did you mean dracula?")
    }
    try TerminalFilm.themeOption.set("Tokyo Night", in: &film)
    #expect(TerminalFilm.themeOption.text(in: film) == "tokyo-night")
  }

  @Test(
    "Letters in a theme's colours are legible on each other, and dimmed ones too", arguments: TerminalTheme.allCases)
  func contrast(theme: TerminalTheme) {
    let palette = theme.palette
    var legible = LegibleColors()
    for ground in palette.colors {
      for text in [palette.foreground, palette.background] + palette.colors where text != ground {
        for isDim in [false, true] {
          let color = legible.color(text, on: ground, isDim: isDim, isThemed: true)
          // A mean grey has no colour that is as far from it after dimming.
          #expect(
            color.contrast(on: ground) >= (isDim ? 3.2 : 4.5),
            "\(theme.rawValue): \(text) on \(ground), dimmed \(isDim): \(color.contrast(on: ground))")
        }
        // Colours that a program names itself are its own.
        #expect(legible.color(text, on: ground, isDim: false, isThemed: false) == text)
      }
      #expect(legible.color(ground, on: ground, isDim: false, isThemed: true) == ground)
    }
    let dimmed = legible.color(palette.foreground, on: palette.background, isDim: true, isThemed: false)
    let least = min(4.5, 0.7 * palette.foreground.contrast(on: palette.background))
    #expect(dimmed != palette.foreground && dimmed.contrast(on: palette.background) >= least, "\(theme.rawValue)")
    // The well-known themes have the colours that their authors publish.
    if ["night", "paper"].contains(theme.rawValue) {
      for number in (theme.rawValue == "night" ? Array(1...15) : Array(0...6) + Array(8...14)) {
        #expect(palette.colors[number].contrast(on: palette.background) >= 4.5, "\(theme.rawValue) \(number)")
      }
    }
  }

  @Test("Themes are read in the formats of other programs")
  func themes() throws {
    let names = ["black", "red", "green", "yellow", "blue", "purple", "cyan", "white"]
    let plain = names.enumerated().map { "\"\($0.element)\": \"#0000\($0.offset)0\"" }
    let bright = names.enumerated().map {
      "\"bright\($0.element.prefix(1).uppercased() + $0.element.dropFirst())\": \"#00\($0.offset)000\""
    }
    let ground = ["\"background\": \"#102030\"", "\"foreground\": \"white\"", "\"cursorColor\": \"#abc\""]
    func palette(_ members: [String]) throws -> TerminalPalette {
      try TerminalPalette(json: Array("{\"name\": \"x\", \(members.joined(separator: ", "))}".utf8))
    }
    let whole = try palette(ground + plain + bright)
    #expect(whole.cursor.description == "#aabbcc" && whole.background.description == "#102030")
    #expect(whole.colors[5].description == "#000050" && whole.colors[13].description == "#005000")
    #expect(try palette(ground + plain).colors[13].description == "#000050")
    #expect(TerminalPalette(optionText: whole.optionText) == whole)
    let list = String(repeating: "#010203:", count: 7) + "#040506"
    let cast = try TerminalPalette(json: Array(##"{"fg": "#fff", "bg": "#000", "palette": "\##(list)"}"##.utf8))
    #expect(cast.colors.count == 16 && cast.cursor == .white)
    for (members, message) in [
      (["\"a\": 1"], "the theme has no black"), (plain, "the theme has no foreground"),
      (["\"palette\": [\"red\"]"], "8 or 16 colours"), (ground + ["\"black\": \"blak\""], "black is not a colour"),
    ] {
      #expect { try palette(members) } throws: { "\($0)".contains(message) }
    }
    #expect(throws: CastError.self) { try TerminalPalette(json: Array("[]".utf8)) }
    #expect(TerminalPalette(optionText: "red green") == nil)
  }
}
