import Synchronization

/// A clock that does not wait: sleeping until a deadline jumps to it.
///
/// With it a film is made as fast as the machine can draw and encode, and every run has the same frames.
public final class VirtualClock: Clock, Sendable {
  /// An instant of virtual time.
  public struct Instant: InstantProtocol {
    /// The virtual time since the clock was created.
    public var offset: Duration

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether the first instant is before the second.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let elapsed = Mutex(Duration.zero)

  /// Creates a clock at time zero.
  public init() {}

  /// The virtual time.
  public var now: Instant { Instant(offset: elapsed.withLock { $0 }) }
  /// Nominal: virtual time can be set to any instant.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Jumps to `deadline`.
  ///
  /// - Throws: `CancellationError` in a cancelled task.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    advance(to: deadline)
  }

  /// Jumps to `deadline`, unless the clock is past it.
  func advance(to deadline: Instant) {
    elapsed.withLock { $0 = max($0, deadline.offset) }
  }
}
