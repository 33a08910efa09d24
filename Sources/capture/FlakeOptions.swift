import ArgumentParser
import Reel

/// The size and the colours of a picture with a flake, whatever the flake does.
struct FlakeOptions: ParsableArguments {
  @Option(FilmSettings.sizeOption, default: "720p") var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the size: 0.5 for a quick draft, 2 for a sharper film. (default: 1)", valueName: "factor"),
    transform: { try OptionText.number("scale", $0, 0.1...8) })
  var scale = 1.0

  @Option(SnowflakeFilm.theme) var theme: String?
  @Option(SnowflakeFilm.background) var background: String?
  @Flag(SnowflakeFilm.noCaption) var noCaption: Bool

  /// Whether anything was asked for.
  var isGiven: Bool { size != nil || scale != 1 || theme != nil || background != nil || noCaption }

  /// The option that leaves the text out; nil where there is none.
  var textOption: String? {
    let name = theme.flatMap(SnowflakeTheme.Name.init) ?? .night
    return noCaption || name.theme.caption == nil ? nil : "--no-caption"
  }

  /// The size of the frames in pixels.
  ///
  /// A side that was scaled becomes even, since nobody chose it to be odd and 4:2:0 takes no odd ones.
  func pixelSize() throws -> PixelSize {
    let size = try size.map { try PixelSize(parsing: $0) } ?? FilmSettings().size
    func scaled(_ side: Int) -> Int { scale == 1 ? side : max(2, 2 * Int((Double(side) * scale / 2).rounded())) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }
}
