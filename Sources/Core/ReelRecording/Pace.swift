import ReelPlatform

/// The speed at which a film is made, and the behaviour if the encoder falls behind.
public struct Pace: Sendable {
  /// Determines when a frame is due.
  let timer: any FrameTimer
  /// Whether a frame is dropped and counted if the queue is full, instead of waiting.
  package let dropsFrames: Bool

  /// As fast as the machine allows: nothing is dropped, and every run has the same frames.
  public static var virtual: Pace { Pace(timer: VirtualClock(), dropsFrames: false) }

  /// In step with the wall clock: late ticks are skipped, frames are dropped while the encoder is busy, and both are
  /// counted.
  public static var realTime: Pace { Pace(timer: WallTimer(), dropsFrames: true) }

  /// In step with a given clock, with the rules of `realTime`.
  public static func live(_ clock: some Clock<Duration>) -> Pace { Pace(clock: clock, dropsFrames: true) }
}

extension Pace {
  init(clock: some Clock<Duration>, dropsFrames: Bool) {
    (timer, self.dropsFrames) = (ClockTimer(clock: clock), dropsFrames)
  }
}

/// The timer of a capture loop.
protocol FrameTimer: Sendable {
  associatedtype Instant: InstantProtocol where Instant.Duration == Duration

  var now: Instant { get }

  /// Waits until a frame is due; false if the task was cancelled.
  nonisolated(nonsending) func wait(until deadline: Instant) async -> Bool
}

/// A clock that is slept on.
private struct ClockTimer<C: Clock>: FrameTimer where C.Duration == Duration {
  let clock: C

  var now: C.Instant { clock.now }

  nonisolated(nonsending) func wait(until deadline: C.Instant) async -> Bool {
    (try? await clock.sleep(until: deadline, tolerance: .zero)) != nil
  }
}

/// The wall clock.
private struct WallTimer: FrameTimer {
  /// The longest wait that blocks the caller's thread, which is the recording's own: a timer and its changes of threads take longer
  /// than a still.
  private static let longestBlock = Duration.milliseconds(100)

  var now: ContinuousClock.Instant { .now }

  nonisolated(nonsending) func wait(until deadline: ContinuousClock.Instant) async -> Bool {
    while case let rest = now.duration(to: deadline), rest > .zero, !Task.isCancelled {
      if rest > Self.longestBlock {
        try? await ContinuousClock().sleep(until: deadline, tolerance: .zero)
      } else {
        var time = timespec(tv_sec: 0, tv_nsec: Int(rest.components.attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
      }
    }
    return !Task.isCancelled
  }
}

extension VirtualClock: FrameTimer {
  /// Jumps to the deadline on the caller's thread: to sleep leaves it and returns, which takes longer than a still.
  nonisolated(nonsending) func wait(until deadline: Instant) async -> Bool {
    advance(to: deadline)
    return true
  }
}
