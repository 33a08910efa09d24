import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelScenes
import ReelTracing
import Testing

@Suite("The fonts of a film")
struct FilmFontTests {
  private func film(_ scene: some DescribedScene) -> FilmDescription {
    FilmDescription([.init(scene, seconds: 1)])
  }

  @Test("A description records the file of its letters, and one without text records none")
  func recorded() throws {
    let file = try #require(Font.standard.file)
    let here = FilmFont(family: "DejaVu Sans", file: "DejaVuSans.ttf", md5: try #require(file.md5))
    for film in [
      film(SnowflakeFilm()),
      film(TraceFilm(.init(header: .init(canvas: Size(width: 9, height: 9))))),
    ] {
      #expect(film.installedFonts == [here])
      #expect(try FilmDescription(json: film.json).recordedFonts == [here])
    }
    var mute = SnowflakeFilm()
    mute.showsCaption = false
    var classic = SnowflakeFilm()
    classic.theme = .classic
    for film in [film(mute), film(classic)] {
      #expect(film.installedFonts.isEmpty)
      #expect(try !String(decoding: film.json, as: UTF8.self).contains("fonts"))
    }
  }

  @Test("Letters of a family are drawn from its file, and another family gives another picture")
  func chosen() throws {
    var other = SnowflakeFilm(levels: 0...0)
    other.textFont = "DejaVu Serif"
    #expect(film(other).installedFonts.map(\.file) == ["DejaVuSerif.ttf"])
    #expect(try FilmDescription(json: film(other).json).scenes.entries[0].scene as? SnowflakeFilm == other)
    func picture(_ scene: SnowflakeFilm) throws -> Bitmap {
      var bitmap = Bitmap(width: 640, height: 480)
      let source = try SceneSource(scene, size: bitmap.size)
      _ = try source.draw(atSeconds: 0, into: &bitmap)
      return bitmap
    }
    #expect(try picture(other) != picture(SnowflakeFilm(levels: 0...0)))
  }

  @Test("A film whose recorded font is another file here is not drawn, and is told which")
  func differs() throws {
    var film = film(SnowflakeFilm())
    #expect(throws: Never.self) { try film.source() }
    film.recordedFonts = film.installedFonts
    #expect(throws: Never.self) { try film.source() }
    film.recordedFonts[0].md5 = String(repeating: "0", count: 32)
    let sum = film.recordedFonts[0].md5
    #expect(
      throws: DescriptionError(
        "its text was drawn with DejaVu Sans (DejaVuSans.ttf, MD5 \(sum)), but here another version of it is installed: "
          + "install that file, or remove \"fonts\" from the description to use the installed fonts")
    ) { try film.source() }
    film.recordedFonts[0].family = "Reel Sans"
    #expect(throws: DescriptionError.self) { try film.checkFonts() }
    // Without text there is nothing to differ.
    var mute = SnowflakeFilm()
    mute.showsCaption = false
    film.scenes.entries[0].scene = mute
    #expect(throws: Never.self) { try film.source() }
  }

  @Test("A family that is not installed is refused before anything is drawn")
  func missing() throws {
    var scene = SnowflakeFilm()
    scene.textFont = "No Such Family At All"
    #expect(throws: InvalidValue.self) { try film(scene).source() }
    scene.textFont = "sans"
    #expect(throws: Never.self) { try film(scene).source() }
    #expect(throws: InvalidValue.self) { try scene.set("text-font", " ") }
  }
}
