/// The speed and the pauses of a replayed session.
public struct ReplayOptions: Hashable, Sendable {
  /// The session's seconds per second of film, above 0.
  public var speed = 1.0
  /// The maximum pause between two events, in seconds of the session; longer pauses are cut.
  ///
  /// Nil keeps all pauses.
  public var maxPause: Double?
  /// How long the finished picture is held at the end, in seconds, 0 or more.
  public var hold = 1.5
  /// The length of the whole film in seconds, which then determines the speed; nil for the session's own length.
  public var length: Double?

  /// Whether the film runs like the session: from the session's time 0 and not from the first event, with a clock that continues after
  /// the last event.
  public var isLive = false

  /// Creates options that replay a session unchanged and hold its last picture for 1.5 seconds.
  public init() {}
}
