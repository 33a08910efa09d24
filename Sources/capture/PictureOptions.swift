import ArgumentParser
import Reel

/// What the snowflake looks like.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "WIDTHxHEIGHT, or 480p, 720p, 1080p, 4k, square. (default: 720p)", valueName: "size"),
    transform: PixelSize.init(argument:))
  var size = PixelSize(width: 1280, height: 720)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the size: 0.5 for a quick draft, 2 for a sharper film. (default: 1)", valueName: "factor"),
    transform: { text in
      guard let factor = Double(text), (0.1...8).contains(factor) else {
        throw InvalidValue("scale", text, expected: "from 0.1 to 8")
      }
      return factor
    })
  var scale = 1.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The levels that grow one after another, each for an equal share of the time. (default: 0...6)",
      valueName: "first...last"),
    transform: LevelRange.init(argument:))
  var levels = LevelRange(0...6)

  @Option(help: "grow: bumps rise; step: levels change at once; draw: a turtle walks the curve.")
  var style = SnowflakeFilm.Style.grow

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The part of each level's share in which it grows, 0 to 1. (default: 0.25, for --style draw 0.85)",
      valueName: "part"),
    transform: { text in
      guard let part = Double(text), (0...1).contains(part) else {
        throw InvalidValue("growth", text, expected: "from 0 to 1")
      }
      return part
    })
  var growth: Double?

  @Option(help: "The colours: night, paper, or classic, a thin black line on white.")
  var theme = SnowflakeTheme.Name.night

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A plain background instead of the theme's: a CSS name, #rgb or #rrggbb.", valueName: "colour"),
    transform: { text in
      guard let color = Color(text), color.alpha == 1 else {
        throw InvalidValue(
          "background", text, expected: "an opaque colour: a CSS name such as teal, #rgb or #rrggbb")
      }
      return color
    })
  var background: Color?

  @Flag(help: "Leave out the line that tells level and number of segments.")
  var noCaption = false

  /// The size of the frames in pixels.
  ///
  /// A side that was scaled becomes even, since nobody chose it to be odd and 4:2:0 takes no odd ones.
  var pixelSize: PixelSize {
    func scaled(_ side: Int) -> Int { scale == 1 ? side : max(2, 2 * Int((Double(side) * scale / 2).rounded())) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }

  /// Makes the scene of a film of a length.
  func scene(frameRate: FrameRate, duration: Double) throws -> SnowflakeScene {
    let sides = 1...16_384
    guard sides.contains(pixelSize.width), sides.contains(pixelSize.height) else {
      throw InvalidValue("size", pixelSize, expected: "from 1 to 16384 pixels a side")
    }
    var film = SnowflakeFilm(levels: levels.range, duration: duration)
    film.style = style
    if let growth { film.growth = growth }
    film.theme = theme.theme
    film.background = background
    if noCaption { film.showsCaption = false }
    return try SnowflakeScene(film, size: pixelSize, frameRate: frameRate)
  }
}

extension SnowflakeFilm.Style: ExpressibleByArgument {}
extension SnowflakeTheme.Name: ExpressibleByArgument {}
