import ReelDescriptions
import ReelGeometry
import ReelVideo

/// The settings of a movie's encoding that people choose.
public struct EncodingSettings: Hashable, Sendable {
  /// The codec, or nil for the usual one of the container: VP9 in WebM, H.264 elsewhere.
  public var codec: VideoCodec?
  /// The constant rate factor; nil for the usual one of the codec.
  ///
  /// Without effect in a lossless movie.
  public var crf: Double?
  /// How much time the encoder takes.
  public var preset = VideoConfiguration.Preset.veryfast
  /// How colours are stored; nil for the usual form of the codec.
  public var pixelFormat: PixelFormat?
  /// What converts pixels to the samples that are encoded.
  public var converter = VideoConfiguration.Converter.tiles
  /// Whether the decoded planes equal the converted ones bit for bit.
  public var isLossless = false
  /// How frames that equal the one before are written.
  public var stills = VideoConfiguration.Stills.skip
  /// The FFmpeg name of the encoder, or nil for the best one there is for the codec.
  public var encoder: String?

  /// Creates the defaults of `capture`.
  public init() {}

  /// Applies these settings to a configuration; the rest of it stays.
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
  /// `output`.
  public static let kind = "output"

  /// Quality, speed and form.
  public static let options = [
    codecOption, crfOption, presetOption, pixelFormatOption, lossless, stillsOption, encoderOption, converterOption,
  ]

  /// The codec.
  public static let codecOption = DescriptionOption<Self>(
    "codec", "codec",
    help:
      "The codec of a movie; .webm holds vp9 and av1, .mp4 all but prores and ffv1, .mkv all. (default: vp9 in .webm, else h264)",
    choices: VideoCodec.allCases.map(\.rawValue),
    read: { $0.codec = try VideoCodec(named: $1) }, write: { $0.codec?.rawValue })

  /// Quality.
  public static let crfOption = DescriptionOption<Self>(
    "crf", "0-51", help: "Quality: 0 is best and largest, 51 worst; 63 with vp9 and av1. (default: \(usualFactors))",
    read: { settings, text in
      guard let factor = Double(text), VideoConfiguration.crfRange.contains(factor) else {
        throw InvalidValue("crf", text, expected: "from 0 to 51, or to 63 with vp9 and av1")
      }
      settings.crf = factor
    },
    write: { $0.crf.map { $0 == $0.rounded() ? "\(Int(clamping: $0))" : "\($0)" } })

  /// The rate factors of all codecs, as `23; hevc 26`.
  private static let usualFactors: String = {
    let usual = VideoCodec.h264.usualCRF ?? 0
    let others = VideoCodec.allCases.compactMap { codec in
      codec == .h264 ? nil : codec.usualCRF.map { "\(codec.rawValue) \(Int(clamping: $0))" }
    }
    return (["\(Int(clamping: usual))"] + others).joined(separator: ", ")
  }()

  /// Speed against size.
  public static let presetOption = DescriptionOption<Self>(
    "preset", "preset", help: "The trade-off between speed and size, by x264's names.",
    choices: VideoConfiguration.Preset.allCases.map(\.rawValue),
    read: { $0.preset = try OptionText.choice("preset", $1) }, write: { $0.preset.rawValue })

  /// How colours are stored.
  public static let pixelFormatOption = DescriptionOption<Self>(
    "pixel-format", "format",
    help:
      "yuv420p plays everywhere; yuv444p keeps every colour; prores has 422 and 444 in 10 bits. (default: yuv420p, with prores yuv422p10)",
    choices: PixelFormat.allCases.map(\.rawValue),
    read: { $0.pixelFormat = try OptionText.choice("pixel format", $1) }, write: { $0.pixelFormat?.rawValue })

  /// Whether nothing is lost.
  public static let lossless = DescriptionOption<Self>(
    switch: "lossless", help: "Encode the converted pixels without loss; --crf has no effect.", \.isLossless)

  /// How stills are written.
  public static let stillsOption = DescriptionOption<Self>(
    "stills", "stills",
    help: "What to do with frames equal to the one before: skip writes a few bytes, encode encodes them.",
    choices: VideoConfiguration.Stills.allCases.map(\.rawValue),
    read: { $0.stills = try OptionText.choice("stills", $1) }, write: { $0.stills.rawValue })

  /// The encoder.
  public static let encoderOption = DescriptionOption<Self>(
    "encoder", "name", help: "The FFmpeg encoder to use; the best one for the codec otherwise.",
    read: { $0.encoder = $1 }, write: { $0.encoder })

  /// What converts pixels.
  public static let converterOption = DescriptionOption<Self>(
    "converter", "converter",
    help: "What converts pixels to samples: tiles converts what changed, swscale (FFmpeg's) whole pictures.",
    choices: VideoConfiguration.Converter.allCases.map(\.rawValue),
    read: { $0.converter = try OptionText.choice("converter", $1) }, write: { $0.converter.rawValue })
}
