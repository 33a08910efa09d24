import ReelDescriptions
import ReelGeometry
import ReelVideo

/// How a movie is encoded, as far as people choose it.
public struct EncodingSettings: Hashable, Sendable {
  /// The constant rate factor, 0 to 51; without effect in a lossless movie.
  public var crf = 23.0
  /// How much time the encoder takes.
  public var preset = VideoConfiguration.Preset.veryfast
  /// How colours are stored.
  public var pixelFormat = PixelFormat.yuv420p
  /// Whether the decoded planes equal the converted ones bit for bit.
  public var isLossless = false
  /// What becomes of a frame that equals the one before it.
  public var stills = VideoConfiguration.Stills.skip
  /// The FFmpeg name of the encoder, or nil for the best H.264 encoder there is.
  public var encoder: String?

  /// Creates the settings that `capture` has without any option.
  public init() {}

  /// Changes a configuration to these settings; everything else in it stays.
  public func apply(to configuration: inout VideoConfiguration) {
    configuration.quality = isLossless ? .lossless : .crf(crf)
    configuration.preset = preset
    configuration.pixelFormat = pixelFormat
    configuration.stills = stills
    configuration.encoder = encoder
  }
}

extension EncodingSettings: Describable {
  /// `output`.
  public static let kind = "output"

  /// Quality, speed and form.
  public static let options = [crfOption, presetOption, pixelFormatOption, lossless, stillsOption, encoderOption]

  /// Quality.
  public static let crfOption = DescriptionOption<Self>(
    "crf", "0-51", help: "Quality: 0 is best and largest, 51 worst.",
    read: { $0.crf = try OptionText.number("crf", $1, VideoConfiguration.crfRange) },
    write: { $0.crf == $0.crf.rounded() ? "\(Int($0.crf))" : "\($0.crf)" })

  /// Speed against size.
  public static let presetOption = DescriptionOption<Self>(
    "preset", "preset", help: "Speed against size, as x264 names it.",
    choices: VideoConfiguration.Preset.allCases.map(\.rawValue),
    read: { $0.preset = try OptionText.choice("preset", $1) }, write: { $0.preset.rawValue })

  /// How colours are stored.
  public static let pixelFormatOption = DescriptionOption<Self>(
    "pixel-format", "format", help: "yuv420p plays everywhere; yuv444p keeps every colour.",
    choices: PixelFormat.allCases.map(\.rawValue),
    read: { $0.pixelFormat = try OptionText.choice("pixel format", $1) }, write: { $0.pixelFormat.rawValue })

  /// Whether nothing is lost.
  public static let lossless = DescriptionOption<Self>(
    switch: "lossless", help: "Encode without any loss of the converted pixels; --crf plays no part.", \.isLossless)

  /// What becomes of stills.
  public static let stillsOption = DescriptionOption<Self>(
    "stills", "stills",
    help: "Frames equal to the one before: skip writes them as a few bytes, encode has them encoded.",
    choices: VideoConfiguration.Stills.allCases.map(\.rawValue),
    read: { $0.stills = try OptionText.choice("stills", $1) }, write: { $0.stills.rawValue })

  /// The encoder.
  public static let encoderOption = DescriptionOption<Self>(
    "encoder", "name", help: "The FFmpeg encoder to use; the best H.264 encoder otherwise.",
    read: { $0.encoder = $1 }, write: { $0.encoder })
}
