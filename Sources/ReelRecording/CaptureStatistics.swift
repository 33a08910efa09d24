/// What happened to the frames of a film.
public struct CaptureStatistics: Hashable, Sendable {
  /// Frames of the film that show what their time asked for.
  public var captured = 0
  /// Those among them that were equal to the one before, so that nothing had to be drawn or converted.
  public var unchanged = 0
  /// Ticks of the clock that came too late; their numbers were skipped.
  public var missed = 0
  /// Frames that were drawn but found the queue to the encoder full.
  public var dropped = 0

  /// Creates statistics of no frame.
  public init() {}
}
