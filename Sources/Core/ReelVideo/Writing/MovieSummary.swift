import ReelGeometry
import ReelPlatform
import ReelTiming

/// The summary of a complete movie.
public struct MovieSummary: Hashable, Sendable {
  /// The file, or nil for standard output.
  public var url: URL?
  /// The number of frames, including those that repeat the previous one.
  public var frameCount: Int
  /// The number of frames that repeat the previous one because no picture came for them.
  public var repeatedFrameCount: Int
  /// The frames per second.
  public var frameRate: FrameRate
  /// The size of the pictures.
  public var size: PixelSize
  /// The size of the file in bytes, or the bytes sent to standard output.
  public var byteCount: Int
  /// The FFmpeg name of the encoder: `libx264`.
  public var encoder: String

  /// Creates a summary, for writers other than `MovieWriter`.
  public init(
    url: URL?, frameCount: Int, repeatedFrameCount: Int = 0, frameRate: FrameRate, size: PixelSize, byteCount: Int,
    encoder: String
  ) {
    self.url = url
    self.frameCount = frameCount
    self.repeatedFrameCount = repeatedFrameCount
    self.frameRate = frameRate
    self.size = size
    self.byteCount = byteCount
    self.encoder = encoder
  }

  /// The length in seconds: frames / rate, correctly rounded.
  public var duration: Double { frameRate.seconds(ofFrame: frameCount) }
}
