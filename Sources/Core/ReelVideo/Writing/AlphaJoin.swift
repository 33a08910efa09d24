import CReelFFmpeg

/// Recombines the transparency of a VP9 film with its colours, in the form that Matroska stores: see `AlphaStream`.
///
/// It reads the growing file separately, one packet for each packet of colours.
final class AlphaJoin {
  private let input: InputContext
  private let index: Int32
  private let packet: Packet

  /// Looks for the transparency of a film; nil if there is none.
  ///
  /// - Parameters:
  ///   - colors: The film's colours, which another reader reads.
  ///   - source: The source, which is opened a second time.
  init?(beside colors: borrowing InputContext, of source: Remuxer.Source) throws(FFmpegError) {
    let count = Int(colors.pointer.pointee.nb_streams)
    guard count > 1, let last = colors.pointer.pointee.streams?[count - 1],
      last.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    else { return nil }
    index = last.pointee.index
    input = try source.open()
    packet = try Packet()
  }

  /// Declares the transparency in the film's header.
  func describe(_ target: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
    target.pointee.codecpar.pointee.format = AV_PIX_FMT_YUVA420P.rawValue
    try check(av_dict_set(&target.pointee.metadata, "alpha_mode", "1", 0), "av_dict_set")
  }

  /// Attaches the next transparency to a packet of colours.
  func complete(_ colors: borrowing Packet) throws(FFmpegError) {
    repeat {
      guard try input.read(packet) else { throw FFmpegError(.invalidData, operation: "av_read_frame") }
    } while packet.pointer.pointee.stream_index != index
    let (size, header) = (Int(packet.pointer.pointee.size), AlphaStream.headerLength)
    let kind = AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL
    let data = try check(
      av_packet_new_side_data(colors.pointer, kind, header + size), "av_packet_new_side_data")
    UnsafeMutableRawPointer(data).storeBytes(of: AlphaStream.additionNumber.bigEndian, as: UInt64.self)
    if let source = packet.pointer.pointee.data { (data + header).update(from: source, count: size) }
  }
}
