import ReelDescriptions
import ReelGeometry
import ReelVideo

extension VideoCodec {
  /// Other names of the same standards.
  private static let synonyms: [String: VideoCodec] = [
    "h265": .hevc, "h.265": .hevc, "h.264": .h264, "avc": .h264, "vp09": .vp9, "av01": .av1,
  ]

  /// Names of encoders and stream tags that people confuse with codecs.
  private static let mistakes: [String: VideoCodec] = [
    "x264": .h264, "libx264": .h264, "avc1": .h264, "mpeg4": .h264, "x265": .hevc, "libx265": .hevc, "hvc1": .hevc,
    "vp8": .vp9, "libvpx": .vp9, "libvpx-vp9": .vp9, "aom": .av1, "libaom-av1": .av1, "prores_ks": .prores,
  ]

  /// Parses the name of a codec, or a synonym: `hevc`, `H.265`.
  ///
  /// - Throws: `InvalidValue`, suggesting the codec that was probably meant.
  init(named text: String) throws(InvalidValue) {
    let name = text.lowercased()
    if let codec = Self.synonyms[name] {
      self = codec
    } else if let codec = Self.mistakes[name] {
      throw InvalidValue(
        "codec", text, expected: codec.rawValue, sentence: "codec \(text) is not valid: did you mean \(codec.rawValue)?"
      )
    } else {
      self = try OptionText.choice("codec", text)
    }
  }
}
