/// What happened to the frames of a film.
public struct CaptureStatistics: Hashable, Sendable {
  /// The frames that show the picture of their own time.
  public var captured = 0
  /// Those of them that equal the one before, so nothing had to be drawn or converted.
  public var unchanged = 0
  /// The ticks that came too late; their numbers were skipped.
  public var missed = 0
  /// The frames that were drawn but found the encoder's queue full.
  public var dropped = 0

  /// Creates empty statistics.
  public init() {}
}
