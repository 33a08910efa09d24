/// One pixel of a bitmap: four bytes in memory order, with premultiplied colour.
///
/// Translucent red is `Pixel(red: 128, green: 0, blue: 0, alpha: 128)`. No colour may exceed alpha.
public struct Pixel: Hashable, Sendable {
  /// The first byte: blue times alpha.
  public var blue: UInt8
  /// The second byte: green times alpha.
  public var green: UInt8
  /// The third byte: red times alpha.
  public var red: UInt8
  /// The fourth byte: 0 is transparent, 255 opaque.
  public var alpha: UInt8

  /// A transparent pixel, which fills a new bitmap.
  public static let transparent = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque black.
  public static let black = Pixel(.black)
  /// Opaque white.
  public static let white = Pixel(.white)
  /// Grey half-way between black and white in sRGB, CSS `gray`.
  public static let gray = Pixel(.gray)
  /// Pure red, CSS `red`.
  public static let red = Pixel(.red)
  /// Pure green, CSS `lime`; CSS `green` is darker.
  public static let green = Pixel(.green)
  /// Pure blue, CSS `blue`.
  public static let blue = Pixel(.blue)
  /// Red and green, CSS `yellow`.
  public static let yellow = Pixel(.yellow)
  /// Green and blue, CSS `cyan`.
  public static let cyan = Pixel(.cyan)
  /// Red and blue, CSS `magenta`.
  public static let magenta = Pixel(.magenta)
  /// CSS `orange`.
  public static let orange = Pixel(.orange)

  /// Creates a pixel from premultiplied components.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.blue = blue
    self.green = green
    self.red = red
    self.alpha = alpha
  }

  /// Creates the pixel that filling with this colour leaves on a transparent bitmap: rounded to bytes and premultiplied.
  public init(_ color: Color) {
    let (r, g, b, a) = color.clamped
    func byte(_ value: Double) -> UInt8 { UInt8(clamping: (value * a * 255).rounded()) }
    self.init(red: byte(r), green: byte(g), blue: byte(b), alpha: UInt8(clamping: (a * 255).rounded()))
  }
}

extension Pixel: CustomStringConvertible {
  /// The bytes as text: `#rrggbbaa`, premultiplied.
  public var description: String { "#" + hex(red) + hex(green) + hex(blue) + hex(alpha) }
}

/// Returns a byte as two hexadecimal digits.
func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
