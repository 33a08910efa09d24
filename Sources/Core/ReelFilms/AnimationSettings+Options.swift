import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelTiming

extension AnimationSettings: Describable {
  /// The kind `animation`.
  public static let kind = "animation"

  /// Size, rate, colours and the end of the loop.
  public static let options = [
    widthOption, rateOption, colorsOption, ditherOption, qualityOption, matteOption, holdLastOption, loopOption,
  ]

  /// The maximum width of the pictures.
  public static let widthOption = DescriptionOption<Self>(
    "width", "pixels", help: "The maximum width of a GIF, APNG or WebP, in pixels; wider films are scaled down.",
    read: { $0.width = try OptionText.whole("width", $1, widths) }, write: { $0.width.map { "\($0)" } })

  /// The maximum rate of the pictures.
  ///
  /// On the command line, `--fps` sets the film's rate, which these pictures follow.
  public static let rateOption = DescriptionOption<Self>(
    "fps", "rate", help: "The maximum frame rate of a GIF, APNG or WebP.",
    read: { settings, text in
      let rate = try FrameRate(parsing: text)
      guard rate.framesPerSecond <= highestRate.framesPerSecond else {
        throw InvalidValue("fps", text, expected: "at most \(highestRate): players slow down at higher rates")
      }
      settings.rateLimit = rate
    }, write: { $0.rateLimit == usualRate ? nil : $0.rateLimit.description })

  /// The number of colours in the palette.
  public static let colorsOption = DescriptionOption<Self>(
    "colors", "2-255",
    help:
      "The maximum number of colours in a GIF; an APNG or WebP has a palette only if this or --quality is given. (default: \(usualColors))",
    read: { $0.colors = try OptionText.whole("number of colours", $1, colorCounts) },
    write: { $0.colors.map { "\($0)" } })

  /// The dithering of missing colours.
  public static let ditherOption = DescriptionOption<Self>(
    "dither", "dither",
    help:
      "The dithering of gradients in a GIF, or in an APNG or WebP with --colors or --quality: ordered does not flicker, diffusion is finer.",
    choices: Dither.allCases.map(\.rawValue),
    read: { $0.dither = try OptionText.choice("dither", $1) }, write: { $0.dither.rawValue })

  /// The trade-off between size and quality.
  public static let qualityOption = DescriptionOption<Self>(
    "quality", "1-100",
    help:
      "The quality of a GIF, or of a WebP of a lossy movie: 100 looks best, 1 is smallest; otherwise APNG and WebP are lossless without it. (default: \(usualQuality))",
    read: { $0.quality = try OptionText.whole("quality", $1, qualities) }, write: { $0.quality.map { "\($0)" } })

  /// The colour behind soft edges.
  public static let matteOption = DescriptionOption<Self>(
    "matte", "colour",
    help: "The colour that soft edges blend into in a GIF with --background none; without it, edges are hard.",
    read: { settings, text in
      guard let color = Color(text), color.alpha == 1 else {
        throw InvalidValue("matte", text, expected: "an opaque colour: a CSS name such as white, #rgb or #rrggbb")
      }
      settings.matte = color
    }, write: { $0.matte?.description })

  /// The duration of the last picture.
  public static let holdLastOption = DescriptionOption<Self>(
    "hold-last", "seconds", help: "How long a GIF, APNG or WebP shows its last picture before it repeats.",
    read: { $0.holdLast = try OptionText.seconds("time for the last picture", $1, holds) },
    write: { $0.holdLast == $0.holdLast.rounded() ? "\(Int(clamping: $0.holdLast))" : "\($0.holdLast)" })

  /// The number of times it plays.
  public static let loopOption = DescriptionOption<Self>(
    "loop", "times", help: "How often a GIF, APNG or WebP plays; 0 loops forever.",
    read: { $0.loop = try OptionText.whole("number of times", $1, loops) }, write: { "\($0.loop)" })
}
