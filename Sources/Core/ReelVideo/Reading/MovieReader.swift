import CReelFFmpeg
import ReelGeometry
import ReelPlatform

/// Reads the first video stream of a movie: its headers, and its pictures one by one.
///
/// It is a sequence of its frames that throws on damaged data:
///
/// ```swift
/// let movie = try MovieReader(url: url)
/// for try await frame in movie { print(frame.index ?? -1, try frame.bitmap()[0, 0]) }
/// ```
///
/// A second loop continues where the first one ended; `frame(at:)` seeks anywhere. It is not sendable and blocks: use
/// it from one task at a time.
public final class MovieReader {
  /// The facts in the headers.
  public let facts: MovieFacts

  let input: InputContext
  let decoder: CodecContext
  private let packet: Packet
  let stream: UnsafeMutablePointer<AVStream>
  private var isDraining = false
  /// The frame that `frame(at:)` returned last; the one after it is `following`.
  var shown: DecodedFrame?
  /// A frame that was decoded ahead and comes next.
  var following: DecodedFrame?
  /// The first frame, once it was requested, and the last one, once the end was reached.
  var (first, last): (DecodedFrame?, DecodedFrame?) = (nil, nil)

  /// Opens a movie.
  ///
  /// - Throws: `MovieError.unreadable` for a file that is missing, not a movie, or without video that can be decoded;
  ///   `picturesTooLarge` for one with a side outside `Bitmap.sideRange`.
  public convenience init(url: URL) throws {
    let path = url.path(percentEncoded: false)
    try self.init(path: path)
    try MovieError.requireShowable(facts.size, path: path)
  }

  /// Opens a movie by its path as bytes; of a torn file, only the bytes up to `byteCount`.
  init(path: String, byteCount: Int? = nil) throws {
    try InputContext.requireFile(path)
    do throws(FFmpegError) {
      let input = try InputContext(path: path, byteCount: byteCount)
      try check(avformat_find_stream_info(input.pointer, nil), "avformat_find_stream_info")
      var codec: UnsafePointer<AVCodec>?
      let index = try check(
        av_find_best_stream(input.pointer, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0), "av_find_best_stream")
      let stream = try check(input.pointer.pointee.streams?[Int(index)], "av_find_best_stream")
      codec = AlphaDecoder.find(for: stream) ?? codec
      let decoder = try CodecContext(try check(codec, "av_find_best_stream"))
      try check(
        avcodec_parameters_to_context(decoder.pointer, stream.pointee.codecpar), "avcodec_parameters_to_context")
      decoder.pointer.pointee.pkt_timebase = stream.pointee.time_base
      // The number of threads does not change decoded pictures, and a single thread buffers none.
      decoder.pointer.pointee.thread_count = 1
      try check(avcodec_open2(decoder.pointer, codec, nil), "avcodec_open2")
      packet = try Packet()
      facts = MovieFacts(input: input, stream: stream)
      self.input = input
      self.stream = stream
      self.decoder = decoder
    } catch {
      throw MovieError.unreadable(path: path, reason: error.message)
    }
  }

  /// Decodes the next picture, in display order; nil at the end.
  ///
  /// - Throws: `FFmpegError` if the data are damaged.
  public func nextFrame() throws -> DecodedFrame? {
    shown = nil
    if let following {
      self.following = nil
      return following
    }
    let frame = try VideoFrame()
    while true {
      let status = avcodec_receive_frame(decoder.pointer, frame.pointer)
      if status == FFmpegError.Code.endOfStream.rawValue { return nil }
      if status == FFmpegError.Code.needsInput.rawValue {
        try feedDecoder()
        continue
      }
      try check(status, "avcodec_receive_frame")
      return DecodedFrame(frame, tick: facts.tick, rate: facts.frameRate)
    }
  }

  /// Discards what was read ahead, after a seek.
  func restartDecoder() {
    avcodec_flush_buffers(decoder.pointer)
    isDraining = false
    (shown, following) = (nil, nil)
  }

  private func feedDecoder() throws(FFmpegError) {
    if try nextPacket() {
      defer { av_packet_unref(packet.pointer) }
      try check(avcodec_send_packet(decoder.pointer, packet.pointer), "avcodec_send_packet")
    } else if !isDraining {
      isDraining = true
      try check(avcodec_send_packet(decoder.pointer, nil), "avcodec_send_packet")
    }
  }

  private func nextPacket() throws(FFmpegError) -> Bool {
    while true {
      let status = av_read_frame(input.pointer, packet.pointer)
      if status == FFmpegError.Code.endOfStream.rawValue { return false }
      try check(status, "av_read_frame")
      if packet.pointer.pointee.stream_index == stream.pointee.index { return true }
      av_packet_unref(packet.pointer)
    }
  }
}
