/// A point in a plane.
///
/// x grows to the right; y grows downwards on a canvas and upwards in a turtle's world.
public struct Point: Hashable, Sendable {
  /// The horizontal coordinate, in points.
  public var x: Double
  /// The vertical coordinate, in points.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the distance to another point.
  public func distance(to other: Point) -> Double { (other - self).length }

  /// Returns the point `fraction` of the way to `other`: exactly this point at 0 and exactly the other at 1.
  public func interpolated(to other: Point, fraction: Double) -> Point {
    // Computed from the nearer end, so that rounding cannot overshoot the farther end.
    fraction < 0.5 ? self + (other - self) * fraction : other - (other - self) * (1 - fraction)
  }

  /// Moves a point by a vector.
  public static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }

  /// Moves a point against a vector.
  public static func - (point: Point, vector: Vector) -> Point {
    Point(x: point.x - vector.dx, y: point.y - vector.dy)
  }

  /// Returns the vector that leads from the second point to the first.
  public static func - (end: Point, start: Point) -> Vector { Vector(dx: end.x - start.x, dy: end.y - start.y) }

  /// Moves a point in place.
  public static func += (point: inout Point, vector: Vector) { point = point + vector }
}
