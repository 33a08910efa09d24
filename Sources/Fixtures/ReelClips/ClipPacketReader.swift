import CReelFFmpeg
import ReelTiming
import ReelVideo

/// Reads the packets of a movie in file order, without decoding them.
///
/// It is not sendable and blocks: use it from one task at a time.
public final class ClipPacketReader {
  /// The number of file errors so far.
  public private(set) var errorCount = 0

  private let input: InputContext
  private let packet: Packet

  /// Opens a movie.
  ///
  /// - Throws: `MovieError.unreadable` for a file that is missing or not a movie.
  public init(path: String) throws {
    try InputContext.requireFile(path)
    do throws(FFmpegError) {
      let input = try InputContext(path: path)
      avformat_find_stream_info(input.pointer, nil)
      packet = try Packet()
      self.input = input
    } catch {
      throw MovieError.unreadable(path: path, reason: error.message)
    }
  }

  /// Returns the next packet; nil at the end.
  public func next() -> ClipPacket? {
    while errorCount < 100 {
      av_packet_unref(packet.pointer)
      let status = av_read_frame(input.pointer, packet.pointer)
      if status == FFmpegError.Code.endOfStream.rawValue { return nil }
      if status >= 0, let found = read() { return found }
      if status < 0 { errorCount += 1 }
    }
    return nil
  }

  private func read() -> ClipPacket? {
    let native = packet.pointer.pointee
    guard let stream = input.pointer.pointee.streams?[Int(native.stream_index)] else { return nil }
    let clock = TimeBase(stream.pointee.time_base)
    func time(_ ticks: Int64) -> MediaTime? { ticks == reel_no_timestamp() ? nil : clock.time(Int(ticks)) }
    return ClipPacket(
      stream: Int(native.stream_index), isVideo: stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
      pts: time(native.pts), dts: time(native.dts),
      duration: native.duration > 0 ? clock.time(Int(native.duration)) : nil,
      byteCount: Int(native.size), isKeyframe: native.flags & AV_PKT_FLAG_KEY != 0)
  }
}
