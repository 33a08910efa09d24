import ArgumentParser
import Reel
import ReelCurves

/// The target and the speed of a zoom.
struct ZoomOptions: ParsableArguments {
  @Option(ZoomFilm.factorOption, default: "2") var factor: String?
  @Option(ZoomFilm.centerOption) var center: String?

  /// Whether any option was given.
  var isGiven: Bool { factor != nil || center != nil }

  /// Makes the scene.
  func scene(_ flake: FlakeOptions) throws -> ZoomFilm {
    var film = ZoomFilm()
    try film.set([
      ZoomFilm.factorOption: factor, ZoomFilm.centerOption: center, ZoomFilm.theme: flake.theme,
      ZoomFilm.background: flake.background, ZoomFilm.noCaption: flake.noCaption.text,
      ZoomFilm.textFontOption: flake.textFont,
    ])
    return film
  }
}

/// The zoom, to draw a frame of instead of the snowflake.
struct ZoomStillOptions: ParsableArguments {
  @Flag(help: "Draw a frame of the zoom; --levels, --style and --growth have no effect.")
  var zoom = false

  @OptionGroup(title: "Zoom") var options: ZoomOptions

  mutating func validate() throws {
    if options.isGiven, !zoom {
      throw ValidationError("--factor and --center are for the zoom: give --zoom too, or leave them out")
    }
  }

  /// The film of the zoom; nil without `--zoom`.
  func film(_ flake: FlakeOptions, _ settings: FilmSettings) throws -> FilmDescription? {
    zoom ? try FilmDescription(options.scene(flake), film: settings) : nil
  }
}
