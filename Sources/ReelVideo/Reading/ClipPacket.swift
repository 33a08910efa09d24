import ReelTiming

/// One packet of a movie as its container holds it.
public struct ClipPacket: Hashable, Sendable {
  /// The number of the stream in the file.
  public var stream: Int
  /// Whether the stream holds pictures.
  public var isVideo: Bool
  /// When its picture or sound is shown or heard, or nil where the file does not tell.
  public var pts: MediaTime?
  /// When it is to be decoded, or nil where the file does not tell.
  public var dts: MediaTime?
  /// How long it lasts, or nil where the file does not tell.
  public var duration: MediaTime?
  /// The bytes of compressed data.
  public var byteCount: Int
  /// Whether decoding can begin here.
  public var isKeyframe: Bool
}
