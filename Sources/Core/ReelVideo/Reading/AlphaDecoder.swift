import CReelFFmpeg

/// The decoder for a stream whose transparency the usual decoder ignores.
enum AlphaDecoder {
  /// Returns libvpx for VP9 with transparency, which FFmpeg's own decoder does not read; nil for any other stream.
  ///
  /// The stream then declares the decoder's output pixel format.
  static func find(for stream: UnsafeMutablePointer<AVStream>) -> UnsafePointer<AVCodec>? {
    guard stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VP9,
      let entry = av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0),
      String(cString: entry.pointee.value) == "1", let codec = avcodec_find_decoder_by_name("libvpx-vp9")
    else { return nil }
    stream.pointee.codecpar.pointee.format = AV_PIX_FMT_YUVA420P.rawValue
    return codec
  }
}
