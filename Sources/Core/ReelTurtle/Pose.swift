import ReelGeometry

/// The position and heading of a turtle.
public struct Pose: Hashable, Sendable {
  /// The position.
  public var position: Point
  /// The direction, from the x axis towards the y axis.
  public var heading: Angle

  /// Creates a pose from a position and a direction.
  public init(position: Point, heading: Angle) {
    self.position = position
    self.heading = heading
  }
}
