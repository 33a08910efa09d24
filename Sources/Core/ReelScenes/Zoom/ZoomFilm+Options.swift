import ReelDescriptions
import ReelTurtle

extension ZoomFilm: DescribedScene {
  /// `zoom`.
  public static let kind = "zoom"

  /// Where it goes, how fast, and its look.
  public static let options = [factorOption, centerOption, theme, background, noCaption, textFontOption]

  /// The default film, which doubles its magnification each second.
  public init() { self.init(center: KochZoom.defaultCenter) }

  /// How fast.
  public static let factorOption = DescriptionOption<Self>(
    "factor", "times", help: "How many times the magnification grows each second, 1 to 1000.",
    read: { film, text in film.factor = try OptionText.number("zoom factor", text, factorRange) },
    write: { "\($0.factor)" })

  /// Where to.
  public static let centerOption = DescriptionOption<Self>(
    "center", "part",
    help:
      "The target, as the part of the way around the flake that leads there: 2/5, 0.4; 0 is the lower left corner.",
    read: { film, text in film.center = try Fraction(parsing: text) },
    write: { $0.center.description })

  /// The colours and lines.
  public static let theme = FlakeLook<Self>.theme(\.theme)

  /// A plain background.
  public static let background = FlakeLook<Self>.background(\.background)

  /// Whether the caption is left out.
  public static let noCaption = FlakeLook<Self>.noCaption(\.showsCaption)

  /// The letters of the line of text.
  public static let textFontOption = TextFont<Self>.option(\.textFont)
}
