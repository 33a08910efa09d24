import ReelGeometry

/// A fill for an area.
///
/// A gradient's points are in the context's coordinates when it is drawn, so they move with its transform.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours that change along a line; the end colours continue beyond it.
  case linearGradient(Gradient, from: Point, to: Point)
  /// Colours that change from a centre outwards; beyond the radius the last one continues.
  case radialGradient(Gradient, center: Point, radius: Double)

  /// Opaque black.
  public static let black = Paint.color(.black)
  /// Opaque white.
  public static let white = Paint.color(.white)
  /// No paint: drawing with it changes no pixel.
  public static let clear = Paint.color(.clear)
  /// Grey half-way between black and white in sRGB, CSS `gray`.
  public static let gray = Paint.color(.gray)
  /// Pure red, CSS `red`.
  public static let red = Paint.color(.red)
  /// Pure green, CSS `lime`; CSS `green` is darker.
  public static let green = Paint.color(.green)
  /// Pure blue, CSS `blue`.
  public static let blue = Paint.color(.blue)
  /// Red and green, CSS `yellow`.
  public static let yellow = Paint.color(.yellow)
  /// Green and blue, CSS `cyan`.
  public static let cyan = Paint.color(.cyan)
  /// Red and blue, CSS `magenta`.
  public static let magenta = Paint.color(.magenta)
  /// CSS `orange`.
  public static let orange = Paint.color(.orange)

  /// Returns the paint of one colour.
  public static func color(red: Double, green: Double, blue: Double, alpha: Double = 1) -> Paint {
    .color(Color(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Returns a gradient that runs down a rectangle, from its top edge to its bottom edge.
  public static func vertical(_ colors: Color..., in rect: Rect) -> Paint {
    let last = Double(max(1, colors.count - 1))
    let stops = colors.enumerated().map { Gradient.Stop(Double($0.offset) / last, $0.element) }
    return .linearGradient(
      Gradient(stops: stops), from: Point(x: rect.minX, y: rect.minY), to: Point(x: rect.minX, y: rect.maxY))
  }
}
