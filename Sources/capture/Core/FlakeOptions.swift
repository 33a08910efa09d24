import ArgumentParser
import Reel

/// The size and the colours of a picture with a flake.
struct FlakeOptions: ParsableArguments {
  @OptionGroup var frame: SizeOptions

  @Option(SnowflakeFilm.theme) var theme: String?
  @Option(SnowflakeFilm.background) var background: String?
  @Flag(SnowflakeFilm.noCaption) var noCaption: Bool
  @Option(SnowflakeFilm.textFontOption) var textFont: String?

  /// Whether any option was given.
  var isGiven: Bool { frame.isGiven || areColorsGiven }

  /// Whether any option other than the size was given.
  var areColorsGiven: Bool { theme != nil || background != nil || noCaption || textFont != nil }
}
