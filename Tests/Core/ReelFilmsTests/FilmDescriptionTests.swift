import Foundation
import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelScenes
import ReelTestSupport
import Testing

@Suite("The description of a film")
struct FilmDescriptionTests {
  private static let small = PixelSize(width: 64, height: 48)

  private func read(_ json: String) throws -> FilmDescription {
    try FilmDescription(json: Array(json.utf8), catalog: Drift.catalog)
  }

  private func error(_ json: String) -> String {
    do {
      return "read: \(try read(json))"
    } catch {
      return "\(error)"
    }
  }

  /// The pixels of a frame, drawn as the first.
  private func frame(_ index: Int, of film: FilmDescription) throws -> Bitmap {
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(at: FrameTime(index: index, frameRate: film.film.frameRate), into: &bitmap)
    return bitmap
  }

  @Test("What is written is read as the same film, colours of one's own to the last bit")
  func roundTrip() throws {
    var flake = SnowflakeFilm(levels: 1...3)
    flake.style = .draw
    flake.theme.outline.color = Color(red: 0.1, green: 0.2, blue: 0.3)
    flake.background = Color(red: 1 / 3, green: 0, blue: 0)
    var film = FilmDescription([.init(flake, seconds: 2.5), .init(Drift(factor: 3), seconds: 1)])
    film.film.size = Self.small
    film.film.frameRate = 29.97
    film.output.crf = 18.5
    let again = try FilmDescription(json: film.json, catalog: Drift.catalog)
    #expect(again.scenes.entries[0].scene as? SnowflakeFilm == flake)
    #expect(again.scenes.entries[1].scene as? Drift == Drift(factor: 3))
    #expect(again.film == film.film)
    #expect(again.output == film.output)
    #expect(try again.json == film.json)
  }

  @Test("A few words are enough")
  func short() throws {
    let film = try read(#"{"film": {"seconds": 3, "size": "64x48"}, "scenes": [{"snowflake": {}}]}"#)
    #expect(try film.frameCount == 30)
    #expect(film.scenes.entries[0].scene as? SnowflakeFilm == SnowflakeFilm())
  }

  @Test("A scene takes the length that it is given, by the film or beside it")
  func lengths() throws {
    let byFilm = try read(#"{"film": {"seconds": 3, "size": "64x48"}, "scenes": [{"snowflake": {}}]}"#)
    let beside = try read(#"{"film": {"size": "64x48"}, "scenes": [{"snowflake": {}, "seconds": "3s"}]}"#)
    let inside = try read(#"{"film": {"size": "64x48"}, "scenes": [{"snowflake": {"seconds": 3}}]}"#)
    #expect(try beside.frameCount == 30)
    #expect(try inside.frameCount == 30)
    let pixels = try frame(14, of: byFilm)
    #expect(try frame(14, of: beside) == pixels)
    #expect(try frame(14, of: inside) == pixels)
    let longer = try read(#"{"film": {"seconds": 6, "size": "64x48"}, "scenes": [{"snowflake": {}}]}"#)
    #expect(try frame(14, of: longer) != pixels)
  }

  @Test("Scenes follow one another, and each is drawn as if it were alone")
  func sequence() throws {
    let size = #""size": "64x48""#
    let film = try read(
      """
      {"film": {\(size)}, "scenes": [
        {"snowflake": {"levels": "0...2", "no-caption": true}, "seconds": 2},
        {"drift": {}, "seconds": 1},
        {"snowflake": {"levels": 3, "theme": "classic"}, "seconds": 1}]}
      """)
    #expect(try film.frameCount == 40)
    let first = try read(
      #"{"film": {\#(size)}, "scenes": [{"snowflake": {"levels": "0...2", "no-caption": true}, "seconds": 2}]}"#)
    let second = try read(#"{"film": {\#(size)}, "scenes": [{"drift": {}, "seconds": 1}]}"#)
    #expect(try frame(11, of: film) == frame(11, of: first))
    #expect(try frame(27, of: film) == frame(7, of: second))
    #expect(try frame(39, of: film) != frame(29, of: film))
    // Beyond its end the last picture stays.
    #expect(try frame(45, of: film) == frame(39, of: film))
  }

  @Test(
    "What no film can be is refused in one sentence",
    arguments: [
      ("{", "it is not JSON"),
      ("[]", "a description of a film must be a table"),
      (#"{"format": "reel-fixture", "scenes": []}"#, "it is not a film description, but reel-fixture"),
      (#"{"scenes": []}"#, "a film needs at least one scene"),
      (#"{"film": {}}"#, "it has no scenes"),
      (#"{"scenes": {}}"#, "scenes must be a list, even if there is only one"),
      (#"{"scene": []}"#, "a description has no option scene: did you mean scenes?"),
      (#"{"scenes": [{"snowflak": {}}]}"#, "scene 1: a scene has no option snowflak: did you mean snowflake?"),
      (
        #"{"scenes": [{"drift": {}, "snowflake": {}}]}"#,
        "scene 1: it must name one kind of scene: snowflake, trace or drift"
      ),
      (
        #"{"scenes": [{"seconds": 3}]}"#,
        "scene 1: it must name one kind of scene: snowflake, trace or drift"
      ),
      (
        #"{"scenes": [{"drift": {}}, {"drift": {"factor": 0}}]}"#,
        "scene 2: factor: drift factor 0 is not valid: it must be from 1 to 1000"
      ),
      (
        #"{"scenes": [{"drift": {}}, {"drift": {}}]}"#,
        "scene 1 (drift) has no end, but another scene follows: set its seconds"
      ),
      (
        #"{"film": {"seconds": 3, "frames": 4}, "scenes": [{"drift": {}}]}"#,
        "seconds and frames both set the length of the film: give only one"
      ),
      (
        #"{"version": 3, "scenes": []}"#,
        "it has version 3: use a newer capture"
      ),
      (
        #"{"drawing": 2, "scenes": [{"drift": {}}]}"#,
        "it needs drawing version 2, but this is 1: use the version of capture that wrote it"
      ),
      (
        #"{"output": {"crf": 64}, "scenes": [{"drift": {}}]}"#,
        "crf 64 is not valid: it must be from 0 to 51, or to 63 with vp9 and av1"
      ),
    ])
  func refused(json: String, message: String) {
    #expect(error(json) == message)
  }

  @Test("A film that never ends says so before it is drawn")
  func endless() throws {
    let film = try read(#"{"scenes": [{"drift": {}}]}"#)
    #expect(throws: DescriptionError("the film has no end: set its length in seconds or frames")) {
      try film.frameCount
    }
  }

  @Test("A description of version 1, with flat options, is the same film")
  func versionOne() throws {
    let old = try read(
      """
      {"format": "reel-film", "version": 1, "film": "snowflake",
       "options": {"fps": "25", "frames": "40", "size": "64x48", "levels": "0...2", "style": "step",
                   "theme": "paper", "growth": "0.5", "background": "#102030", "no-caption": "true"}}
      """)
    var flake = SnowflakeFilm(levels: 0...2)
    (flake.style, flake.theme, flake.growth) = (.step, .paper, 0.5)
    (flake.background, flake.showsCaption) = (Color("#102030"), false)
    #expect(old.scenes.entries[0].scene as? SnowflakeFilm == flake)
    #expect(try old.frameCount == 40)
    #expect(old.film.size == Self.small)
    #expect(
      error(#"{"version": 1, "film": "dance", "options": {}}"#) == "its film dance is unknown: use a newer capture")
  }

  @Test("A scene of one's own is described like those of the library")
  func ownScene() throws {
    let json = #"{"film": {"size": "8x8"}, "scenes": [{"plain": {"color": "teal"}, "seconds": 1}]}"#
    #expect(throws: DescriptionError.self) { try read(json) }
    let film = try FilmDescription(json: Array(json.utf8), catalog: .standard.adding(Plain.self))
    #expect(try frame(3, of: film)[0, 0] == Pixel(red: 0, green: 128, blue: 128))
  }
}

/// A scene that fills the frame with a colour.
private struct Plain: DescribedScene {
  static let kind = "plain"
  static let options = [
    DescriptionOption<Self>(
      "color", "colour", help: "The colour.", read: { $0.color = try Color(parsing: $1) },
      write: { $0.color.description })
  ]
  var color = Color.white

  func install(on layer: SceneLayer) { layer.backgroundColor = color }
}
