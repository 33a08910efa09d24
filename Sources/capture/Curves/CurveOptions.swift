import ArgumentParser
import Reel
import ReelCurves

/// The curve and its growth.
struct CurveOptions: ParsableArguments {
  @Option(CurveFilm.axiomOption) var axiom: String?
  @Option(CurveFilm.rulesOption) var rules: String?
  @Option(CurveFilm.angleOption) var angle: String?
  @Option(CurveFilm.headingOption) var heading: String?
  @Option(CurveFilm.penOption) var pen: String?
  @Option(CurveFilm.levelsOption) var levels: String?
  @Option(CurveFilm.styleOption) var style: String?
  @Option(CurveFilm.growthOption) var growth: String?
  @Option(CurveFilm.inkOption) var ink: String?

  /// Makes the scene.
  func scene(_ name: String?, _ flake: FlakeOptions) throws -> CurveFilm {
    var film = CurveFilm()
    try film.set([
      CurveFilm.nameOption: name, CurveFilm.axiomOption: axiom, CurveFilm.rulesOption: rules,
      CurveFilm.angleOption: angle, CurveFilm.headingOption: heading, CurveFilm.penOption: pen,
      CurveFilm.levelsOption: levels, CurveFilm.styleOption: style, CurveFilm.growthOption: growth,
      CurveFilm.inkOption: ink, CurveFilm.themeOption: flake.theme,
      CurveFilm.backgroundOption: flake.background, CurveFilm.noCaption: flake.noCaption.text,
      CurveFilm.textFontOption: flake.textFont,
    ])
    try film.validate()
    return film
  }
}
