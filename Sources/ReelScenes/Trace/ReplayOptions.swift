/// How a session is replayed: how fast, and which of its pauses.
public struct ReplayOptions: Hashable, Sendable {
  /// The session's seconds in one second of film, above 0.
  public var speed = 1.0
  /// Pauses between two events that are longer are cut to this, in seconds of the session; nil keeps all.
  public var maxPause: Double?
  /// How long the finished picture stays at the end, in seconds, 0 or more.
  public var hold = 1.5
  /// The length of the whole film in seconds, which then decides the speed; nil for the session's own.
  public var length: Double?

  /// Whether the film runs as the session did: from the session's time 0 on and not from the first event, with a clock that
  /// does not stop at the last.
  public var isLive = false

  /// Creates options that replay a session as it was, and hold its last picture for 1.5 seconds.
  public init() {}
}
