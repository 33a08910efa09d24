import ArgumentParser
import Reel

/// What the growing snowflake looks like.
struct PictureOptions: ParsableArguments {
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

  @OptionGroup var flake: FlakeOptions

  /// The size of the frames in pixels.
  var pixelSize: PixelSize { flake.pixelSize }

  /// Makes the scene of a film of a length.
  func scene(frameRate: FrameRate, duration: Double) throws -> SceneSource {
    var film = SnowflakeFilm(levels: levels.range, duration: duration)
    film.style = style
    if let growth { film.growth = growth }
    film.theme = flake.theme.theme
    film.background = flake.background
    film.showsCaption = !flake.noCaption
    return try SceneSource(film, size: try flake.checkedSize(), frameRate: frameRate)
  }
}

extension SnowflakeFilm.Style: ExpressibleByArgument {}
