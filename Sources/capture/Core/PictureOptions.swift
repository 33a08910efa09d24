import ArgumentParser
import Reel

/// The look of the growing snowflake.
struct PictureOptions: ParsableArguments {
  @Option(SnowflakeFilm.levels) var levels: String?
  @Option(SnowflakeFilm.style) var style: String?
  @Option(SnowflakeFilm.growth) var growth: String?
  @OptionGroup var flake: FlakeOptions

  /// Whether any option was given that only applies to this film.
  var isGiven: Bool { levels != nil || style != nil || growth != nil }

  /// Makes the scene.
  func scene() throws -> SnowflakeFilm {
    var film = SnowflakeFilm()
    try film.set([
      SnowflakeFilm.levels: levels, SnowflakeFilm.style: style, SnowflakeFilm.growth: growth,
      SnowflakeFilm.theme: flake.theme, SnowflakeFilm.background: flake.background,
      SnowflakeFilm.noCaption: flake.noCaption.text, SnowflakeFilm.textFontOption: flake.textFont,
    ])
    return film
  }
}
