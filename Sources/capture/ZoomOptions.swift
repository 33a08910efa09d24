import ArgumentParser
import Reel

/// Where a zoom goes, and how fast.
struct ZoomOptions: ParsableArguments {
  @Option(ZoomFilm.factorOption, default: "2") var factor: String?
  @Option(ZoomFilm.centerOption) var center: String?

  /// Whether anything was asked for.
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
