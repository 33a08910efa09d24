import CReelFFmpeg
import ReelPlatform

/// Matroska counts times from the first sample that a decoder gives, also those before 0 that it throws away (CodecDelay).
package enum MatroskaDelay {
  /// Whether the library leaves times, and the delay of all codecs but Opus, to its caller: version 5 does (seen in 5.1), later ones do not.
  private static let isLeftOut = avformat_version() >> 16 < 60

  /// The samples to add to the times of a stream.
  package static func samples(of parameters: UnsafeMutablePointer<AVCodecParameters>) -> Int64 {
    isLeftOut ? Int64(parameters.pointee.initial_padding) : 0
  }

  /// A name for the track that no track has, as long as the delay that takes its place, and the element that holds it.
  private static let name = "\u{1}\u{7F}\u{1}\u{7F}"
  private static let (nameElement, delayElement): ([UInt8], [UInt8]) = ([0x53, 0x6E, 0x84], [0x56, 0xAA, 0x84])
  /// Where the description of the tracks is, at most.
  private static let headSize = 4 << 20

  private static func isLeftOut(of stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard isLeftOut, let parameters = stream.pointee.codecpar else { return false }
    return parameters.pointee.initial_padding > 0 && parameters.pointee.codec_id != AV_CODEC_ID_OPUS
  }

  /// Leaves room for the delay in a header that is not written yet.
  static func reserve(in output: borrowing OutputContext, for stream: UnsafeMutablePointer<AVStream>)
    throws(FFmpegError)
  {
    guard isLeftOut(of: stream) else { return }
    // The sums would no longer be right.
    try output.set("write_crc32", to: "0")
    try check(av_dict_set(&stream.pointee.metadata, "title", name, 0), "av_dict_set")
  }

  /// Writes the delay into the room in a finished file.
  static func write(of stream: UnsafeMutablePointer<AVStream>, to path: String) throws(FFmpegError) {
    guard isLeftOut(of: stream), let parameters = stream.pointee.codecpar else { return }
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw FFmpegError(.systemError(errno), operation: "open") }
    defer { close(file) }
    let head = MovieBoxes.read(file, 0..<min(headSize, MovieBoxes.size(of: file)))
    let room = nameElement + Array(name.utf8)
    guard let start = head.indices.dropLast(room.count).first(where: { head[$0...].starts(with: room) }) else {
      throw FFmpegError(.invalidData, operation: "avformat_write_header")
    }
    let (padding, rate) = (Int(parameters.pointee.initial_padding), max(1, Int(parameters.pointee.sample_rate)))
    let delay = UInt32(clamping: (padding * 1_000_000_000 + rate / 2) / rate)
    let bytes = delayElement + (0..<4).map { UInt8(truncatingIfNeeded: delay >> (24 - 8 * $0)) }
    guard pwrite(file, bytes, bytes.count, off_t(start)) == bytes.count else {
      throw FFmpegError(.systemError(errno == 0 ? EIO : errno), operation: "pwrite")
    }
  }
}
