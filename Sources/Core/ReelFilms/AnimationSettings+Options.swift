import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelTiming

extension AnimationSettings: Describable {
  /// `animation`.
  public static let kind = "animation"

  /// Size, rate, colours and what is shown at the end.
  public static let options = [
    widthOption, rateOption, colorsOption, ditherOption, qualityOption, matteOption, holdLastOption, loopOption,
  ]

  /// The width of the pictures.
  public static let widthOption = DescriptionOption<Self>(
    "width", "pixels", help: "The most pixels in a row of a GIF, APNG or WebP; a larger film is made smaller.",
    read: { $0.width = try OptionText.whole("width", $1, widths) }, write: { $0.width.map { "\($0)" } })

  /// The pictures in a second; on the command line `--fps` is the rate of the film, and of these pictures with it.
  public static let rateOption = DescriptionOption<Self>(
    "fps", "rate", help: "The most pictures a second of a GIF, APNG or WebP.",
    read: { settings, text in
      let rate = try FrameRate(parsing: text)
      guard rate.framesPerSecond <= highestRate.framesPerSecond else {
        throw InvalidValue("fps", text, expected: "at most \(highestRate): players show more of them in slow motion")
      }
      settings.rateLimit = rate
    }, write: { $0.rateLimit == usualRate ? nil : $0.rateLimit.description })

  /// The colours of the palette.
  public static let colorsOption = DescriptionOption<Self>(
    "colors", "2-255",
    help:
      "The most colours of a GIF; an APNG or WebP keeps all unless this or --quality is given. (default: \(usualColors))",
    read: { $0.colors = try OptionText.whole("number of colours", $1, colorCounts) },
    write: { $0.colors.map { "\($0)" } })

  /// How missing colours are mixed.
  public static let ditherOption = DescriptionOption<Self>(
    "dither", "dither",
    help:
      "How gradients are mixed of the colours of a GIF, or of those of an APNG or WebP with --colors or --quality: ordered does not flicker, diffusion is finer.",
    choices: Dither.allCases.map(\.rawValue),
    read: { $0.dither = try OptionText.choice("dither", $1) }, write: { $0.dither.rawValue })

  /// The trade-off between size and quality.
  public static let qualityOption = DescriptionOption<Self>(
    "quality", "1-100",
    help:
      "Likeness of a GIF: 100 is as good as its colours, 1 is smallest; an APNG or WebP loses nothing without it. (default: \(usualQuality))",
    read: { $0.quality = try OptionText.whole("quality", $1, qualities) }, write: { $0.quality.map { "\($0)" } })

  /// What edges are laid over.
  public static let matteOption = DescriptionOption<Self>(
    "matte", "colour",
    help: "What the soft edges of a GIF with --background none are laid over; without it they are hard.",
    read: { settings, text in
      guard let color = Color(text), color.alpha == 1 else {
        throw InvalidValue("matte", text, expected: "an opaque colour: a CSS name such as white, #rgb or #rrggbb")
      }
      settings.matte = color
    }, write: { $0.matte?.description })

  /// How long the last picture stays.
  public static let holdLastOption = DescriptionOption<Self>(
    "hold-last", "seconds", help: "How long a GIF, APNG or WebP shows its last picture before it begins again.",
    read: { $0.holdLast = try OptionText.seconds("time for the last picture", $1, holds) },
    write: { $0.holdLast == $0.holdLast.rounded() ? "\(Int(clamping: $0.holdLast))" : "\($0.holdLast)" })

  /// How often it plays.
  public static let loopOption = DescriptionOption<Self>(
    "loop", "times", help: "How often a GIF, APNG or WebP is played; 0 is without end.",
    read: { $0.loop = try OptionText.whole("number of times", $1, loops) }, write: { "\($0.loop)" })
}
