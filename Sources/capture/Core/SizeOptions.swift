import ArgumentParser
import Reel

/// The size of the frames.
struct SizeOptions: ParsableArguments {
  @Option(FilmSettings.sizeOption, default: "720p") var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the size: 0.5 for a quick draft, 2 for a sharper film. (default: 1)", valueName: "factor"),
    transform: { try OptionText.number("scale", $0, 0.1...8) })
  var scale = 1.0

  /// Whether any option was given.
  var isGiven: Bool { size != nil || scale != 1 }

  /// The size of the frames in pixels.
  ///
  /// A scaled side is rounded to an even number, which 4:2:0 requires.
  ///
  /// - Parameter usual: the size if none was given; nil for the default of all films.
  func pixelSize(otherwise usual: PixelSize? = nil) throws -> PixelSize {
    let size = try size.map { try PixelSize(parsing: $0) } ?? usual ?? FilmSettings().size
    func scaled(_ side: Int) -> Int {
      scale == 1 ? side : max(2, 2 * Int(clamping: (Double(side) * scale / 2).rounded()))
    }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }
}
