import Foundation
import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelTracing
import ReelTurtle
import Testing

@testable import ReelScenes

@Suite("Descriptions of scenes") struct DescriptionTests {
  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func isKept<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
  }

  private var session: TraceSession {
    let line = Path(points: [Point(x: 40, y: 50), Point(x: 160, y: 50)])
    let events = [
      TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 40, y: 50)),
      TouchEvent(milliseconds: 316.25, phase: .moved, point: Point(x: 90.1, y: 51)),
      TouchEvent(milliseconds: 500, phase: .ended, point: Point(x: 160, y: 50)),
    ]
    return TraceSession(
      header: .init(canvas: Size(width: 200, height: 100), expected: [line], maxDistance: 12, name: "dash"),
      events: events)
  }

  @Test("A scene that was written and read is the same scene", arguments: SnowflakeTheme.Name.allCases)
  func written(theme: SnowflakeTheme.Name) throws {
    var film = SnowflakeFilm(levels: 1...4, duration: 2.5)
    film.theme = theme.theme
    film.background = .orange
    (film.style, film.growth, film.showsCaption) = (.draw, 0.5, false)
    #expect(try isKept(film))
  }

  @Test("A trace film is written with its session and its images, the same bytes each time")
  func trace() throws {
    var film = TraceFilm(session)
    (film.replay.speed, film.replay.maxPause, film.replay.hold, film.replay.length) = (2, 0.5, 0.25, 9)
    film.theme = TraceTheme.night.on(.orange)
    film.parts = [.ring, .guide, .time]
    var image = Bitmap(width: 3, height: 2)
    image[1, 1] = Pixel(Color.orange.with(alpha: 0.4))
    (film.keyImage, film.backgroundImage) = (image, image)
    #expect(try isKept(film))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let texts = try (0..<5).map { _ in
      film.parts = Set(film.parts.shuffled())
      return try encoder.encode(film)
    }
    #expect(Set(texts).count == 1)
    // In its own timing too.
    #expect(TraceFilm(session, timing: try film.timing).replay == film.replay)
  }

  @Test("What a description leaves out is as in a film that was told nothing")
  func defaults() throws {
    #expect(try read(SnowflakeFilm.self, "{}") == SnowflakeFilm())
    #expect(try read(SnowflakeFilm.self, #"{"levels": null}"#) == SnowflakeFilm())
    var film = SnowflakeFilm(levels: 2...3, duration: 5)
    (film.theme, film.style) = (.paper, .draw)
    #expect(
      try read(SnowflakeFilm.self, #"{"levels": "2...3", "seconds": 5, "theme": "paper", "style": "draw"}"#) == film)
    film = SnowflakeFilm()
    film.theme.glow = nil
    film.theme.outline = .init(.red, width: 1)
    let theme = ##"{"theme": {"glow": null, "outline": {"color": "#ff0000"}}}"##
    #expect(try read(SnowflakeFilm.self, theme) == film)
    let text = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
    var trace = TraceFilm(session)
    #expect(try read(TraceFilm.self, #"{"session": \#(text)}"#) == trace)
    trace.replay.speed = 3
    trace.theme.inside = .blue
    #expect(
      try read(TraceFilm.self, #"{"session": \#(text), "speed": 3, "inside-color": "blue"}"#) == trace)
  }

  @Test(
    "An unknown key or name is refused with the nearest one",
    arguments: [
      (#"{"levles": [0, 3]}"#, "snowflake has no option levles: did you mean levels?"),
      (
        #"{"theme": {"starcount": 3}}"#,
        "a snowflake theme has no option starcount: did you mean starCount?"
      ),
      (
        #"{"theme": {"outline": {"color": "red", "widht": 3}}}"#,
        "a line has no option widht: did you mean width?"
      ),
      (#"{"theme": "nihgt"}"#, "theme nihgt is not valid: did you mean night?"),
      (#"{"zzz": 1}"#, "snowflake has no option zzz: it has seconds, levels, style, "),
    ])
  func unknown(json: String, message: String) throws {
    let error = #expect(throws: (any Error).self) { try read(SnowflakeFilm.self, json) }
    #expect("\(try #require(error))".hasPrefix(message), "\(error.map { "\($0)" } ?? "")")
  }

  @Test("Each kind of description refuses keys that it does not know")
  func unknownElsewhere() {
    #expect(throws: DescriptionError.self) { try read(TraceFilm.self, #"{"sessions": ""}"#) }
    #expect(throws: DescriptionError.self) { try read(TraceTheme.self, #"{"insides": "red"}"#) }
    #expect(throws: InvalidValue.self) { try read(TraceTheme.self, #""chalk""#) }
    #expect(throws: DescriptionError("trace needs a session")) { try read(TraceFilm.self, "{}") }
    #expect(throws: TraceSessionError.self) { try read(TraceFilm.self, #"{"session": "nonsense"}"#) }
    #expect(throws: DescriptionError.self) { try read(SnowflakeFilm.self, #"{"seconds": "long"}"#) }
    #expect(throws: DescriptionError.self) { try read(SnowflakeFilm.self, #"{"levels": [0, 3]}"#) }
  }

  @Test("Colours may be written as text")
  func colors() throws {
    #expect(try read([Color].self, ##"["#ff0000", {"red":0,"green":0,"blue":1}]"##) == [.red, .blue])
    #expect(throws: (any Error).self) { try read([Color].self, #"["nonsense"]"#) }
  }
}
