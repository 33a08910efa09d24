/// How fast a film is made, and what happens when the encoder falls behind.
public struct Pace: Sendable {
  /// The clock that says when a frame is due.
  public var clock: any Clock<Duration>
  /// Whether a frame that finds the queue full is dropped (and counted) instead of waited with.
  public var dropsFrames: Bool

  /// Creates a pace.
  public init(clock: any Clock<Duration>, dropsFrames: Bool) {
    self.clock = clock
    self.dropsFrames = dropsFrames
  }

  /// As fast as the machine goes, nothing dropped, the same frames every time.
  public static var virtual: Pace { Pace(clock: VirtualClock(), dropsFrames: false) }

  /// As fast as time goes: late ticks are skipped, frames are dropped while the encoder is busy, both are counted.
  public static var realTime: Pace { Pace(clock: ContinuousClock(), dropsFrames: true) }
}
