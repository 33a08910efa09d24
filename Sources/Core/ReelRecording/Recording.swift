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

  /// Creates the description of a finished film.
  public init(
    output: RecordedOutput, size: PixelSize, frameRate: FrameRate, frameCount: Int, statistics: CaptureStatistics
  ) {
    self.output = output
    self.size = size
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.statistics = statistics
  }

  /// Its length in seconds: frames / rate.
  public var duration: Double { frameRate.seconds(ofFrame: frameCount) }
}
