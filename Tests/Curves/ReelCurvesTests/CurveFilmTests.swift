import Foundation
import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes
import Testing

@testable import ReelCurves

@Suite("Films of curves and turtles") struct CurveFilmTests {
  private static let size = PixelSize(width: 192, height: 108)

  private func read(_ json: String) throws -> CurveFilm {
    try JSONDecoder().decode(CurveFilm.self, from: Data(json.utf8))
  }

  @Test("Rules are a text or a table, a name stands for a definition, and what is given besides changes it")
  func descriptions() throws {
    let own = try read(
      #"{"axiom": "F--F--F", "rules": {"F": "F+F--F+F"}, "angle": 60, "heading": 60, "levels": "0...3"}"#)
    #expect(
      try own == read(#"{"axiom": "F--F--F", "rules": "F=F+F--F+F", "angle": "60", "heading": 60, "levels": "0-3"}"#))
    #expect(try own.system() == LSystem.Named.koch.system)
    #expect(try read(#"{"name": "Lévy"}"#).system() == LSystem.Named.levy.system)
    #expect(try read("{}").system() == LSystem.Named.dragon.system)
    let bent = try read(#"{"name": "plant", "angle": 20}"#).system()
    #expect(bent.angle == 20 && bent.rules == LSystem.Named.plant.system.rules)
    var film = own
    film.ink = [Color(red: 0.1, green: 0.2, blue: 0.3), .red]
    #expect(try JSONDecoder().decode(CurveFilm.self, from: JSONEncoder().encode(film)) == film)
    for wrong in [
      #"{"rules": {"FF": "F"}}"#, #"{"rules": {}}"#, #"{"rules": "F=F,F=G"}"#, #"{"name": "dargon"}"#, #"{"levls": 3}"#,
    ] {
      #expect(throws: (any Error).self) { try read(wrong) }
    }
  }

  @Test(
    "Levels that nobody chose begin with the first that draws and end while lines are well seen",
    arguments: LSystem.Named.allCases)
  func levels(name: LSystem.Named) throws {
    let curve = LSystemCurve(name.system)
    let levels = try CurveFilm(name).shownLevels(of: curve)
    #expect(curve.lineCount(level: levels.lowerBound) > 0)
    #expect(levels.count >= 4 && curve.lineCount(level: levels.upperBound) <= 60_000)
    #expect(try curve.lineLength(level: Double(levels.upperBound)) >= 1 / 160.0)
  }

  @Test("The caption tells name, level and lines, however many")
  func caption() {
    #expect(CurveFilm.captionText("Dragon", level: 0, lines: 1) == "Dragon  ·  Level 0  ·  1 line")
    #expect(CurveFilm.captionText(nil, level: 12, lines: 4096) == "Level 12  ·  4\u{2009}096 lines")
    #expect(CurveFilm.captionText(nil, level: 40, lines: 1.6e25) == "Level 40  ·  1.6 · 10²⁵ lines")
  }

  @Test("A curve that holds costs nothing, and a turtle only what it draws")
  func damage() throws {
    var film = CurveFilm(.hilbert)
    (film.levels, film.duration, film.style) = (2...3, 4, .step)
    let source = try SceneSource(film, size: Self.size)
    var bitmap = Bitmap(size: Self.size)
    _ = try source.draw(atSeconds: 0.5, into: &bitmap)
    #expect(try source.draw(atSeconds: 1.5, into: &bitmap).isEmpty)
    #expect(try !source.draw(atSeconds: 2.5, into: &bitmap).isEmpty)
    var turtle = TurtleFilm("repeat 4 [fd 100 rt 90]")
    turtle.duration = 4
    let drawing = try SceneSource(turtle, size: PixelSize(width: 640, height: 360))
    var picture = Bitmap(size: drawing.size)
    _ = try drawing.draw(atSeconds: 1, into: &picture)
    let changed = try drawing.draw(atSeconds: 1.05, into: &picture)
    #expect(!changed.isEmpty && changed.tileCount < 40 * 23 / 8)
  }

  @Test("The turtle has gone half the way in half of its time, and all of it in the last frame")
  func evenSpeed() throws {
    let picture = PenPicture([
      .init(points: [Point(x: 0, y: 0), Point(x: 10, y: 0)], color: .red, width: 1),
      .init(points: [Point(x: 50, y: 0), Point(x: 50, y: 30)], color: .blue, width: 3),
    ])
    #expect(picture.length == 40)
    #expect(picture.pose(at: 0.5)?.position == Point(x: 50, y: 10))
    #expect(picture.pose(at: 0)?.position == .zero && picture.pose(at: 1)?.position == Point(x: 50, y: 30))
    var film = TurtleFilm("fd 100 rt 90 fd 100")
    (film.growth, film.duration) = (1, 0.8)
    let source = try SceneSource(film, size: Self.size, frameRate: 10)
    var (last, whole) = (Bitmap(size: Self.size), Bitmap(size: Self.size))
    _ = try source.draw(atSeconds: 0.7, into: &last)
    _ = try SceneSource(film, size: Self.size, frameRate: 10).draw(atSeconds: 5, into: &whole)
    #expect(last == whole)
  }

  @Test("An ink that somebody chose is seen, also where it is the background's own colour")
  func seenInk() throws {
    /// The greatest difference of a colour from the background in a finished picture without text.
    func contrast(_ film: some Scene, on ground: Color) throws -> Double {
      let source = try SceneSource(film, size: Self.size)
      var bitmap = Bitmap(size: Self.size)
      _ = try source.draw(atSeconds: 3.9, into: &bitmap)
      let pixels = (0..<Self.size.height).flatMap { y in (0..<Self.size.width).map { x in bitmap[x, y] } }
      let colors = Set(pixels).map { pixel in
        Color(red: Double(pixel.red) / 255, green: Double(pixel.green) / 255, blue: Double(pixel.blue) / 255)
      }
      return colors.map { $0.contrast(on: ground) }.max() ?? 1
    }
    var curve = CurveFilm(.hilbert)
    (curve.levels, curve.duration, curve.style, curve.showsCaption) = (3...3, 4, .step, false)
    for (ink, background) in [(Color.black, Color.black), (.white, .white)] {
      (curve.ink, curve.background) = ([ink], background)
      // Its lines are thin, and their pixels mixed with the background.
      #expect(try contrast(curve, on: background) > 1.3)
      var turtle = TurtleFilm("setpensize 6 setpencolor \(ink == .black ? 0 : 7) repeat 4 [fd 100 rt 90]")
      (turtle.duration, turtle.background) = (4, background)
      #expect(try contrast(turtle, on: background) > 1.7)
    }
  }

  @Test("What can't be filmed is told in a sentence")
  func refused() {
    let films: [(TurtleFilm, String)] = [
      (TurtleFilm(""), "the program draws nothing: forward draws while the pen is down"),
      (
        TurtleFilm("\nsetpc \"rde fd 1"),
        "2:1: unknown colour rde: did you mean red?"
      ),
    ]
    for (film, sentence) in films {
      let error = #expect(throws: (any Error).self) { try film.validate() }
      #expect(error.map { "\($0)" } == sentence)
    }
  }
}
