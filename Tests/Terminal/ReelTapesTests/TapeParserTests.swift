import Foundation
import ReelCanvas
import ReelTerminal
import Testing

@testable import ReelTapes

/// The language of tapes.
@Suite struct TapeParserTests {
  static func parse(_ text: String, _ others: [String: String] = [:]) throws -> Tape {
    try TapeParser.parse(text, file: "demo.tape") { others[$0] }
  }

  @Test(
    "Every command is parsed",
    arguments: [
      ("Type \"ls -l\"", [Tape.Action.type("ls -l", pause: nil)]),
      ("Type@500ms 'say \"hi\"'", [.type("say \"hi\"", pause: 0.5)]),
      ("Type@.5 `a 'b' \"c\"`", [.type("a 'b' \"c\"", pause: 0.5)]),
      ("Type \"a\" \"b\" # two", [.type("a b", pause: nil)]),
      (
        "Type \"make\" Sleep 500ms  Enter",
        [.type("make", pause: nil), .sleep(0.5), .press(TapeKey(.named(.enter)), pause: nil, count: 1)]
      ),
      ("Down@250ms 4", [.press(TapeKey(.named(.down)), pause: 0.25, count: 4)]),
      ("Space # Exit", [.press(TapeKey(.named(.space)), pause: nil, count: 1)]),
      ("Ctrl+C", [.press(TapeKey(.character("C"), .control), pause: nil, count: 1)]),
      ("Ctrl+Alt+Shift+P", [.press(TapeKey(.character("P"), [.control, .alt, .shift]), pause: nil, count: 1)]),
      ("Ctrl+]", [.press(TapeKey(.character("]"), .control), pause: nil, count: 1)]),
      ("Alt+.", [.press(TapeKey(.character("."), .alt), pause: nil, count: 1)]),
      ("Shift+Tab", [.press(TapeKey(.named(.tab), .shift), pause: nil, count: 1)]),
      ("Sleep 1m", [.sleep(60)]), ("Sleep .5", [.sleep(0.5)]), ("Sleep 2", [.sleep(2)]),
      ("Wait", [.wait(.line, timeout: nil, pattern: nil)]),
      ("Wait /World/", [.wait(.line, timeout: nil, pattern: "World")]),
      ("Wait+Screen@10ms /a\\/b$/", [.wait(.screen, timeout: 0.01, pattern: "a\\/b$")]),
      ("Wait+Line@2s", [.wait(.line, timeout: 2, pattern: nil)]),
      ("Hide\nShow\r\n\r\nPaste", [.hide, .show, .paste]),
      ("Copy \"a b\"", [.copy("a b")]),
      ("Screenshot out/a.png", [.screenshot("out/a.png")]),
      ("State out/a.json Enter", [.state("out/a.json"), .press(TapeKey(.named(.enter), []), pause: nil, count: 1)]),
      ("ScrollUp 10", [.scroll(-1, pause: nil, count: 10)]),
      ("ScrollDown@100ms 12", [.scroll(1, pause: 0.1, count: 12)]),
      ("Sleep 1\nSet PlaybackSpeed 4\nSet TypingSpeed 10ms", [.sleep(1), .setSpeed(4), .setPause(0.01)]),
      ("Sleep 1\nSet WaitTimeout 2m\nSet WaitPattern /ok/", [.sleep(1), .setTimeout(120), .setPattern("ok")]),
    ] as [(String, [Tape.Action])])
  func commands(text: String, actions: [Tape.Action]) throws {
    #expect(try Self.parse(text).commands.map(\.action) == actions)
  }

  @Test("Settings before the first command apply to the whole tape")
  func settings() throws {
    let tape = try Self.parse(
      """
      \u{FEFF}# a comment
      Output a.gif
      Output frames/
      Require git
      Set Shell "fish"
      Set FontSize 32
      Set FontFamily "DejaVu Sans Mono"
      Set Width 800
      Set Height 500
      Set LetterSpacing 2
      Set LineHeight 1.8
      Set Padding 10
      Set Margin 20
      Set MarginFill "#674EFF"
      Set WindowBar RingsRight
      Set WindowBarSize 40
      Set BorderRadius 8
      Set Framerate 60
      Set PlaybackSpeed 2
      Set TypingSpeed .1
      Set LoopOffset 50%
      Set CursorBlink false
      Set TypingSeed 7
      Set WaitTimeout 3s
      Set WaitPattern /\\$ $/
      Set Theme { "red": "#ff0000",
        "purple": "#010203" }
      Env HELLO "WORLD"
      Type "x"
      """)
    let settings = tape.settings
    #expect(tape.outputs.map(\.path) == ["a.gif", "frames/"])
    #expect(tape.required.map(\.program) == ["git"])
    #expect(settings.shell == .fish && settings.fontSize == 32 && settings.fontFamily == "DejaVu Sans Mono")
    #expect((settings.width, settings.height) == (800, 500))
    #expect(settings.letterSpacing == 2 && settings.lineHeight == 1.8)
    #expect(settings.padding == 10 && settings.margin == 20 && settings.marginFill == "#674EFF")
    #expect(settings.windowBar == .ringsRight && settings.windowBarSize == 40 && settings.borderRadius == 8)
    #expect(settings.frameRate == 60 && settings.speed == 2 && settings.pause == 0.1 && settings.loopOffset == 0.5)
    #expect(!settings.cursorBlinks && settings.rhythm == 7 && settings.timeout == 3 && settings.pattern == "\\$ $")
    #expect(settings.environment == ["HELLO": "WORLD"])
    guard case .palette(let palette) = settings.theme else {
      Issue.record("there is no palette")
      return
    }
    #expect(palette.paletteColors == ["#ff0000", "#010203"])
  }

  @Test("The look that a tape sets is its film's, in pixels of the tape's own size")
  func look() throws {
    var settings = try Self.parse(
      """
      Set Width 800
      Set Height 360
      Set FontSize 20
      Set Padding 10
      Set Margin 20
      Set MarginFill "#674EFF"
      Set WindowBar RingsRight
      Set WindowBarSize 40
      Set BorderRadius 8
      Set LetterSpacing 3
      Set LoopOffset 50%
      Set CursorBlink false
      Set Theme "Tokyo Night"
      Hide
      """
    ).settings
    let film = settings.film(of: Cast())
    #expect((film.window.padding, film.window.margin, film.window.radius) == (20, 40, 16))
    #expect(film.window.bar == .ringsRight && film.window.barSize == 80)
    #expect(film.hasWindow && film.window.fillsMargin && !film.window.hasShadow)
    #expect(film.background == Color("#674eff") && film.theme?.rawValue == "tokyo-night")
    #expect(film.letterSpacing == 0.1 && film.loopOffset == 0.5 && !film.cursorBlinks)
    #expect(settings.ignored.isEmpty && settings.marginImage == nil)
    let cells = try settings.cells()
    settings.margin = 0
    #expect(try settings.cells().columns > cells.columns)
    settings.letterSpacing = 23
    #expect(try settings.cells().columns < cells.columns)
    // Without any look settings, the terminal fills the picture, and its cursor blinks.
    let plain = TapeSettings().film(of: Cast())
    #expect(!plain.hasWindow && plain.cursorBlinks && plain.loopOffset == 0)
    // The padding has the terminal's colour, whatever the margin's would be.
    settings.margin = 0
    (settings.borderRadius, settings.windowBar) = (0, nil)
    #expect(plain.background == nil && settings.film(of: Cast()).background == nil)
    let other = try Self.parse("Set MarginFill wall.png\nSet Theme Dracla\nHide").settings
    #expect(other.marginImage == "wall.png")
    #expect(other.ignored == ["the theme Dracla (did you mean dracula? use --theme-file for others)"])
  }

  @Test(
    "Errors are reported with line, column and the nearest known word",
    arguments: [
      ("Type \"a\"\n\n  Slep 1", "demo.tape:3:3: unknown command Slep: did you mean Sleep?"),
      ("Set FontSze 3", "demo.tape:1:5: unknown setting FontSze: did you mean FontSize?"),
      ("Set Shell bsh", "demo.tape:1:11: Shell bsh is not valid: did you mean bash?"),
      ("Set WindowBar colorful", "demo.tape:1:15: WindowBar colorful is not valid: did you mean Colorful?"),
      ("enter", "demo.tape:1:1: unknown command enter: did you mean Enter?"),
      ("Ctrl+Entr", "demo.tape:1:1: unknown key Entr: did you mean Enter?"),
      ("Ctrl", "demo.tape:1:5: Ctrl is held while another key is pressed: write Ctrl+c"),
      ("Sleep", "demo.tape:1:6: expected a time after Sleep, such as 500ms, 2s or 0.5"),
      ("Sleep 5 h\nHide", "demo.tape:1:9: unknown command h: to type text, put Type before it"),
      ("Sleep 5h", "demo.tape:1:8: unknown unit h: use ms, s or m"),
      ("Type", "demo.tape:1:5: expected a text after Type, such as Type \"ls\""),
      ("Type Enter", "demo.tape:1:6: expected a text after Type, such as Type \"ls\""),
      ("Type \"a", "demo.tape:1:6: the text has no end: close it with \""),
      ("Wait /a", "demo.tape:1:6: the expression has no end: close it with /"),
      ("Wait+Row", "demo.tape:1:6: a Wait looks at the Line or the Screen, not at Row"),
      ("Enter 0", "demo.tape:1:7: the number of times 0 is not valid: it must be from 1 to 10000"),
      ("Set Width 1e9", "demo.tape:1:11: Width 1 is not valid: it must be from 2 to 16384"),
      ("Set Theme {", "demo.tape:1:11: the braces are not closed: end the theme with }"),
      ("Screenshot a.jpg", "demo.tape:1:1: a screenshot is a PNG picture: give a.jpg a name that ends in .png"),
      ("State a.txt", "demo.tape:1:1: a state is a JSON file: give a.txt a name that ends in .json"),
      ("Source a.tape", "demo.tape:1:8: a.tape cannot be read: name an existing tape"),
      ("Source a.txt", "demo.tape:1:8: a.txt is not a tape: name a file that ends in .tape"),
      ("Source demo.tape", "demo.tape:1:8: demo.tape includes itself: leave out one Source"),
      ("Env A=B c", "demo.tape:1:5: A=B is not a variable name: leave out the ="),
    ])
  func errors(text: String, message: String) {
    let error = #expect(throws: TapeErrors.self) { try Self.parse(text) }
    #expect(error?.errors.first?.description == message)
  }

  @Test("All errors are reported at once, but no more than twenty")
  func several() {
    let error = #expect(throws: TapeErrors.self) { try Self.parse("Foo\nHide\nBar 1\nWait /(/") }
    #expect(error?.errors.map(\.line) == [1, 3, 4])
    let many = #expect(throws: TapeErrors.self) { try Self.parse(String(repeating: "Foo\n", count: 100)) }
    #expect(many?.errors.count == 20)
  }

  @Test("Source inserts another tape's commands without its outputs, and reports its errors under its name")
  func source() throws {
    let tape = try Self.parse(
      "Output a.gif\nSource b.tape\nSleep 1",
      ["b.tape": "Output b.gif\nSet Padding 3\nSource c.tape", "c.tape": "Hide"])
    #expect(tape.outputs.map(\.path) == ["a.gif"])
    #expect(tape.settings.padding == 3)
    #expect(tape.commands.map(\.action) == [.hide, .sleep(1)])
    #expect(tape.commands.map(\.file) == ["c.tape", "demo.tape"])
    let error = #expect(throws: TapeErrors.self) { try Self.parse("Source b.tape", ["b.tape": "\nSource b.tape"]) }
    #expect(error?.description == "b.tape:2:8: b.tape includes itself: leave out one Source")
  }

  @Test("A look setting after a command is ignored with a warning")
  func late() throws {
    let tape = try Self.parse("Hide\nSet FontSize 40\nSet Theme \"x y\"\nShow")
    #expect(tape.settings.fontSize == 22)
    #expect(tape.commands.map(\.action) == [.hide, .show])
    #expect(tape.warnings.map(\.line) == [2, 3])
  }

  @Test(
    "All tapes of a folder are read, except those that are wrong on purpose",
    .enabled(if: ProcessInfo.processInfo.environment["REEL_TAPES"] != nil))
  func folder() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["REEL_TAPES"])
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tape") }.sorted()
    #expect(names.count > 0)
    for name in names {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let isRead = (try? TapeParser.parse(text, file: name) { try? String(contentsOfFile: $0, encoding: .utf8) }) != nil
      #expect(isRead != name.contains("errors/parser"), "\(name)")
    }
  }
}

extension ReelTerminalPalette {
  /// Red and magenta, as text.
  fileprivate var paletteColors: [String] { [colors[1], colors[5]].map { "\($0)" } }
}
