/// How a session is replayed: its speed and its pauses.
public struct ReplayOptions: Hashable, Sendable {
  /// The session's seconds per second of film, above 0.
  public var speed = 1.0
  /// The longest pause between two events, in seconds of the session; longer ones are cut to it; nil keeps all.
  public var maxPause: Double?
  /// How long the finished picture stays at the end, in seconds, 0 or more.
  public var hold = 1.5
  /// The length of the whole film in seconds, which then determines the speed; nil for the session's own.
  public var length: Double?

  /// Whether the film runs like the session: from the session's time 0 and not from the first event, with a clock that
  /// does not stop at the last.
  public var isLive = false

  /// Creates options that replay a session as it was, and hold its last picture for 1.5 seconds.
  public init() {}
}
