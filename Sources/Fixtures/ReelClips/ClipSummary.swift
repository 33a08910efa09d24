import ReelVideo

/// The summary of a complete clip.
public struct ClipSummary: Hashable, Sendable {
  /// The file, or the pattern of the files.
  public var path: String
  /// The total size of the file or files in bytes.
  public var byteCount: Int
  /// The number of frames.
  public var frameCount: Int
  /// The FFmpeg name of the encoder: `libx264`.
  public var encoder: String
  /// The pixel format by its FFmpeg name.
  public var pixelFormat: String
  /// The FFmpeg name of the sound encoder, or nil for none.
  public var soundEncoder: String?
}
