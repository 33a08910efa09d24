import ReelGeometry

/// What one finger did at one moment.
public struct TouchEvent: Hashable, Sendable {
  /// What a finger can do.
  public enum Phase: String, Hashable, Codable, Sendable, CaseIterable {
    /// It came down.
    case began
    /// It moved while it was down.
    case moved
    /// It was lifted.
    case ended
    /// The system took the touch away, for instance because a call came in.
    case cancelled
  }

  /// When it happened, in milliseconds since the session began.
  public var milliseconds: Double
  /// What the finger did.
  public var phase: Phase
  /// Where it was, in the coordinates of the session's canvas.
  public var point: Point
  /// Which finger it was: a number that is the finger's own from `began` to `ended` or `cancelled`.
  public var touch: Int

  /// Creates an event.
  public init(milliseconds: Double, phase: Phase, point: Point, touch: Int = 0) {
    self.milliseconds = milliseconds
    self.phase = phase
    self.point = point
    self.touch = touch
  }
}
