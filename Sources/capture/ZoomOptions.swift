import ArgumentParser
import Reel

/// Where a zoom goes, and how fast.
struct ZoomOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many times larger the picture is after each second, 1 to 1000. (default: 2)", valueName: "times"),
    transform: number("zoom factor", ZoomFilm.factorRange))
  var factor: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The point to go to, as the part of the way around the flake that leads there: 2/5, 0.4; 0 is the lower left corner. (default: 2/15)",
      valueName: "part"),
    transform: Fraction.init(parsing:))
  var center: Fraction?

  /// Whether anything was asked for.
  var isGiven: Bool { factor != nil || center != nil }

  /// Makes the scene of a zoom.
  func scene(_ flake: FlakeOptions) throws -> SceneSource {
    var film = ZoomFilm(center: center ?? KochZoom.defaultCenter, factor: factor ?? 2)
    film.theme = flake.theme.theme
    film.background = flake.background
    film.showsCaption = !flake.noCaption
    return try SceneSource(film, size: try flake.checkedSize())
  }
}
