import CReelFFmpeg
import ReelCanvas
import ReelTiming

/// Decodes one stream of a file.
///
/// `send` and `receive` throw on damaged data; `sendCounting` and `receiveCounting` count the errors and continue.
package struct StreamDecoder: ~Copyable {
  /// What becomes of damaged pictures: returned with their flag, as players show them; errors, and not mended; or dropped.
  package enum Damage { case shown, refused, dropped }

  /// The number of the stream in its file.
  package let index: Int32
  /// The clock of its timestamps.
  package let clock: TimeBase
  /// The errors counted so far.
  package private(set) var errorCount = 0

  private let context: CodecContext
  private var isDrained = false

  /// Opens the decoder for the best stream of a kind.
  ///
  /// - Parameters:
  ///   - isBaseline: Whether the same bits are wanted on every processor, and not those of other programs on this one: pictures are
  ///     decoded to the same bits by any code, sound is not.
  ///   - threads: The number of threads, which changes no picture; more than 1 hold some back.
  /// - Throws: an error of `av_find_best_stream` for a file without a stream of the kind that can be decoded.
  package static func open(
    _ input: borrowing InputContext, _ kind: AVMediaType, isBaseline: Bool = false, damage: Damage = .shown,
    threads: Int32 = 1
  ) throws(FFmpegError) -> StreamDecoder {
    var codec: UnsafePointer<AVCodec>?
    let index = try check(av_find_best_stream(input.pointer, kind, -1, -1, &codec, 0), "av_find_best_stream")
    let stream = try check(input.pointer.pointee.streams?[Int(index)], "av_find_best_stream")
    let found = try check(codec, "av_find_best_stream")
    let decoder = AlphaDecoder.find(for: stream) ?? found
    let context = try CodecContext(decoder)
    try check(
      avcodec_parameters_to_context(context.pointer, stream.pointee.codecpar), "avcodec_parameters_to_context")
    context.pointer.pointee.pkt_timebase = stream.pointee.time_base
    context.pointer.pointee.thread_count = threads
    // For TIFF, AV_EF_EXPLODE refuses every tag that FFmpeg ignores, such as that of the orientation.
    if damage == .refused, decoder.pointee.id != AV_CODEC_ID_TIFF {
      context.pointer.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK
    }
    if damage != .dropped { context.pointer.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT }
    // A damaged header may ask for any size.
    context.pointer.pointee.max_pixels = 16_384 * 16_384
    let native = context.pointer
    let status =
      isBaseline
      ? BaselineProcessor.open { avcodec_open2(native, decoder, nil) } : avcodec_open2(native, decoder, nil)
    try check(status, "avcodec_open2")
    return StreamDecoder(index: index, clock: TimeBase(stream.pointee.time_base), context: context)
  }

  private init(index: Int32, clock: TimeBase, context: consuming CodecContext) {
    self.index = index
    self.clock = clock
    self.context = context
  }

  /// Sends a packet, or nil at the end of the file.
  package mutating func send(_ packet: UnsafeMutablePointer<AVPacket>?) throws(FFmpegError) {
    if packet == nil {
      if isDrained { return }
      isDrained = true
    }
    try check(avcodec_send_packet(context.pointer, packet), "avcodec_send_packet")
  }

  /// Sends a packet, or nil at the end of the file, and counts an error.
  package mutating func sendCounting(_ packet: UnsafeMutablePointer<AVPacket>?) {
    do { try send(packet) } catch { errorCount += 1 }
  }

  /// Forgets what was sent, after a seek.
  package mutating func restart() {
    avcodec_flush_buffers(context.pointer)
    isDrained = false
  }

  /// Fills a frame; false if there is none before the next packet, or at all.
  package mutating func receive(_ frame: borrowing VideoFrame) throws(FFmpegError) -> Bool {
    let status = avcodec_receive_frame(context.pointer, frame.pointer)
    let code = FFmpegError.Code(rawValue: status)
    if code == .needsInput || code == .endOfStream { return false }
    try check(status, "avcodec_receive_frame")
    // A picture may be larger than the header says; one that no bitmap holds counts as damaged.
    guard max(frame.pointer.pointee.width, frame.pointer.pointee.height) <= Bitmap.sideRange.upperBound else {
      throw FFmpegError(.invalidData, operation: "avcodec_receive_frame")
    }
    return true
  }

  /// Fills a frame, and counts errors before it; false if there is none before the next packet, or at all.
  package mutating func receiveCounting(_ frame: borrowing VideoFrame) -> Bool {
    // A decoder that keeps failing without accepting input would never end.
    for _ in 0..<64 {
      do { return try receive(frame) } catch { errorCount += 1 }
    }
    return false
  }
}
