import ReelTiming

/// One packet of a movie, as stored in its container.
public struct ClipPacket: Hashable, Sendable {
  /// The number of the stream in the file.
  public var stream: Int
  /// Whether the stream holds pictures.
  public var isVideo: Bool
  /// Its presentation time, or nil if unknown.
  public var pts: MediaTime?
  /// Its decoding time, or nil if unknown.
  public var dts: MediaTime?
  /// Its duration, or nil if unknown.
  public var duration: MediaTime?
  /// The size of the compressed data in bytes.
  public var byteCount: Int
  /// Whether decoding can begin here.
  public var isKeyframe: Bool
}
