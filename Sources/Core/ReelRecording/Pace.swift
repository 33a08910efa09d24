/// How fast a film is made, and what happens if the encoder falls behind.
public struct Pace: Sendable {
  /// The clock that says when a frame is due.
  let clock: any Clock<Duration>
  /// Whether a frame that finds the queue full is dropped and counted, instead of waiting.
  package let dropsFrames: Bool

  /// As fast as the machine goes, nothing dropped, the same frames every time.
  public static var virtual: Pace { Pace(clock: VirtualClock(), dropsFrames: false) }

  /// As fast as time goes: late ticks are skipped, frames are dropped while the encoder is busy, both are counted.
  public static var realTime: Pace { .live(ContinuousClock()) }

  /// As fast as a given clock runs, with the rules of `realTime`.
  public static func live(_ clock: some Clock<Duration>) -> Pace { Pace(clock: clock, dropsFrames: true) }
}
