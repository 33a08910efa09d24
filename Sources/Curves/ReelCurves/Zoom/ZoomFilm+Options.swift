import ReelScenes
import ReelDescriptions

extension ZoomFilm: DescribedScene {
  /// The kind `zoom`.
  public static let kind = "zoom"

  /// The target, the speed, and the look.
  public static let options = [factorOption, centerOption, theme, background, noCaption, textFontOption]

  /// Creates the default film, which doubles its magnification each second.
  public init() { self.init(center: KochZoom.defaultCenter) }

  /// The growth of the magnification.
  public static let factorOption = DescriptionOption<Self>(
    "factor", "times", help: "The factor by which the magnification grows each second, 1 to 1000.",
    read: { film, text in film.factor = try OptionText.number("zoom factor", text, factorRange) },
    write: { "\($0.factor)" })

  /// The target.
  public static let centerOption = DescriptionOption<Self>(
    "center", "part",
    help:
      "The target, as a fraction of the way around the flake: 2/5, 0.4; 0 is the lower left corner.",
    read: { film, text in film.center = try Fraction(parsing: text) },
    write: { $0.center.description })

  /// The colours and lines.
  public static let theme = FlakeLook<Self>.theme(\.theme)

  /// A plain background.
  public static let background = FlakeLook<Self>.background(\.background)

  /// Whether the caption is omitted.
  public static let noCaption = FlakeLook<Self>.noCaption(\.showsCaption)

  /// The font of the caption.
  public static let textFontOption = TextFont<Self>.option(\.textFont)
}
