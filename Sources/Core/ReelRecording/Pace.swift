/// The speed at which a film is made, and the behaviour if the encoder falls behind.
public struct Pace: Sendable {
  /// The clock that determines when a frame is due.
  let clock: any Clock<Duration>
  /// Whether a frame is dropped and counted if the queue is full, instead of waiting.
  package let dropsFrames: Bool

  /// As fast as the machine allows: nothing is dropped, and every run has the same frames.
  public static var virtual: Pace { Pace(clock: VirtualClock(), dropsFrames: false) }

  /// In step with the wall clock: late ticks are skipped, frames are dropped while the encoder is busy, and both are
  /// counted.
  public static var realTime: Pace { .live(ContinuousClock()) }

  /// In step with a given clock, with the rules of `realTime`.
  public static func live(_ clock: some Clock<Duration>) -> Pace { Pace(clock: clock, dropsFrames: true) }
}
