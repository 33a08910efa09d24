import ArgumentParser
import Reel

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
