import Synchronization

/// A clock that does not wait: sleeping until a deadline makes it that late at once.
///
/// With it a film is made as fast as the machine can draw and encode, and has the same frames every time.
public final class VirtualClock: Clock, Sendable {
  /// A moment of virtual time.
  public struct Instant: InstantProtocol {
    /// The virtual time since the clock was made.
    public var offset: Duration

    /// Returns the moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether the first moment comes before the second.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let elapsed = Mutex(Duration.zero)

  /// Creates a clock that stands at zero.
  public init() {}

  /// The virtual time.
  public var now: Instant { Instant(offset: elapsed.withLock { $0 }) }
  /// Nominal: virtual time can be set to any moment.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Makes it `deadline`, at once.
  ///
  /// - Throws: `CancellationError` in a cancelled task.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    advance(to: deadline)
  }

  /// Makes it `deadline`, or leaves it when it is later already.
  func advance(to deadline: Instant) {
    elapsed.withLock { $0 = max($0, deadline.offset) }
  }
}
