import ReelGeometry

/// A straight line drawn by a finger between two events, with the tracer's verdict.
public struct TracedLine: Hashable, Sendable {
  /// The start point.
  public var start: Point
  /// The end point.
  public var end: Point
  /// The time at the start, in milliseconds since the session began.
  public var startMilliseconds: Double
  /// The time at the end, in milliseconds since the session began.
  public var endMilliseconds: Double
  /// The finger's identifier.
  public var touch: Int
  /// Whether the line is inside by the tracer's rule.
  public var isInside: Bool
  /// Whether the line is in the corridor of some path, but not due by the tracer's rule; then `isInside` is false.
  public var isOutOfTurn: Bool

  /// Creates a line.
  public init(
    start: Point, end: Point, startMilliseconds: Double, endMilliseconds: Double, touch: Int = 0, isInside: Bool,
    isOutOfTurn: Bool = false
  ) {
    self.start = start
    self.end = end
    self.startMilliseconds = startMilliseconds
    self.endMilliseconds = endMilliseconds
    self.touch = touch
    self.isInside = isInside
    self.isOutOfTurn = isOutOfTurn
  }

  /// Whether the line is in the corridor, due or not.
  public var isInCorridor: Bool { isInside || isOutOfTurn }

  /// The distance from start to end, in points.
  public var length: Double { start.distance(to: end) }
}
