import ReelCanvas
import ReelGeometry
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelTerminal

/// A terminal's picture must not depend on what was drawn before.
@Suite("The cells of a film") struct DrawnCellsTests {
  static let size = PixelSize(width: 352, height: 240)
  static let rate = 10.0

  /// A session that scrolls in both directions, in a region and in colours, with text that reaches beyond its cell.
  static func session(seed: UInt64) -> Cast {
    var chance = Seeded(seed: seed)
    var events: [Cast.TimedEvent] = []
    let texts = [
      "\r\nplain line \(seed)", "\r\n\u{1B}[7;33mcoloured\u{1B}[m \u{1B}[4mlines\u{1B}[m",
      "\r\n世界 \u{1F44D}\u{1F3FD} e\u{301}", "\r\nab שלום (\u{1B}[31mסל\u{1B}[mאם) 12", "\r\nन\u{1B}[45mमस्\u{1B}[mते x",
      "\n\n", "\u{1B}[H\u{1B}M", "\u{1B}[H\u{1B}[2L", "\u{1B}[2;5r\u{1B}[5H\n\u{1B}[r", "\u{1B}[3;2Hx",
      "\u{1B}[44m\r\n\u{1B}[m",
      "\u{1B}[6;1H", "\u{1B}[2M", "\u{1B}[?5h", "\u{1B}[?5l", "\u{1B}[5 q", "\u{1B}[2 q", "\u{1B}c\u{1B}[3He\u{302}",
      "typed",
      "\u{1B}[5mblinks\u{1B}[m", "\u{1B}]11;#302010\u{07}\u{1B}]4;3;#00ff00\u{07}", "\u{1B}]111\u{07}\u{1B}]104\u{07}",
      "\u{1B}[?25l", "\u{1B}[?25h", "\u{1B}[1;3mslanted\u{1B}[m\r\n",
    ]
    for step in 0..<60 {
      events.append(.init(Double(step) / rate, .output(texts.randomElement(using: &chance) ?? "")))
      if step % 17 == 16 {
        events.append(.init(Double(step) / rate, .resize(columns: Int.random(in: 20...23, using: &chance), rows: 8)))
      }
    }
    return Cast(columns: 22, rows: 8, events: events)
  }

  struct Look: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout TerminalFilm) -> Void
    var testDescription: String { name }
  }

  static let looks = [
    Look(name: "in a window") { _ in },
    Look(name: "bare") { $0.hasWindow = false },
    Look(name: "with colours that let through") {
      $0.colors = TerminalPalette(
        foreground: .white, background: .black.with(alpha: 0.5),
        colors: (0..<8).map { Color(red: Double($0) / 8, green: 0.5, blue: 0.2, alpha: 0.7) })
    },
    Look(name: "with what is highlighted") { $0.highlight = "line" },
    Look(name: "with letters too large for the picture") { $0.fontSize = 40 },
    Look(name: "from near") { $0.zoom.text = "lines" },
  ]

  @Test("A frame does not depend on the frames drawn before", arguments: looks, [1, 2, 3] as [UInt64])
  func sameFrames(look: Look, seed: UInt64) throws {
    var film = TerminalFilm(Self.session(seed: seed))
    look.change(&film)
    let source = try SceneSource(film, size: Self.size, frameRate: 10)
    var bitmap = Bitmap(size: Self.size)
    for frame in 0..<62 {
      _ = try source.draw(atSeconds: Double(frame) / Self.rate, into: &bitmap)
      var alone = Bitmap(size: Self.size)
      _ = try SceneSource(film, size: Self.size, frameRate: 10).draw(atSeconds: Double(frame) / Self.rate, into: &alone)
      guard bitmap == alone else {
        Issue.record("frame \(frame) of the session with seed \(seed) depends on those before")
        return
      }
    }
  }

  @Test("A scrolled row is copied from its picture, and a written row is drawn")
  func pictures() {
    var terminal = TerminalTests.terminal("one\r\ntwo\r\nthree\r\nfour", columns: 10, rows: 4)
    let before = terminal
    terminal.feed("\r\nfive".utf8)
    #expect((0..<4).map { before.row(of: terminal.cells(ofRow: $0), near: $0 + 1) } == [1, 2, 3, nil])

    var pictures = RowPictures()
    pictures.begin(rowCount: 4)
    #expect(pictures.find(terminal.cells(ofRow: 1), row: 1) == nil)
    pictures.keep(Bitmap(width: 2, height: 1), of: terminal.cells(ofRow: 1), row: 1)
    pictures.end()
    pictures.begin(rowCount: 4)
    #expect(pictures.find(terminal.cells(ofRow: 1), row: 0)?.width == 2)
    #expect(pictures.find(terminal.cells(ofRow: 2), row: 1) == nil)
    pictures.end()
    terminal.feed("\u{1B}[2Hx".utf8)
    pictures.begin(rowCount: 2)
    #expect(pictures.find(terminal.cells(ofRow: 1), row: 0) == nil)
    pictures.end()
    pictures.begin(rowCount: 2)
    #expect(pictures.find(before.cells(ofRow: 2), row: 1) == nil)
  }

  @Test("Colours that a program sets are drawn, around the cells too, until it resets them")
  func recolored() throws {
    let sets = "\u{1B}]11;#102030\u{07}\u{1B}]4;2;#405060;20;#708090\u{07}\u{1B}]12;#a0b0c0\u{07}"
    let shown = "\u{1B}[42m  \u{1B}[48;5;20m  \u{1B}[m  \r\n"
    var film = TerminalFilm(
      Cast(
        columns: 10, rows: 2,
        events: [
          .init(0, .output(shown)), .init(1, .output(sets)),
          .init(2, .output("\u{1B}]104\u{07}\u{1B}]111\u{07}\u{1B}]112\u{07}")),
        ]))
    (film.fontSize, film.window.hasShadow) = (20, false)
    for hasWindow in [true, false] {
      film.hasWindow = hasWindow
      let size = PixelSize(width: 400, height: 240)
      let source = try SceneSource(film, size: size, frameRate: 10)
      var bitmap = Bitmap(size: size)
      var seen: [[String]] = []
      let (width, height) = (12, 24)
      let (left, top) = ((400 - 10 * width) / 2, (240 - 2 * height + (hasWindow ? 13 : 0)) / 2)
      for time in [0.5, 1.5, 2.5] {
        _ = try source.draw(atSeconds: time, into: &bitmap)
        let points = [
          (left + 6, top + 12), (left + 30, top + 12), (left + 100, top + 12), (left - 4, top + 12),
          (left + 6, top + 36),
        ]
        seen.append(points.map { "\(bitmap[$0.0, $0.1])" })
      }
      #expect(seen[1] == ["#405060ff", "#708090ff", "#102030ff", "#102030ff", "#a0b0c0ff"], "\(hasWindow)")
      #expect(seen[0] == ["#7fdb9aff", "#0000d7ff", "#101826ff", "#101826ff", "#8fd3ffff"], "\(hasWindow)")
      #expect(seen[2] == seen[0], "\(hasWindow)")
    }
  }

  @Test("Grey on blue is drawn in a colour that can be read, a block in its own")
  func legible() throws {
    func colors(_ text: String) throws -> Set<Pixel> {
      var film = TerminalFilm(Cast(columns: 2, rows: 1, events: [.init(0, .output("\u{1B}[?25l" + text))]))
      (film.hasWindow, film.fontSize) = (false, 100)
      let size = PixelSize(width: 120, height: 120)
      var bitmap = Bitmap(size: size)
      _ = try SceneSource(film, size: size, frameRate: 10).draw(atSeconds: 0, into: &bitmap)
      return Set((0..<120 * 120).map { bitmap[$0 % 120, $0 / 120] })
    }
    let palette = TerminalTheme.night.palette
    let (grey, blue) = (palette.colors[7], palette.colors[4])
    let legible = grey.seen(on: [(blue, 4.5)])
    #expect(grey.contrast(on: blue) < 2 && legible.contrast(on: blue) >= 4.5)
    let letters = try colors("\u{1B}[37;44mII")
    #expect(letters.contains(Pixel(legible)) && letters.contains(Pixel(blue)) && !letters.contains(Pixel(grey)))
    #expect(try colors("\u{1B}[34;47;7mII").contains(Pixel(legible)))
    #expect(try colors("\u{1B}[37;44m▀▀").contains(Pixel(grey)))
    #expect(try colors("\u{1B}[38;2;195;206;221;44mII").contains(Pixel(grey)))
  }

  @Test("A window's shadow darkens the background without changing its hue")
  func shadow() throws {
    var film = TerminalFilm(Cast(columns: 22, rows: 8))
    let color = Pixel(red: 51, green: 80, blue: 122, alpha: 255)
    film.background = Color(red: 51 / 255, green: 80 / 255, blue: 122 / 255)
    let size = PixelSize(width: 640, height: 360)
    var bitmap = Bitmap(size: size)
    _ = try SceneSource(film, size: size, frameRate: 10).draw(atSeconds: 0, into: &bitmap)
    var (darkest, worst) = (1.0, 0.0)
    // The window's distance from the edge is the same at all sizes.
    for row in 344..<360 {
      for column in 0..<640 {
        let pixel = bitmap[column, row]
        let part = Double(pixel.green) / Double(color.green)
        darkest = min(darkest, part)
        worst = max(
          worst, abs(Double(pixel.red) - part * Double(color.red)), abs(Double(pixel.blue) - part * Double(color.blue)))
      }
    }
    #expect(darkest < 0.9 && worst <= 1.8, "\(darkest), \(worst)")
  }
}
