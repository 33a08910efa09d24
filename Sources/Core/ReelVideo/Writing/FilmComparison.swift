import CReelFFmpeg
import ReelPlatform

/// Checks whether a film holds everything in an unfinished one.
///
/// A recording that dies after its film has its name, but before its partial file is removed, leaves both.
enum FilmComparison {
  /// Returns whether finishing `source` would make the film at `path`: the same pictures, bit for bit, at the same
  /// times, and no others.
  ///
  /// - Parameters:
  ///   - index: The pictures that the boxes of `source` list.
  ///   - container: The film's container; no other format is tried, because the file may be untrusted.
  /// - Throws: `FFmpegError` if one of the two can't be read.
  static func isFinished(
    _ source: Remuxer.Source, _ index: FragmentIndex, at path: String, in container: MediaContainer
  ) throws(FFmpegError) -> Bool {
    let content = try FragmentContent(source, index)
    guard let rate = content.frameRate, content.frameCount > 0, !content.isCutShort else { return false }
    let frame = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    let left = try source.open()
    let film = try InputContext(path: path, format: container.isQuickTimeFamily ? "mov" : "matroska")
    try check(avformat_find_stream_info(left.pointer, nil), "avformat_find_stream_info")
    try check(avformat_find_stream_info(film.pointer, nil), "avformat_find_stream_info")
    guard let leftStream = left.pointer.pointee.streams?[0], let filmStream = film.pointer.pointee.streams?[0],
      isEqual(leftStream.pointee.codecpar.pointee, filmStream.pointee.codecpar.pointee)
    else { return false }
    let leftPacket = try Packet()
    let filmPacket = try Packet()
    for _ in 0..<content.packetCount {
      guard try readPicture(left, leftPacket), try readPicture(film, filmPacket), isEqual(leftPacket, filmPacket)
      else { return false }
      // Matroska rounds times, so the frame numbers are compared.
      let leftIndex = av_rescale_q(leftPacket.pointer.pointee.pts, leftStream.pointee.time_base, frame)
      let filmIndex = av_rescale_q(filmPacket.pointer.pointee.pts, filmStream.pointee.time_base, frame)
      guard leftIndex == filmIndex else { return false }
    }
    return try !readPicture(film, filmPacket)
  }

  /// Reads the next packet of the first stream, the pictures; false at the end.
  ///
  /// Sound belongs to them.
  private static func readPicture(
    _ input: borrowing InputContext, _ packet: borrowing Packet
  ) throws(FFmpegError) -> Bool {
    while try input.read(packet) {
      if packet.pointer.pointee.stream_index == 0 { return true }
    }
    return false
  }

  private static func isEqual(_ one: AVCodecParameters, _ other: AVCodecParameters) -> Bool {
    one.codec_id == other.codec_id && one.width == other.width && one.height == other.height
      && isEqual(one.extradata, one.extradata_size, other.extradata, other.extradata_size)
  }

  private static func isEqual(_ one: borrowing Packet, _ other: borrowing Packet) -> Bool {
    let (one, other) = (one.pointer.pointee, other.pointer.pointee)
    return isEqual(one.data, one.size, other.data, other.size)
  }

  private static func isEqual(
    _ one: UnsafePointer<UInt8>?, _ size: Int32, _ other: UnsafePointer<UInt8>?, _ otherSize: Int32
  ) -> Bool {
    guard let one, let other, size == otherSize else { return false }
    return memcmp(one, other, Int(size)) == 0
  }
}
