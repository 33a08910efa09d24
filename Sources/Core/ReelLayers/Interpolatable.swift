import ReelCanvas
import ReelGeometry

/// A value that can be interpolated, which makes layer properties of its type animatable.
///
/// A stage compares values to decide whether a frame must be redrawn, so an animation that does not change its value costs nothing.
public protocol Interpolatable: Equatable {
  /// Returns the value `fraction` of the way to `other`: 0 is this value, 1 the other.
  ///
  /// Fractions outside 0 to 1 extrapolate, for timing curves that overshoot.
  func interpolated(to other: Self, fraction: Double) -> Self
}

extension Double: Interpolatable {
  /// Returns the number `fraction` of the way to `other`.
  public func interpolated(to other: Double, fraction: Double) -> Double { self + (other - self) * fraction }
}

extension Point: Interpolatable {}

extension Vector: Interpolatable {
  /// Returns the vector `fraction` of the way to `other`.
  public func interpolated(to other: Vector, fraction: Double) -> Vector { self + (other - self) * fraction }
}

extension Size: Interpolatable {
  /// Returns the size `fraction` of the way to `other`.
  public func interpolated(to other: Size, fraction: Double) -> Size {
    Size(
      width: width.interpolated(to: other.width, fraction: fraction),
      height: height.interpolated(to: other.height, fraction: fraction))
  }
}

extension Rect: Interpolatable {
  /// Returns the rectangle `fraction` of the way to `other`, interpolating corner and size.
  public func interpolated(to other: Rect, fraction: Double) -> Rect {
    Rect(
      origin: origin.interpolated(to: other.origin, fraction: fraction),
      size: size.interpolated(to: other.size, fraction: fraction))
  }
}

extension Angle: Interpolatable {
  /// Returns the angle `fraction` of the way to `other`, through all turns between them: a clock hand that goes from 354° to 360° moves
  /// by 6°, one that goes from 354° to 0° moves back by 354°.
  public func interpolated(to other: Angle, fraction: Double) -> Angle { self + (other - self) * fraction }
}

extension Color: Interpolatable {}

extension AffineTransform: Interpolatable {
  /// Returns the transform between this one and `other`, with even rotation, scaling and shearing.
  ///
  /// Each matrix is decomposed into a rotation and an upper triangular matrix (QR decomposition). The rotation takes the shorter way and
  /// everything else is linear, so a rotating layer keeps its size. A singular transform has no rotation; from or to one, the six numbers
  /// are interpolated linearly.
  public func interpolated(to other: AffineTransform, fraction: Double) -> AffineTransform {
    var result = linearPart(to: other, fraction: fraction)
    result.tx = tx.interpolated(to: other.tx, fraction: fraction)
    result.ty = ty.interpolated(to: other.ty, fraction: fraction)
    return result
  }

  private func linearPart(to other: AffineTransform, fraction: Double) -> AffineTransform {
    // Both ends, and pure translations, are exact.
    if fraction == 0 || (a, b, c, d) == (other.a, other.b, other.c, other.d) { return self }
    if fraction == 1 { return other }
    guard determinant != 0, other.determinant != 0 else {
      return AffineTransform(
        a: a.interpolated(to: other.a, fraction: fraction), b: b.interpolated(to: other.b, fraction: fraction),
        c: c.interpolated(to: other.c, fraction: fraction), d: d.interpolated(to: other.d, fraction: fraction),
        tx: 0, ty: 0)
    }
    let (start, end) = (factors, other.factors)
    var turn = (end.angle - start.angle).degrees.remainder(dividingBy: 360)
    if turn == -180 { turn = 180 }
    let width = start.width.interpolated(to: end.width, fraction: fraction)
    let height = start.height.interpolated(to: end.height, fraction: fraction)
    let shear = start.shear.interpolated(to: end.shear, fraction: fraction)
    return AffineTransform(a: width, b: 0, c: shear, d: height, tx: 0, ty: 0)
      .followed(by: .rotation(start.angle + .degrees(turn * fraction)))
  }

  private var factors: (angle: Angle, width: Double, height: Double, shear: Double) {
    let width = (a * a + b * b).squareRoot()
    return (.atan2(y: b, x: a), width, determinant / width, (a * c + b * d) / width)
  }
}
