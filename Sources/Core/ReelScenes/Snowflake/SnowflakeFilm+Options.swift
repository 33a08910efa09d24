import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelTurtle

extension SnowflakeFilm: DescribedScene {
  /// The kind `snowflake`.
  public static let kind = "snowflake"
  /// The levels.
  public static let mainOption: String? = "levels"

  /// The duration, the levels, how they appear, and the look.
  public static let options = [seconds, levels, style, growth, theme, background, noCaption, textFontOption]

  /// Creates the default film, which grows through seven levels and fills the scene's duration.
  public init() { self.init(duration: nil) }

  /// The duration of the growth.
  public static let seconds = DescriptionOption<Self>(
    "seconds", "seconds", help: "The duration of the growth, for all levels together.",
    read: { film, text in film.duration = try OptionText.seconds("length", text, 0.001...86_400) },
    write: { $0.duration.map { "\($0)" } })

  /// The levels.
  public static let levels = DescriptionOption<Self>(
    "levels", "first...last", help: "The levels that grow in sequence, each for an equal share of the time.",
    read: { film, text in film.levels = try LevelRange.parse(text, legal: Snowflake.levels) },
    write: { LevelRange.text($0.levels) })

  /// The style in which a level appears.
  public static let style = DescriptionOption<Self>(
    "style", "style", help: "grow: bumps rise; step: levels change at once; draw: a turtle walks the curve.",
    choices: Style.allCases.map(\.rawValue),
    read: { film, text in film.style = try OptionText.choice("style", text) },
    write: { $0.style.rawValue })

  /// The fraction of a level's share in which it grows.
  public static let growth = DescriptionOption<Self>(
    "growth", "part",
    help: "The part of each level's time in which it grows, 0 to 1. (default: 0.25, for --style draw 0.85)",
    read: { film, text in film.growth = try OptionText.number("growth", text, 0...1) },
    write: { $0.growth.map { "\($0)" } })

  /// The colours and lines.
  public static let theme = FlakeLook<Self>.theme(\.theme)

  /// A plain background.
  public static let background = FlakeLook<Self>.background(\.background)

  /// Whether the caption is omitted.
  public static let noCaption = FlakeLook<Self>.noCaption(\.showsCaption)

  /// The font of the caption.
  public static let textFontOption = TextFont<Self>.option(\.textFont)
}
