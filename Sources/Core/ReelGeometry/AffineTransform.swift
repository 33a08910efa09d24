/// A mapping of the plane that keeps lines straight: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable {
  /// The part of x in x′.
  public var a: Double
  /// The part of x in y′.
  public var b: Double
  /// The part of y in x′.
  public var c: Double
  /// The part of y in y′.
  public var d: Double
  /// The translation along x.
  public var tx: Double
  /// The translation along y.
  public var ty: Double

  /// The identity transform.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a transform from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Returns a translation by a vector.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns a scaling about the origin.
  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Returns a uniform scaling about the origin.
  public static func scale(_ factor: Double) -> AffineTransform { scale(x: factor, y: factor) }

  /// Returns a rotation about the origin from the x axis towards the y axis.
  public static func rotation(_ angle: Angle) -> AffineTransform {
    let direction = angle.unitVector
    return AffineTransform(a: direction.dx, b: direction.dy, c: -direction.dy, d: direction.dx, tx: 0, ty: 0)
  }

  /// Returns the transform that applies this one first and `next` to its result.
  public func followed(by next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b,
      b: next.b * a + next.d * b,
      c: next.a * c + next.c * d,
      d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx,
      ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The determinant: the signed factor by which areas grow, 0 if the transform flattens the plane.
  public var determinant: Double { a * d - b * c }

  /// Whether the transform has an inverse: its determinant is not zero, and all its numbers and its inverse's are finite.
  public var isInvertible: Bool { inverted != nil }

  /// The inverse transform, or nil if this one flattens the plane.
  public var inverted: AffineTransform? {
    guard determinant != 0, determinant.isFinite else { return nil }
    let k = 1 / determinant
    let inverse = AffineTransform(
      a: d * k, b: -b * k, c: -c * k, d: a * k,
      tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
    return inverse.isFinite ? inverse : nil
  }

  /// Whether all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Returns the image of a point.
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Returns the image of a vector; translation does not affect it.
  public func apply(_ vector: Vector) -> Vector {
    Vector(dx: a * vector.dx + c * vector.dy, dy: b * vector.dx + d * vector.dy)
  }

  /// Returns the smallest upright rectangle around the image of a rectangle.
  public func apply(_ rect: Rect) -> Rect {
    let first = apply(rect.origin)
    let second = apply(Point(x: rect.maxX, y: rect.minY))
    let third = apply(Point(x: rect.minX, y: rect.maxY))
    let fourth = apply(Point(x: rect.maxX, y: rect.maxY))
    let x = min(first.x, second.x, third.x, fourth.x)
    let y = min(first.y, second.y, third.y, fourth.y)
    return Rect(
      x: x, y: y, width: max(first.x, second.x, third.x, fourth.x) - x,
      height: max(first.y, second.y, third.y, fourth.y) - y)
  }
}
