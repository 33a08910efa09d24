import ArgumentParser
import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the film of a session looks like.
struct TracePictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "WIDTHxHEIGHT, a height such as 1080p, or 4k, 8k, square. (default: the session's shape, as large as fits in 720p)",
      valueName: "size"),
    transform: PixelSize.init(argument:))
  var size: PixelSize?

  @Option(help: "The colours: classic, night or paper.")
  var theme = TraceTheme.Name.classic

  @Option(
    help: ArgumentHelp(
      "Leave parts out, with commas between them: guide, path, stars, fingertip, ring, time.", valueName: "parts"),
    transform: { text in
      try Set(
        text.split(separator: ",", omittingEmptySubsequences: false).map { word in
          guard let part = TraceFilm.Part(rawValue: String(word)) else {
            let parts = TraceFilm.Part.allCases.map(\.rawValue).joined(separator: ", ")
            throw InvalidValue("part", word, expected: "one of \(parts)")
          }
          return part
        })
    })
  var hide: Set<TraceFilm.Part> = []

  @Option(help: ArgumentHelp("Of lines in bounds.", valueName: "colour"), transform: Color.init(parsing:))
  var insideColor: Color?

  @Option(help: ArgumentHelp("Of lines out of bounds.", valueName: "colour"), transform: Color.init(parsing:))
  var outsideColor: Color?

  @Option(help: ArgumentHelp("Of lines once all is traced.", valueName: "colour"), transform: Color.init(parsing:))
  var completeColor: Color?

  @Option(help: ArgumentHelp("Of the corridor.", valueName: "colour"), transform: Color.init(parsing:))
  var guideColor: Color?

  @Option(help: ArgumentHelp("Of the sheet.", valueName: "colour"), transform: Color.init(parsing:))
  var background: Color?

  @Option(help: ArgumentHelp("An image on the sheet, as large as fits.", valueName: "file.png"))
  var backgroundImage: String?

  @Option(help: ArgumentHelp("An image for key points instead of stars.", valueName: "file.png"))
  var keyImage: String?

  /// The size of the frames in pixels.
  func pixelSize(of session: TraceSession) -> PixelSize { size ?? Self.natural(session.header.canvas) }

  /// Makes the scene of a session.
  func scene(session: TraceSession, timing: ReplayTiming, size: PixelSize) throws -> TraceScene {
    var film = TraceFilm(session, timing: timing)
    film.parts.subtract(hide)
    film.theme = colors
    film.backgroundImage = try backgroundImage.map(Self.image)
    film.keyImage = try keyImage.map(Self.image)
    return try TraceScene(film, size: size)
  }

  private var colors: TraceTheme {
    var colors = background.map(theme.theme.on) ?? theme.theme
    colors.inside = insideColor ?? colors.inside
    colors.outside = outsideColor ?? colors.outside
    colors.complete = completeColor ?? colors.complete
    colors.guide = guideColor ?? colors.guide
    return colors
  }

  /// What a person should know of colours that they chose and that are hardly seen.
  var warnings: [String] {
    let sheet = colors.background.laid(over: colors.surround)
    let lines = [
      ("inside-color", insideColor), ("outside-color", outsideColor), ("complete-color", completeColor),
    ].map { ($0.0, $0.1, TraceTheme.leastContrast) }
    // The corridor is a light shade on purpose.
    return (lines + [("guide-color", guideColor, 1.2)]).compactMap { option, color, least in
      guard let color, case let contrast = color.contrast(on: sheet), contrast < least else { return nil }
      return "capture: warning: --\(option) \(color) is hardly seen on \(sheet): the contrast is "
        + "\(fixed(contrast, 1)), and it takes \(fixed(least, 1)); choose a lighter or darker colour"
    }
  }

  /// The shape of a canvas, as large as fits in 720p, in even numbers.
  private static func natural(_ canvas: Size) -> PixelSize {
    let scale = min(1280 / canvas.width, 720 / canvas.height)
    func even(_ side: Double) -> Int { max(16, 2 * Int((side * scale / 2).rounded())) }
    return PixelSize(width: even(canvas.width), height: even(canvas.height))
  }

  private static func image(_ path: String) throws -> Bitmap {
    do {
      return try Bitmap(pngAt: URL(fileURLWithPath: path))
    } catch {
      throw InputError(path: path, reason: "\(error)", advice: "give a PNG file that can be read")
    }
  }
}

extension TraceTheme.Name: ExpressibleByArgument {}
extension Tracer.Rule: ExpressibleByArgument {}
