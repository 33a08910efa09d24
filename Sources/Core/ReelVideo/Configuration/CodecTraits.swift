/// The decisions of Reel about a codec; `EncoderCatalog` has the facts of FFmpeg.
package struct CodecTraits: Sendable {
  /// How a film stores a frame that equals the one before it.
  enum StillForm {
    /// It is encoded.
    case encoded
    /// The previous packet is repeated: every packet can be decoded alone.
    case repeated
    /// The packet before it is shown longer, where the container lets that be; otherwise it is encoded.
    case lengthened
  }

  /// The encoders, the best first; empty if any will do.
  ///
  /// Films are made with these alone.
  var encoders: [String] = []
  /// The pixel formats of films, the default first; empty for codecs of clips alone.
  var pixelFormats: [PixelFormat] = []
  /// The default constant rate factor of films.
  var filmFactor: Double?
  /// The default constant rate factor, or quantizer scale, of clips.
  package var clipFactor: Double?
  var stills = StillForm.encoded

  /// The legal constant rate factors, by encoder.
  ///
  /// Those whose factors begin at 0 have a lossless mode.
  package static let rateFactors: [String: ClosedRange<Double>] = [
    "libx264": 0...51, "libx264rgb": 0...51, "libx265": 0...51, "libvpx": 4...63, "libvpx-vp9": 0...63,
    "libaom-av1": 0...63,
  ]
  /// The legal quantizer scales of encoders without such factors.
  package static let quantizers: ClosedRange<Double> = 1...31

  /// Whether an encoder can be asked to lose nothing.
  static func hasLosslessMode(_ encoder: String) -> Bool { rateFactors[encoder]?.lowerBound == 0 }

  /// Returns the traits of a codec, by its FFmpeg name.
  package static func of(_ codec: String) -> CodecTraits { all[codec] ?? CodecTraits() }

  static let all: [String: CodecTraits] = [
    "h264": .init(
      encoders: ["libx264", "libopenh264"], pixelFormats: [.yuv420p, .yuv444p], filmFactor: 23, clipFactor: 20),
    "hevc": .init(
      encoders: ["libx265"], pixelFormats: [.yuv420p, .yuv444p, .yuv420p10, .yuv444p10], filmFactor: 26, clipFactor: 20),
    "vp8": .init(encoders: ["libvpx"], clipFactor: 10),
    "vp9": .init(
      encoders: ["libvpx-vp9"], pixelFormats: [.yuv420p, .yuv444p, .yuv420p10, .yuva420p], filmFactor: 31,
      clipFactor: 24, stills: .lengthened),
    "av1": .init(
      encoders: ["libaom-av1"], pixelFormats: [.yuv420p, .yuv444p, .yuv420p10], filmFactor: 31, clipFactor: 24,
      stills: .lengthened),
    "prores": .init(
      encoders: ["prores_ks"], pixelFormats: [.yuv422p10, .yuv444p10, .yuva444p10], stills: .repeated),
    "ffv1": .init(
      encoders: ["ffv1"], pixelFormats: [.yuv420p, .yuv444p, .yuv422p, .yuv422p10, .yuv444p10, .bgra],
      stills: .repeated),
    "mpeg4": .init(encoders: ["mpeg4", "libxvid"], clipFactor: 3),
  ].merging(["mpeg1video", "mpeg2video", "mjpeg", "flv1"].map { ($0, CodecTraits(clipFactor: 3)) }) { $1 }
    // Their coefficients end at 127 steps of twice this factor. With less than 8 that is not enough for a block that was black
    // and becomes white, 8 x 255: it would stay grey, and with it a frame mark unread.
    .merging(
      ["h261", "h263", "h263p", "msmpeg4v2", "msmpeg4v3", "wmv1", "wmv2", "rv10", "rv20"].map {
        ($0, CodecTraits(clipFactor: 8))
      }
    ) { $1 }
}
