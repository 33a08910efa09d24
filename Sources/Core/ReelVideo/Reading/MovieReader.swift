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
  private var decoder: StreamDecoder
  private let packet: Packet
  let stream: UnsafeMutablePointer<AVStream>
  private var hasEnded = false
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
      // A single thread holds no picture back.
      let decoder = try StreamDecoder.open(input, AVMEDIA_TYPE_VIDEO, damage: .dropped)
      let stream = try check(input.pointer.pointee.streams?[Int(decoder.index)], "av_find_best_stream")
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
    while try !decoder.receive(frame) {
      if hasEnded { return nil }
      hasEnded = try !nextPacket()
      defer { av_packet_unref(packet.pointer) }
      try decoder.send(hasEnded ? nil : packet.pointer)
    }
    return DecodedFrame(frame, tick: facts.tick, rate: facts.frameRate)
  }

  /// Discards what was read ahead, after a seek.
  func restartDecoder() {
    decoder.restart()
    hasEnded = false
    (shown, following) = (nil, nil)
  }

  private func nextPacket() throws(FFmpegError) -> Bool {
    repeat {
      guard try input.read(packet) else { return false }
    } while packet.pointer.pointee.stream_index != decoder.index
    return true
  }
}
