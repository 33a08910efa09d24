import CReelFFmpeg
import ReelCanvas
import ReelTiming

/// Decodes one stream of a file, and continues after errors.
package struct StreamDecoder: ~Copyable {
  /// The number of the stream in its file.
  package let index: Int32
  /// The clock of its timestamps.
  package let clock: TimeBase
  /// The errors so far.
  package private(set) var errorCount = 0

  private let context: CodecContext
  private var isDrained = false

  /// Opens the decoder for the best stream of a kind; nil if the file has none that can be decoded.
  ///
  /// - Parameters:
  ///   - isCommon: Whether the same bits are wanted on every processor, and not those of other programs on this one: pictures are
  ///     decoded to the same bits by any code, sound is not.
  ///   - isStrict: Whether a picture that is incomplete counts as an error, and is not mended.
  ///   - threads: The number of threads, which changes no picture; more than 1 hold some back.
  package static func open(
    _ input: borrowing InputContext, _ kind: AVMediaType, isCommon: Bool = false, isStrict: Bool = false,
    threads: Int32 = 1
  ) throws(FFmpegError) -> StreamDecoder? {
    var codec: UnsafePointer<AVCodec>?
    let index = av_find_best_stream(input.pointer, kind, -1, -1, &codec, 0)
    guard index >= 0, let codec, let stream = input.pointer.pointee.streams?[Int(index)] else { return nil }
    let decoder = AlphaDecoder.find(for: stream) ?? codec
    let context = try CodecContext(decoder)
    try check(
      avcodec_parameters_to_context(context.pointer, stream.pointee.codecpar), "avcodec_parameters_to_context")
    context.pointer.pointee.pkt_timebase = stream.pointee.time_base
    context.pointer.pointee.thread_count = threads
    // For TIFF, AV_EF_EXPLODE refuses every tag that FFmpeg ignores, such as that of the orientation.
    if isStrict, decoder.pointee.id != AV_CODEC_ID_TIFF {
      context.pointer.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK
    }
    // A damaged picture is returned with its flag, as a player would show it.
    context.pointer.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    // A damaged header may ask for any size.
    context.pointer.pointee.max_pixels = 16_384 * 16_384
    let native = context.pointer
    let status =
      isCommon
      ? CommonProcessor.open { avcodec_open2(native, decoder, nil) } : avcodec_open2(native, decoder, nil)
    try check(status, "avcodec_open2")
    return StreamDecoder(index: index, clock: TimeBase(stream.pointee.time_base), context: context)
  }

  private init(index: Int32, clock: TimeBase, context: consuming CodecContext) {
    self.index = index
    self.clock = clock
    self.context = context
  }

  /// Sends a packet, or nil at the end of the file.
  package mutating func send(_ packet: UnsafeMutablePointer<AVPacket>?) {
    if packet == nil {
      if isDrained { return }
      isDrained = true
    }
    if avcodec_send_packet(context.pointer, packet) < 0 { errorCount += 1 }
  }

  /// Forgets what was sent, after a seek.
  package mutating func restart() {
    avcodec_flush_buffers(context.pointer)
    isDrained = false
  }

  /// Fills a frame; false if there is none before the next packet, or at all.
  package mutating func receive(_ frame: borrowing VideoFrame) -> Bool {
    // A decoder that keeps failing without accepting input would never end.
    for _ in 0..<64 {
      let status = avcodec_receive_frame(context.pointer, frame.pointer)
      let (width, height) = (frame.pointer.pointee.width, frame.pointer.pointee.height)
      // A picture may be larger than the header says; one that no bitmap holds counts as damaged.
      if status >= 0, max(width, height) <= Bitmap.sideRange.upperBound { return true }
      let code = FFmpegError.Code(rawValue: status)
      if code == .needsInput || code == .endOfStream { return false }
      errorCount += 1
    }
    return false
  }
}
