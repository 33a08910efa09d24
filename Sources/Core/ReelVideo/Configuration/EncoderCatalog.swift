import CReelFFmpeg
import ReelGeometry

/// The encoders of the loaded FFmpeg, with their pixel formats and containers.
public enum EncoderCatalog {
  /// A video encoder.
  public struct Encoder: Hashable, Sendable {
    /// Its FFmpeg name: `libx264`.
    public let name: String
    /// The codec that it writes: `h264`.
    public let codec: String
    /// The pixel formats that it accepts, in its own order; empty if it accepts any.
    public let pixelFormats: [String]
    /// Whether it has a lossless mode, or is always lossless.
    public let isLosslessPossible: Bool
    /// Whether every picture is a keyframe.
    public let isIntraOnly: Bool
    /// The containers that can hold its output.
    public let containers: [MediaContainer]

    /// Whether it writes JPEG in one of its forms.
    package var isJPEG: Bool { codec == "mjpeg" || codec == "ljpeg" }

    /// The coefficients between RGB and YUV in clips from this encoder.
    package var matrix: ColorMatrix { .fixed(by: codec) ?? .bt709 }
  }

  /// Encoders that are never used, with the reason.
  static let refused = ["libsvtav1": "it has been seen to hang when it is closed"]

  /// The encoders of this machine, by codec and then by name.
  ///
  /// Encoders that need a device or a driver are left out, because FFmpeg lists them even if the device is missing.
  /// The corresponding C function is `av_codec_iterate`.
  public static let encoders: [Encoder] = {
    var encoders: [Encoder] = []
    for codec in native {
      let name = String(cString: codec.pointee.name)
      encoders.append(
        Encoder(
          name: name, codec: String(cString: avcodec_get_name(codec.pointee.id)), pixelFormats: pixelFormats(of: codec),
          isLosslessPossible: CodecTraits.hasLosslessMode(name) || isAlwaysLossless(codec.pointee.id),
          isIntraOnly: isIntraOnly(codec.pointee.id),
          containers: containers.filter { holds(codec.pointee.id, in: $0) }))
    }
    return encoders.sorted { ($0.codec, $0.name) < ($1.codec, $1.name) }
  }()

  /// The containers that this FFmpeg writes.
  public static var containers: [MediaContainer] {
    MediaContainer.allCases.filter { av_guess_format($0.muxerName, nil, nil) != nil }
  }

  /// Returns the encoder for a codec name or an encoder name.
  ///
  /// - Throws: `ClipError.encoderMissing` with the available names.
  public static func encoder(_ name: String) throws(ClipError) -> Encoder {
    if let reason = refused[name] { throw .encoderRefused(name, reason: "\(reason): use another") }
    let preferred = CodecTraits.of(name).encoders
    if preferred.isEmpty, let exact = encoders.first(where: { $0.name == name }) { return exact }
    let candidates = encoders.filter { $0.codec == name }
    for wanted in preferred.isEmpty ? [name] : preferred {
      if let found = candidates.first(where: { $0.name == wanted }) { return found }
    }
    guard let other = candidates.first ?? encoders.first(where: { $0.name == name }) else {
      throw .encoderMissing(name)
    }
    return other
  }

  /// The encoders that run on the processor alone.
  private static var native: [UnsafePointer<AVCodec>] {
    var found: [UnsafePointer<AVCodec>] = []
    var cursor: UnsafeMutableRawPointer?
    // Wrappers of drivers claim to be software.
    let drivers = [
      "_omx", "_v4l2m2m", "_vaapi", "_qsv", "_nvenc", "_amf", "_mf", "_videotoolbox", "_vulkan", "_mediacodec",
    ]
    while let codec = av_codec_iterate(&cursor) {
      let name = String(cString: codec.pointee.name)
      if codec.pointee.type == AVMEDIA_TYPE_VIDEO, av_codec_is_encoder(codec) != 0,
        reel_codec_needs_hardware(codec) == 0, reel_codec_is_experimental(codec) == 0, refused[name] == nil,
        name != "wrapped_avframe", !drivers.contains(where: name.hasSuffix)
      {
        found.append(codec)
      }
    }
    return found
  }

  private static func pixelFormats(of codec: UnsafePointer<AVCodec>) -> [String] {
    var names: [String] = []
    var next = reel_codec_pixel_formats(codec)
    while let format = next?.pointee, format != AV_PIX_FMT_NONE {
      names.append(RawPicture.canonicalName(format))
      next = next?.successor()
    }
    return names
  }

  /// Whether a codec, by its FFmpeg name, is always lossless.
  package static func isAlwaysLossless(_ codec: String) -> Bool {
    isAlwaysLossless(avcodec_descriptor_get_by_name(codec)?.pointee.id ?? AV_CODEC_ID_NONE)
  }

  private static func isAlwaysLossless(_ codec: AVCodecID) -> Bool {
    guard let description = avcodec_descriptor_get(codec) else { return false }
    let properties = description.pointee.props
    return properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
  }

  private static func isIntraOnly(_ codec: AVCodecID) -> Bool {
    // FFmpeg counts PNG among the codecs with references, because of APNG.
    codec == AV_CODEC_ID_PNG
      || (avcodec_descriptor_get(codec)?.pointee.props ?? 0) & AV_CODEC_PROP_INTRA_ONLY != 0
  }

  /// Whether a container can hold a codec so that readers recognize it.
  static func holds(_ codec: AVCodecID, in container: MediaContainer) -> Bool {
    switch container {
    case .gif: return codec == AV_CODEC_ID_GIF
    case .png: return codec == AV_CODEC_ID_PNG
    // Other codecs that the muxer accepts are read back as unknown data.
    case .ts:
      return [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4,
      ].contains(codec)
    case .avi where beyondAVI.contains(codec), .mov where beyondQuickTime.contains(codec),
      .mkv where beyondMatroska.contains(codec):
      return false
    default:
      guard let format = av_guess_format(container.muxerName, nil, nil) else { return false }
      return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
    }
  }

  /// Codecs that FFmpeg writes to AVI with lost times, and those that its muxer rejects only after work began.
  private static let beyondAVI = [
    AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_GIF,
  ]

  /// Codecs that FFmpeg's QuickTime muxer rejects only after work began, or writes so that they cannot be read back.
  private static let beyondQuickTime = [
    AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_GIF,
    AV_CODEC_ID_OPUS,
  ]

  /// Codecs that FFmpeg's Matroska muxer lists but does not write.
  private static let beyondMatroska = [AV_CODEC_ID_RV10, AV_CODEC_ID_RV20]
}

extension MediaContainer {
  /// Whether its header holds what decoders have to know of a stream.
  package var hasGlobalHeader: Bool {
    av_guess_format(muxerName, nil, nil).map { $0.pointee.flags & AVFMT_GLOBALHEADER != 0 } ?? false
  }
}
