import CReelFFmpeg

/// The transparency of a VP9 film while it grows: a second video stream in which grey is opacity.
///
/// libvpx encodes it as a separate stream, and FFmpeg attaches it to each packet of colours. Matroska can store both
/// in one block (`BlockAdditions`); MP4 cannot. `AlphaJoin` recombines the two in the finished film.
final class AlphaStream {
  /// The number of Matroska's block addition for a picture's transparency.
  static let additionNumber: UInt64 = 1
  /// The bytes before the data of a block addition: its number, high byte first.
  static let headerLength = 8

  private let stream: UnsafeMutablePointer<AVStream>
  private let packet: Packet

  /// Adds a stream after all others; the header has not been written yet.
  init(
    beside colors: UnsafeMutablePointer<AVStream>, in context: borrowing OutputContext
  ) throws(FFmpegError) {
    packet = try Packet()
    stream = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
    try check(
      avcodec_parameters_copy(stream.pointee.codecpar, colors.pointee.codecpar), "avcodec_parameters_copy")
    stream.pointee.codecpar.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    stream.pointee.time_base = colors.pointee.time_base
    stream.pointee.avg_frame_rate = colors.pointee.avg_frame_rate
  }

  /// Takes the transparency attached to a packet of colours.
  func take(from colors: borrowing Packet) throws(FFmpegError) {
    var size = 0
    let kind = AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL
    guard let data = av_packet_get_side_data(colors.pointer, kind, &size), size > Self.headerLength else {
      throw FFmpegError(.invalidData, operation: "av_packet_get_side_data")
    }
    av_packet_unref(packet.pointer)
    let count = size - Self.headerLength
    try check(av_new_packet(packet.pointer, Int32(count)), "av_new_packet")
    packet.pointer.pointee.data.update(from: data + Self.headerLength, count: count)
    let source = colors.pointer.pointee
    packet.pointer.pointee.pts = source.pts
    packet.pointer.pointee.dts = source.dts
    packet.pointer.pointee.duration = source.duration
    packet.pointer.pointee.flags = source.flags
    packet.pointer.pointee.stream_index = stream.pointee.index
  }

  /// Writes the transparency that was taken.
  func write(to context: borrowing OutputContext) throws(FFmpegError) {
    try check(av_write_frame(context.pointer, packet.pointer), "av_write_frame")
  }
}
