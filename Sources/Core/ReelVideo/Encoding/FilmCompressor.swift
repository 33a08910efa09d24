import CReelFFmpeg

/// Compresses a film frame by frame.
///
/// Packets are emitted in decoding order. Their times and durations count frames, and together they cover each frame
/// once.
protocol FilmCompressor: AnyObject {
  /// The encoder's FFmpeg name.
  var name: String { get }
  /// The duration of one frame: the unit of every timestamp.
  var timeBase: AVRational { get }

  /// Copies the stream parameters that a container needs.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError)
  /// Encodes the picture of a frame; the previous picture must have been flushed.
  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws
  /// Adds a frame that repeats the previous frame's picture.
  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws
  /// Ensures that the planes are no longer needed, so that they may change.
  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws
  /// Emits the remaining packets; nothing can be encoded afterwards.
  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws
}

/// Compresses a segment of a film that another segment may follow.
protocol SegmentCompressor: FilmCompressor {
  /// Shows the encoder that the last picture, if it is already a still, continues in the next segment; only `finish`
  /// may follow.
  func holdOn(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws
}

extension SegmentCompressor {
  func holdOn(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
  }
}
