import ReelTiming

/// When a frame of a film is shown: its number and the rate.
public struct FrameTime: Hashable, Sendable {
  /// The number of the frame, from 0.
  public let index: Int
  /// The rate of the film.
  public let frameRate: FrameRate

  /// Creates the time of a frame.
  public init(index: Int, frameRate: FrameRate) {
    self.index = index
    self.frameRate = frameRate
  }

  /// The seconds since frame 0: index / rate, correctly rounded.
  public var seconds: Double { frameRate.seconds(ofFrame: index) }
}
