import CReelFFmpeg

/// The codecs that movies are encoded with.
///
/// A new one is a case, an entry in `CodecTraits`, and the settings of its encoder in `EncoderSettings`.
public enum VideoCodec: String, CaseIterable, Hashable, Sendable {
  /// H.264: plays everywhere.
  case h264
  /// H.265: Apple's devices and newer televisions; tagged `hvc1`, as Apple's players want it.
  case hevc
  /// VP9: all browsers; in WebM and Matroska with transparency, too.
  case vp9
  /// AV1: browsers and devices of the last years.
  case av1
  /// ProRes: what editors take; large. 4:4:4 keeps transparency.
  case prores
  /// FFV1: for archives; loses nothing, whatever else is asked for.
  case ffv1

  /// Reel's choices for the codec.
  var traits: CodecTraits { .of(rawValue) }

  /// The pixel formats that its movies may have; the first is taken where none is asked for.
  public var pixelFormats: [PixelFormat] { traits.pixelFormats }

  /// Whether a frame that equals the one before leaves no time of its own in a file.
  package var losesStillTimes: Bool { traits.stills == .lengthened }

  /// The legal constant rate factors; nil if the codec has none.
  public var crfRange: ClosedRange<Double>? { traits.encoders.first.flatMap { CodecTraits.rateFactors[$0] } }

  /// The default constant rate factor; nil if the codec has none.
  public var usualCRF: Double? { traits.filmFactor }

  /// Whether nothing has to be lost.
  var isLosslessPossible: Bool {
    traits.encoders.contains(where: CodecTraits.hasLosslessMode) || EncoderCatalog.isAlwaysLossless(rawValue)
  }

  /// The codec by its number in FFmpeg.
  var native: AVCodecID { avcodec_descriptor_get_by_name(rawValue)?.pointee.id ?? AV_CODEC_ID_NONE }

  /// The codec of a number in FFmpeg; nil for one that movies are not made with.
  init?(_ native: AVCodecID) { self.init(rawValue: String(cString: avcodec_get_name(native))) }

  /// The format of the file in which a movie grows: MP4, or QuickTime for what MP4 has no name for.
  var growingContainer: MediaContainer { EncoderCatalog.holds(native, in: .mp4) ? .mp4 : .mov }

  /// The four letters that name it in a container; 0 for those that FFmpeg takes.
  ///
  /// Apple's players want the parameter sets of H.265 in the header, and know it by these letters.
  func tag(in format: String) -> UInt32 {
    guard self == .hevc, format == "mp4" || format == "mov" else { return 0 }
    return "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether movies in a container may have it.
  public func fits(_ container: MediaContainer) -> Bool {
    container == .webm ? self == .vp9 || self == .av1 : EncoderCatalog.holds(native, in: container)
  }

  /// The codec that movies in a container have where none is asked for.
  public static func usual(in container: MediaContainer) -> VideoCodec { container == .webm ? .vp9 : .h264 }

  /// Returns the encoder to use: the one that is wanted, else the first that is there.
  ///
  /// - Throws: `MovieError.encoderMissing`, with the names of those that are there, where none fits.
  @discardableResult
  package func encoder(wanted: String?) throws(MovieError) -> String {
    if self == .h264 { return try H264Encoder.choose(wanted: wanted) }
    let names = wanted.map { [$0] } ?? traits.encoders
    let found = names.first { traits.encoders.contains($0) && avcodec_find_encoder_by_name($0) != nil }
    guard let found else { throw .codecMissing(self, wanted: wanted) }
    return found
  }
}
