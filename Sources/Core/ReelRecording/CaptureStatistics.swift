/// Counts of what happened to a film's frames.
public struct CaptureStatistics: Hashable, Sendable {
  /// Frames that show the picture drawn for their own time.
  public var captured = 0
  /// Captured frames that equal the previous one, so nothing was drawn or converted.
  public var unchanged = 0
  /// Ticks that came too late; their numbers were skipped.
  public var missed = 0
  /// Frames that were drawn but found the encoder's queue full.
  public var dropped = 0

  /// Creates empty statistics.
  public init() {}
}
