import ReelGeometry
import ReelTiming
import ReelVideo

/// A finished film.
public struct Recording: Hashable, Sendable {
  /// The sink's output.
  public var output: RecordedOutput
  /// The size of its frames.
  public var size: PixelSize
  /// Its rate.
  public var frameRate: FrameRate
  /// Its length in frames, including missed and dropped ones.
  public var frameCount: Int
  /// The numbers of recorded, missed and dropped frames.
  public var statistics: CaptureStatistics
  /// Its length in seconds, where its frames have times of their own.
  var seconds: Double?

  /// Creates the description of a finished film.
  public init(
    output: RecordedOutput, size: PixelSize, frameRate: FrameRate, frameCount: Int, statistics: CaptureStatistics,
    seconds: Double? = nil
  ) {
    self.output = output
    self.size = size
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.statistics = statistics
    self.seconds = seconds
  }

  /// Its length in seconds: frames / rate, or the end of the last frame where they have times of their own.
  public var duration: Double { seconds ?? frameRate.seconds(ofFrame: frameCount) }
}
