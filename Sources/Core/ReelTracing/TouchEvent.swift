import ReelGeometry

/// The action of one finger at one moment.
public struct TouchEvent: Hashable, Sendable {
  /// The possible actions of a finger.
  public enum Phase: String, Hashable, Codable, Sendable, CaseIterable {
    /// The finger came down.
    case began
    /// The finger moved while it was down.
    case moved
    /// The finger was lifted.
    case ended
    /// The system cancelled the touch, for instance because a call came in.
    case cancelled
  }

  /// The time of the event, in milliseconds since the session began.
  public var milliseconds: Double
  /// The action.
  public var phase: Phase
  /// The position, in the coordinates of the session's canvas.
  public var point: Point
  /// The finger's identifier, from `began` to `ended` or `cancelled`.
  public var touch: Int

  /// Creates an event.
  public init(milliseconds: Double, phase: Phase, point: Point, touch: Int = 0) {
    self.milliseconds = milliseconds
    self.phase = phase
    self.point = point
    self.touch = touch
  }
}
