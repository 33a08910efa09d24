import ArgumentParser
import Reel

/// The size and the colours of a picture with a flake, whatever the flake does.
struct FlakeOptions: ParsableArguments {
  @OptionGroup var frame: SizeOptions

  @Option(SnowflakeFilm.theme) var theme: String?
  @Option(SnowflakeFilm.background) var background: String?
  @Flag(SnowflakeFilm.noCaption) var noCaption: Bool

  /// Whether anything was asked for.
  var isGiven: Bool { frame.isGiven || theme != nil || background != nil || noCaption }

  /// The option that leaves the text out; nil where there is none.
  var textOption: String? {
    let name = theme.flatMap(SnowflakeTheme.Name.init) ?? .night
    return noCaption || name.theme.caption == nil ? nil : "--no-caption"
  }

  /// The size of the frames in pixels.
  func pixelSize() throws -> PixelSize { try frame.pixelSize() }
}
