import ArgumentParser
import Reel

/// How large the frames are.
struct SizeOptions: ParsableArguments {
  @Option(FilmSettings.sizeOption, default: "720p") var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the size: 0.5 for a quick draft, 2 for a sharper film. (default: 1)", valueName: "factor"),
    transform: { try OptionText.number("scale", $0, 0.1...8) })
  var scale = 1.0

  /// Whether anything was asked for.
  var isGiven: Bool { size != nil || scale != 1 }

  /// The size of the frames in pixels.
  ///
  /// A side that was scaled becomes even, since nobody chose it to be odd and 4:2:0 takes no odd ones.
  func pixelSize() throws -> PixelSize {
    let size = try size.map { try PixelSize(parsing: $0) } ?? FilmSettings().size
    func scaled(_ side: Int) -> Int { scale == 1 ? side : max(2, 2 * Int((Double(side) * scale / 2).rounded())) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }
}
