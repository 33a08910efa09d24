import CReelFFmpeg

/// The H.264 encoders that FFmpeg may have.
public enum H264Encoder {
  /// The encoders that need nothing but a processor, the best first.
  ///
  /// Those of graphics cards and phones (`h264_nvenc`, `h264_vaapi`, …) are left out: they are listed even if the device
  /// is missing, and none gives the same file on every machine.
  public static var preferred: [String] { VideoCodec.h264.traits.encoders }

  /// The names of the H.264 encoders in the loaded FFmpeg, in its own order.
  ///
  /// The corresponding C function is `av_codec_iterate`.
  public static var available: [String] {
    var names: [String] = []
    var cursor: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&cursor) {
      if codec.pointee.id == AV_CODEC_ID_H264, av_codec_is_encoder(codec) != 0 {
        names.append(String(cString: codec.pointee.name))
      }
    }
    return names
  }

  /// Returns the encoder to use: the requested one, else the first of `preferred` that is available.
  ///
  /// - Throws: `MovieError.encoderMissing` with the available names, if none fits.
  public static func choose(wanted: String? = nil, from available: [String] = available) throws(MovieError) -> String {
    let candidates = wanted.map { [$0] } ?? preferred
    guard let name = candidates.first(where: { preferred.contains($0) && available.contains($0) }) else {
      throw .encoderMissing(wanted: wanted, available: available)
    }
    return name
  }
}
