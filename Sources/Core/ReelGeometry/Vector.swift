/// A displacement in a plane.
public struct Vector: Hashable, Sendable {
  /// The horizontal part, in points.
  public var dx: Double
  /// The vertical part, in points.
  public var dy: Double

  /// The zero vector.
  public static let zero = Vector(dx: 0, dy: 0)

  /// Creates a vector from its parts.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The Euclidean length, in points.
  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// The angle from the x axis towards the y axis.
  public var angle: Angle { .atan2(y: dy, x: dx) }

  /// Returns the vector rotated by 90° from the x axis towards the y axis.
  public var perpendicular: Vector { Vector(dx: -dy, dy: dx) }

  /// Returns the inner product of two vectors.
  public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Adds two vectors.
  public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }

  /// Subtracts the second vector from the first.
  public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }

  /// Scales a vector.
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(dx: vector.dx * factor, dy: vector.dy * factor)
  }

  /// Returns the opposite vector.
  public static prefix func - (vector: Vector) -> Vector { Vector(dx: -vector.dx, dy: -vector.dy) }
}
