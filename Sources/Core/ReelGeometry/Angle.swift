import ReelPlatform

/// An angle, stored in degrees so that the angles people write stay exact.
///
/// Positive angles turn from the x axis towards the y axis: anticlockwise if y grows upwards, clockwise on a canvas.
public struct Angle: Hashable, Comparable, Sendable {
  /// The angle in degrees, not reduced to one turn.
  public var degrees: Double

  /// The zero angle.
  public static let zero = Angle(degrees: 0)

  /// Creates an angle from degrees.
  public init(degrees: Double) { self.degrees = degrees }

  /// Creates an angle from radians.
  public init(radians: Double) { self.degrees = radians * 180 / .pi }

  /// Creates an angle from degrees.
  public static func degrees(_ value: Double) -> Angle { Angle(degrees: value) }

  /// Creates an angle from radians.
  public static func radians(_ value: Double) -> Angle { Angle(radians: value) }

  /// Returns the angle of the direction (x, y), between −180° and 180°.
  ///
  /// The corresponding C function is `atan2`.
  public static func atan2(y: Double, x: Double) -> Angle {
    #if canImport(Glibc)
      Angle(radians: Glibc.atan2(y, x))
    #elseif canImport(Musl)
      Angle(radians: Musl.atan2(y, x))
    #else
      Angle(radians: Darwin.atan2(y, x))
    #endif
  }

  /// The angle in radians.
  public var radians: Double { degrees * .pi / 180 }

  /// The vector of length 1 in this direction.
  ///
  /// Multiples of 30° and 45° come from a table instead of a rounded π, so they are exact, and a full turn returns to the same vector. An
  /// infinite angle or NaN has no direction: both components are NaN.
  public var unitVector: Vector {
    guard degrees.isFinite else { return Vector(dx: .nan, dy: .nan) }
    let reduced = degrees.truncatingRemainder(dividingBy: 360)
    let turned = reduced < 0 ? reduced + 360 : reduced
    let quadrant = Int(clamping: turned / 90)
    let rest = turned - Double(quadrant) * 90
    let first: Vector =
      switch rest {
      case 0: Vector(dx: 1, dy: 0)
      case 30: Vector(dx: 0.75.squareRoot(), dy: 0.5)
      case 45: Vector(dx: 0.5.squareRoot(), dy: 0.5.squareRoot())
      case 60: Vector(dx: 0.5, dy: 0.75.squareRoot())
      default: Vector(dx: cos(rest * .pi / 180), dy: sin(rest * .pi / 180))
      }
    return switch quadrant % 4 {
    case 0: first
    case 1: first.perpendicular
    case 2: -first
    default: -first.perpendicular
    }
  }

  /// Adds two angles.
  public static func + (a: Angle, b: Angle) -> Angle { Angle(degrees: a.degrees + b.degrees) }

  /// Subtracts the second angle from the first.
  public static func - (a: Angle, b: Angle) -> Angle { Angle(degrees: a.degrees - b.degrees) }

  /// Multiplies an angle.
  public static func * (angle: Angle, factor: Double) -> Angle { Angle(degrees: angle.degrees * factor) }

  /// Returns the opposite angle.
  public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }

  /// Compares the degrees, not the directions: 370° is more than 10°.
  public static func < (a: Angle, b: Angle) -> Bool { a.degrees < b.degrees }
}
