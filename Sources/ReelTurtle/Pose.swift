import ReelGeometry

/// Where a turtle stands and where it looks.
public struct Pose: Hashable, Sendable {
  /// The place.
  public var position: Point
  /// The direction, from the x axis towards the y axis.
  public var heading: Angle

  /// Creates a pose from a place and a direction.
  public init(position: Point, heading: Angle) {
    self.position = position
    self.heading = heading
  }
}
