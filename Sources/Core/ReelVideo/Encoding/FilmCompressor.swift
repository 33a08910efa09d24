import CReelFFmpeg

/// Compresses a film frame by frame.
///
/// Packets leave in the order of decoding. Their times and durations count frames, and together they cover each frame once.
protocol FilmCompressor: AnyObject {
  /// The FFmpeg name of the encoder that is used.
  var name: String { get }
  /// The time of one frame: the unit of every timestamp.
  var timeBase: AVRational { get }

  /// Copies what a container has to know about the stream.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError)
  /// Takes the picture of a frame; the one before must be settled.
  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws
  /// Takes a frame whose picture is that of the frame before.
  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws
  /// Makes sure that the planes are no longer needed: they may change now.
  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws
  /// Hands on the packets that are still inside; nothing can be encoded afterwards.
  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws
}

/// Compresses a segment of a film, behind which another one may follow.
protocol SegmentCompressor: FilmCompressor {
  /// Lets the encoder see that the last picture, if it is a still by now, is held on in the segment that follows; only `finish` may follow.
  func holdOn(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws
}

extension SegmentCompressor {
  func holdOn(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
  }
}
