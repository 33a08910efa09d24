import ReelTiming
import ReelVideo

/// The original clip: frame n at n / rate.
public struct TimelineReference: Hashable, Sendable {
  /// The rate; nil to derive it from the movie.
  public var frameRate: FrameRate?
  /// The number of frames; nil if unknown.
  public var frameCount: Int?
  /// The clip; nil for the one that most pictures belong to.
  public var clip: Int?
  /// The rate in the movie's header, used if it explains the timestamps best.
  public var headerRate: FrameRate?
  /// The duration of one tick of the movie's clock in seconds, which limits the precision of timestamps.
  public var tick: Double
  /// The maximum start time after 0, in seconds.
  public var startAllowance: Double
  /// Whether the container's clock has an arbitrary start, as in an MPEG transport stream, so that the start time means
  /// nothing.
  public var hasArbitraryStart: Bool

  /// The intended duration of each frame in seconds, by its number; empty if all are equal.
  var durations: [Double] = []

  /// Creates a reference.
  public init(
    frameRate: FrameRate? = nil, frameCount: Int? = nil, clip: Int? = nil, headerRate: FrameRate? = nil,
    tick: Double = 0, startAllowance: Double = 0,
    hasArbitraryStart: Bool = false
  ) {
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.clip = clip
    self.headerRate = headerRate
    self.tick = tick
    self.startAllowance = startAllowance
    self.hasArbitraryStart = hasArbitraryStart
  }

  /// The maximum error of a timestamp in seconds.
  ///
  /// It is a millisecond, because containers such as Matroska round to milliseconds and a later container keeps that
  /// error, or a quarter of a frame if that is shorter. If ticks are longer, it is a tick. A clock with one tick for
  /// each picture has the pictures' own rate and does not count as coarse.
  func tolerance(interval: Double) -> Double {
    let isPictureClock = abs(tick - interval) < 1e-4 * interval
    return max(isPictureClock ? 0 : tick, min(0.001, interval / 4)) * 1.02 + 1e-6
  }
}
