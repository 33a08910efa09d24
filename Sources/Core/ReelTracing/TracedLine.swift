import ReelGeometry

/// A straight line that a finger drew between two events, with the verdict of the tracer.
public struct TracedLine: Hashable, Sendable {
  /// Where the finger came from.
  public var start: Point
  /// Where it arrived.
  public var end: Point
  /// When it left the start, in milliseconds since the session began.
  public var startMilliseconds: Double
  /// When it arrived, in milliseconds since the session began.
  public var endMilliseconds: Double
  /// Which finger it was.
  public var touch: Int
  /// Whether the line stayed where the rule of the tracer allows lines to be.
  public var isInside: Bool

  /// Creates a line.
  public init(
    start: Point, end: Point, startMilliseconds: Double, endMilliseconds: Double, touch: Int = 0, isInside: Bool
  ) {
    self.start = start
    self.end = end
    self.startMilliseconds = startMilliseconds
    self.endMilliseconds = endMilliseconds
    self.touch = touch
    self.isInside = isInside
  }

  /// The distance from start to end, in points.
  public var length: Double { start.distance(to: end) }
}
