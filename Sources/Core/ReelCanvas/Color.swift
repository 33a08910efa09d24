import ReelGeometry

/// A colour in sRGB with an opacity; components run from 0 to 1 and are not premultiplied.
///
/// Calculations may give values outside 0…1, which are clamped when drawn.
public struct Color: Hashable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity: 0 is transparent, 1 opaque.
  public var alpha: Double

  /// Creates a colour from its components, each from 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a grey: 0 is black, 1 white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)
  /// Transparent black.
  public static let clear = Color(white: 0, alpha: 0)
  /// Grey half-way between black and white in sRGB, CSS `gray`.
  public static let gray = Color(rgba: 0x8080_80ff)
  /// Pure red, CSS `red`.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// Pure green, CSS `lime`; CSS `green` is darker.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// Pure blue, CSS `blue`.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// Red and green, CSS `yellow`.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// Green and blue, CSS `cyan`.
  public static let cyan = Color(red: 0, green: 1, blue: 1)
  /// Red and blue, CSS `magenta`.
  public static let magenta = Color(red: 1, green: 0, blue: 1)
  /// CSS `orange`.
  public static let orange = Color(rgba: 0xffa5_00ff)

  /// Creates a colour from four bytes, red the highest and alpha the lowest.
  init(rgba: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 255) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// Returns the colour with another opacity.
  public func with(alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

  /// Returns the colour `fraction` of the way to `other`: 0 is this colour, 1 the other.
  ///
  /// Colours are mixed in proportion to their opacity, so a fade to `clear` keeps its hue to the end.
  public func interpolated(to other: Color, fraction: Double) -> Color {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    let alpha = mix(alpha, other.alpha)
    guard alpha > 0 else {
      return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: 0)
    }
    func mixed(_ part: KeyPath<Color, Double>) -> Double {
      self[keyPath: part] == other[keyPath: part]
        ? self[keyPath: part]
        : mix(self[keyPath: part] * self.alpha, other[keyPath: part] * other.alpha) / alpha
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: alpha)
  }

  /// The components clamped to 0…1; NaN counts as 0.
  var clamped: (red: Double, green: Double, blue: Double, alpha: Double) {
    func clamp(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return (clamp(red), clamp(green), clamp(blue), clamp(alpha))
  }
}

extension Color: LosslessStringConvertible {
  /// Parses a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, one of the 148 names, or `transparent`.
  ///
  /// Case does not matter. Other CSS notations, such as `rgb(…)`, give nil.
  public init?(_ css: String) {
    let text = css.lowercased()
    guard text.hasPrefix("#") else {
      guard let value = cssColors[text] else { return nil }
      self.init(rgba: value)
      return
    }
    let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count - 1 else { return nil }
    var parts: [Int]
    switch digits.count {
    case 3, 4: parts = digits.map { $0 * 17 }
    case 6, 8: parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    if parts.count == 3 { parts.append(255) }
    self.init(rgba: parts.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Parses a colour as `init(_:)` does, and explains what is wrong with an invalid one.
  ///
  /// - Throws: `InvalidValue` for text that is not a colour.
  public init(parsing css: String) throws(InvalidValue) {
    guard let color = Color(css) else {
      throw InvalidValue(
        "colour", css.isEmpty ? "\"\"" : css, expected: "#rgb, #rrggbb, #rrggbbaa or a CSS name such as navy")
    }
    self = color
  }

  /// The colour in CSS notation, rounded to bytes: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  public var description: String {
    let (r, g, b, a) = clamped
    func byte(_ value: Double) -> UInt8 { UInt8(clamping: (value * 255).rounded()) }
    let opaque = "#" + hex(byte(r)) + hex(byte(g)) + hex(byte(b))
    return byte(a) == 255 ? opaque : opaque + hex(byte(a))
  }
}
