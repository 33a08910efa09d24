import ReelTiming
import ReelVideo

/// The original clip: frame n at n / rate.
public struct TimelineReference: Hashable, Sendable {
  /// The rate, or nil if only the movie itself can tell.
  public var frameRate: FrameRate?
  /// The number of frames, or nil if nobody knows.
  public var frameCount: Int?
  /// Which clip it is, or nil for that of most pictures.
  public var clip: Int?
  /// The rate that the movie's header tells; used where it explains the timestamps best.
  public var headerRate: FrameRate?
  /// The length of one tick of the movie's clock in seconds: timestamps can't be more exact.
  public var tick: Double
  /// How much later than 0 the movie may begin, in seconds.
  public var startAllowance: Double
  /// Whether the container's clock begins anywhere, as that of an MPEG transport stream does: its start tells nothing.
  public var hasArbitraryStart: Bool

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

  /// How far a timestamp may be from where it should be, in seconds.
  ///
  /// A millisecond, since containers such as Matroska round to that and later ones keep what is left; a tick where it is coarser; a
  /// quarter of a frame where that is finer. A clock that ticks once a picture is not coarse: it has the pictures' own rate.
  func tolerance(interval: Double) -> Double {
    let isPictureClock = abs(tick - interval) < 1e-4 * interval
    return max(isPictureClock ? 0 : tick, min(0.001, interval / 4)) * 1.02 + 1e-6
  }
}
