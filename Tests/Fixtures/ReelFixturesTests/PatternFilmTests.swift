import Foundation
import ReelCanvas
import ReelFixtures
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTestSupport
import ReelTiming
import Testing

@Suite("Patterns as scenes") struct PatternFilmTests {
  private let size = PixelSize(width: 180, height: 146)

  private func film(_ pattern: FixturePattern) throws -> PatternFilm {
    var film = PatternFilm(pattern)
    (film.seed, film.frameCount, film.frameRate) = (7, 24, try FrameRate(30_000, 1001))
    return film
  }

  private func recipe(_ film: PatternFilm) -> FixtureRecipe {
    var recipe = FixtureRecipe()
    recipe.pattern = film.pattern
    recipe.drawing = 1
    (recipe.seed, recipe.frameCount, recipe.frameRate, recipe.size) = (film.seed, film.frameCount, film.frameRate, size)
    return recipe
  }

  /// Makes the plate of a fixture's mark white.
  private func withoutMark(_ bitmap: Bitmap) throws -> Bitmap {
    let layout = try FrameMarkLayout(size: size)
    var bitmap = bitmap
    for y in layout.plateY..<layout.plateY + layout.plateSize.height {
      for x in layout.plateX..<layout.plateX + layout.plateSize.width { bitmap[x, y] = .white }
    }
    return bitmap
  }

  @Test("The frames of a pattern equal those of a fixture except for the mark", arguments: FixturePattern.allCases)
  func frames(pattern: FixturePattern) throws {
    let film = try film(pattern)
    var painter = try FixturePainter(recipe(film))
    let source = try SceneSource(film, size: size, frameRate: film.frameRate)
    var bitmap = Bitmap(size: size)
    for number in [0, 1, 2, 9, 23, 4, 17] {
      _ = try source.draw(atSeconds: film.frameRate.seconds(ofFrame: number), into: &bitmap)
      #expect(try withoutMark(bitmap) == withoutMark(painter.draw(frame: number)), "frame \(number)")
    }
  }

  @Test("A pattern within another scene has its own size and time", arguments: FixturePattern.allCases)
  func nested(pattern: FixturePattern) throws {
    let film = try film(pattern)
    let stage = Stage(size: PixelSize(width: 300, height: 200), background: .color(.black))
    try stage.root.addScene(film, in: Rect(origin: Point(x: 40, y: 30), size: size.size), at: 1.25)
    let source = try SceneSource(film, size: size, frameRate: film.frameRate)
    var (picture, alone) = (Bitmap(size: stage.size), Bitmap(size: size))
    for number in [0, 3, 4, 23] {
      let seconds = film.frameRate.seconds(ofFrame: number)
      _ = try stage.render(at: 1.25 + seconds, into: &picture)
      _ = try source.draw(atSeconds: seconds, into: &alone)
      #expect(picture[0, 0] == .black && picture[39, 30] == .black)
      let differs = (0..<size.height).contains { y in
        (0..<size.width).contains { x in picture[40 + x, 30 + y] != alone[x, y] }
      }
      #expect(!differs, "frame \(number)")
    }
    _ = try stage.render(at: 1.3 + film.frameRate.seconds(ofFrame: 24), into: &picture)
    #expect(picture[100, 100] == .black)
  }

  @Test("A pattern holds between its frames, and its last frame stays")
  func holds() throws {
    let film = try film(.noise)
    let source = try SceneSource(film, size: size)
    var bitmap = Bitmap(size: size)
    _ = try source.draw(atSeconds: 0.51, into: &bitmap)
    #expect(try source.draw(atSeconds: 0.52, into: &bitmap).isEmpty)
    #expect(try !source.draw(atSeconds: 0.9, into: &bitmap).isEmpty)
    #expect(try source.draw(atSeconds: 100, into: &bitmap).isEmpty)
  }

  @Test("A pattern survives encoding, missing options have their defaults, and mistakes are refused")
  func described() throws {
    let film = try film(.checker)
    #expect(try JSONDecoder().decode(PatternFilm.self, from: JSONEncoder().encode(film)) == film)
    func read(_ json: String) throws -> PatternFilm {
      try JSONDecoder().decode(PatternFilm.self, from: Data(json.utf8))
    }
    #expect(try read("{}") == PatternFilm())
    var noise = PatternFilm(.noise)
    (noise.frameRate, noise.seed) = (25, .max)
    #expect(try read(#"{"pattern": "noise", "fps": 25, "seed": "18446744073709551615"}"#) == noise)
    for json in [#"{"patern": "noise"}"#, #"{"fps": "fast"}"#, #"{"pattern": "plaid"}"#, #"{"frames": 0}"#] {
      #expect(throws: (any Error).self, "\(json)") { try read(json) }
    }
    noise.frameCount = 0
    #expect(throws: InvalidValue.self) { try SceneSource(noise, size: size) }
  }
}
