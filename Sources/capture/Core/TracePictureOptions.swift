import ArgumentParser
import Reel
import ReelPlatform

/// The look of a session's film.
struct TracePictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "WIDTHxHEIGHT, a height such as 1080p, or 4k, 8k, square. (default: the session's shape, as large as fits in 720p)",
      valueName: "size"),
    transform: { try PixelSize(parsing: $0) })
  var size: PixelSize?

  @Option(TraceFilm.themeOption) var theme: String?
  @Option(TraceFilm.hide) var hide: String?
  @Option(TraceFilm.insideColor) var insideColor: String?
  @Option(TraceFilm.outsideColor) var outsideColor: String?
  @Option(TraceFilm.completeColor) var completeColor: String?
  @Option(TraceFilm.guideColor) var guideColor: String?
  @Option(TraceFilm.background) var background: String?
  @Option(TraceFilm.textFontOption) var textFont: String?

  @Option(help: ArgumentHelp("A picture on the sheet, scaled to fit.", valueName: "file.png"))
  var backgroundImage: String?

  @Option(help: ArgumentHelp("A picture to mark key points, instead of stars.", valueName: "file.png"))
  var keyImage: String?

  @Flag(help: "Show how to write: the next stroke, where each begins, its direction and its number.")
  var guide = false

  /// Sets the look of a session's film.
  func apply(to film: inout TraceFilm) throws {
    try film.set([
      TraceFilm.themeOption: theme, TraceFilm.hide: hide, TraceFilm.background: background,
      TraceFilm.insideColor: insideColor, TraceFilm.outsideColor: outsideColor,
      TraceFilm.completeColor: completeColor, TraceFilm.guideColor: guideColor,
      TraceFilm.textFontOption: textFont,
    ])
    film.showsGuide = guide
    film.backgroundImage = try backgroundImage.map(Self.image)
    film.keyImage = try keyImage.map(Self.image)
  }

  /// Warnings about chosen colours that are hardly visible.
  func warnings(of film: TraceFilm) -> [String] {
    let sheet = film.theme.background.laid(over: film.theme.surround)
    let lines = [
      ("inside-color", insideColor), ("outside-color", outsideColor), ("complete-color", completeColor),
    ].map { ($0.0, $0.1, TraceTheme.minContrast) }
    // The corridor is light on purpose.
    return (lines + [("guide-color", guideColor, 1.2)]).compactMap { option, color, least in
      guard let color = color.flatMap(Color.init), case let contrast = color.contrast(on: sheet), contrast < least
      else { return nil }
      return "capture: warning: --\(option) \(color) is hardly visible on \(sheet): the contrast is "
        + "\(fixed(contrast, 1)), and \(fixed(least, 1)) is needed; choose a lighter or darker colour"
    }
  }

  private static func image(_ path: String) throws -> Bitmap {
    guard OutputFile.exists(path) else {
      throw InputError(path: path, reason: .noSuchFile, advice: "name a PNG picture", isMissing: true)
    }
    do {
      return try Bitmap(pngAt: URL(fileURLWithPath: path))
    } catch {
      let reason = (error as? CairoError)?.message ?? "\(error)"
      throw InputError(path: path, reason: reason, advice: "name a PNG picture")
    }
  }
}
