import ReelDescriptions
import ReelGeometry
import ReelVideo

/// The encoding settings of a movie that a user can choose.
public struct EncodingSettings: Hashable, Sendable {
  /// The codec, or nil for the container's default: VP9 in WebM, H.264 elsewhere.
  public var codec: VideoCodec?
  /// The constant rate factor; nil for the codec's default.
  ///
  /// It has no effect in a lossless movie.
  public var crf: Double?
  /// The trade-off between encoding time and size.
  public var preset = VideoConfiguration.Preset.veryfast
  /// The pixel format; nil for the codec's default.
  public var pixelFormat: PixelFormat?
  /// The converter from pixels to encoded samples.
  public var converter = VideoConfiguration.Converter.tiles
  /// Whether the decoded planes equal the converted ones bit for bit.
  public var isLossless = false
  /// How frames equal to the previous one are written.
  public var stills = VideoConfiguration.Stills.skip
  /// The FFmpeg name of the encoder, or nil for the best available one for the codec.
  public var encoder: String?

  /// Creates `capture`'s defaults.
  public init() {}

  /// Applies these settings to a configuration, leaving its other properties unchanged.
  public func apply(to configuration: inout VideoConfiguration) {
    if let codec { configuration.use(codec) }
    if let crf { configuration.quality = .crf(crf) }
    if isLossless { configuration.quality = .lossless }
    if let pixelFormat { configuration.pixelFormat = pixelFormat }
    configuration.preset = preset
    configuration.converter = converter
    configuration.stills = stills
    configuration.encoder = encoder
  }
}

extension EncodingSettings: Describable {
  /// The kind `output`.
  public static let kind = "output"

  /// Codec, quality, speed and format.
  public static let options = [
    codecOption, crfOption, presetOption, pixelFormatOption, lossless, stillsOption, encoderOption, converterOption,
  ]

  /// The codec.
  public static let codecOption = DescriptionOption<Self>(
    "codec", "codec",
    help:
      "The codec of a movie: vp9 or av1 in .webm, any but prores and ffv1 in .mp4, any in .mkv. (default: vp9 in .webm, else h264)",
    choices: VideoCodec.allCases.map(\.rawValue),
    read: { $0.codec = try VideoCodec(named: $1) }, write: { $0.codec?.rawValue })

  /// The quality.
  public static let crfOption = DescriptionOption<Self>(
    "crf", "0-51",
    help: "The quality: 0 is best and largest, 51 (63 with vp9 and av1) is worst. (default: \(usualFactors))",
    read: { settings, text in
      guard let factor = Double(text), VideoConfiguration.crfRange.contains(factor) else {
        throw InvalidValue("crf", text, expected: "from 0 to 51, or to 63 with vp9 and av1")
      }
      settings.crf = factor
    },
    write: { $0.crf.map { $0 == $0.rounded() ? "\(Int(clamping: $0))" : "\($0)" } })

  /// The default rate factors of all codecs, as `23; hevc 26`.
  private static let usualFactors: String = {
    let usual = VideoCodec.h264.usualCRF ?? 0
    let others = VideoCodec.allCases.compactMap { codec in
      codec == .h264 ? nil : codec.usualCRF.map { "\(codec.rawValue) \(Int(clamping: $0))" }
    }
    return (["\(Int(clamping: usual))"] + others).joined(separator: ", ")
  }()

  /// The trade-off between speed and size.
  public static let presetOption = DescriptionOption<Self>(
    "preset", "preset", help: "The trade-off between speed and size, named as in x264.",
    choices: VideoConfiguration.Preset.allCases.map(\.rawValue),
    read: { $0.preset = try OptionText.choice("preset", $1) }, write: { $0.preset.rawValue })

  /// The pixel format.
  public static let pixelFormatOption = DescriptionOption<Self>(
    "pixel-format", "format",
    help:
      "The pixel format: yuv420p plays everywhere; yuv444p keeps every colour; prores needs 10-bit 4:2:2 or 4:4:4. (default: yuv420p, with prores yuv422p10)",
    choices: PixelFormat.allCases.map(\.rawValue),
    read: { $0.pixelFormat = try OptionText.choice("pixel format", $1) }, write: { $0.pixelFormat?.rawValue })

  /// Whether the encoding is lossless.
  public static let lossless = DescriptionOption<Self>(
    switch: "lossless", help: "Encode the converted pixels without loss; --crf has no effect.", \.isLossless)

  /// How stills are written.
  public static let stillsOption = DescriptionOption<Self>(
    "stills", "stills",
    help: "How to write frames equal to the previous one: skip writes a few bytes, encode encodes them.",
    choices: VideoConfiguration.Stills.allCases.map(\.rawValue),
    read: { $0.stills = try OptionText.choice("stills", $1) }, write: { $0.stills.rawValue })

  /// The encoder.
  public static let encoderOption = DescriptionOption<Self>(
    "encoder", "name", help: "The FFmpeg encoder to use instead of the best one for the codec.",
    read: { $0.encoder = $1 }, write: { $0.encoder })

  /// The pixel converter.
  public static let converterOption = DescriptionOption<Self>(
    "converter", "converter",
    help: "The pixel converter: tiles converts only changed tiles, swscale (FFmpeg's) whole pictures.",
    choices: VideoConfiguration.Converter.allCases.map(\.rawValue),
    read: { $0.converter = try OptionText.choice("converter", $1) }, write: { $0.converter.rawValue })
}
