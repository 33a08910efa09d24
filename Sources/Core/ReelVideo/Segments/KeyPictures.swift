import CReelFFmpeg

/// Determines which H.264 pictures FFmpeg treats as keyframes when it reads a film, with FFmpeg's own parser.
///
/// Besides the encoder's keyframes, these are pictures without a reference in films that have at most one reference.
struct KeyPictures: ~Copyable {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// The corresponding C function is `av_parser_init`.
  ///
  /// - Parameter parameterSets: The parameter sets that a decoder needs before the first picture, with start codes.
  init(parameterSets: [UInt8]) throws(FFmpegError) {
    let context = try check(avcodec_alloc_context3(nil), "avcodec_alloc_context3")
    guard let parser = reel_h264_parser_init(),
      let sets = av_mallocz(parameterSets.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw FFmpegError(.outOfMemory, operation: "av_parser_init")
    }
    parameterSets.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: sets, count: bytes.count).copyMemory(from: bytes)
    }
    context.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    context.pointee.codec_id = AV_CODEC_ID_H264
    context.pointee.extradata = sets.assumingMemoryBound(to: UInt8.self)
    context.pointee.extradata_size = Int32(parameterSets.count)
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    (self.parser, self.context) = (parser, context)
  }

  deinit {
    av_parser_close(parser)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Returns whether the next picture is a keyframe.
  ///
  /// The corresponding C function is `av_parser_parse2`.
  ///
  /// - Parameter picture: Its bytes, followed by `AV_INPUT_BUFFER_PADDING_SIZE` more readable bytes.
  func isKey(_ picture: UnsafeRawBufferPointer) -> Bool {
    guard let bytes = picture.baseAddress?.assumingMemoryBound(to: UInt8.self), !picture.isEmpty else { return false }
    var (output, size) = (UnsafeMutablePointer<UInt8>?.none, Int32(0))
    _ = av_parser_parse2(parser, context, &output, &size, bytes, Int32(picture.count), 0, 0, 0)
    return parser.pointee.key_frame == 1
      || parser.pointee.key_frame == -1 && parser.pointee.pict_type == AV_PICTURE_TYPE_I.rawValue
  }
}
