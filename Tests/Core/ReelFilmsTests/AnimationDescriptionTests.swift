import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelImages
import ReelScenes
import Testing

@Suite("Animated pictures in descriptions") struct AnimationDescriptionTests {
  private func read(_ animation: String) throws -> FilmDescription {
    try FilmDescription(json: Array(#"{"scenes": [{"snowflake": {}}], "animation": \#(animation)}"#.utf8))
  }

  @Test("Settings are read under the names of the options, and written as they were read")
  func roundTrip() throws {
    let film = try read(
      #"{"width": 640, "fps": 12.5, "colors": 64, "dither": "ordered", "quality": 80, "matte": "white", "hold-last": 1.5, "loop": 3}"#
    )
    let settings = film.animation
    #expect(settings.width == 640 && settings.colors == 64 && settings.dither == .ordered && settings.quality == 80)
    #expect(settings.holdLast == 1.5 && settings.loop == 3 && settings.rateLimit.framesPerSecond == 12.5)
    #expect(try FilmDescription(json: film.json).animation == settings)
  }

  @Test("A film without settings of its own has the usual ones, and its description does not mention them")
  func usual() throws {
    let film = try read("{}")
    #expect(film.animation == AnimationSettings())
    #expect(try !String(decoding: film.json, as: UTF8.self).contains("animation"))
  }

  @Test(
    "What the options refuse is refused here, too",
    arguments: [
      #"{"colors": 256}"#, #"{"colors": 1}"#, #"{"dither": "none of it"}"#, #"{"quality": 0}"#, #"{"fps": 60}"#,
      #"{"loop": -1}"#, #"{"speed": 2}"#, "3",
    ])
  func refusals(animation: String) {
    #expect { try read(animation) } throws: { $0 is InvalidValue || $0 is DescriptionError }
  }
}
