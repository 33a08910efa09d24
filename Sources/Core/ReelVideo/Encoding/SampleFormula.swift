/// The formulas of luma and chroma from red, green and blue: 8-bit BT.709 with limited range (ITU-R BT.709-6, items
/// 3.2 to 3.5).
///
/// They use 32-bit floating-point numbers in a fixed order of operations, which gives the same results on every
/// processor.
struct SampleFormula {
  private let red, green, blue, offset: Float

  private init(red: Double, green: Double, blue: Double, offset: Double) {
    (self.red, self.green, self.blue, self.offset) = (Float(red), Float(green / 256), Float(blue), Float(offset))
  }

  static let luma = SampleFormula(
    red: 0.2126 * 219 / 255, green: 0.7152 * 219 / 255, blue: 0.0722 * 219 / 255, offset: 16)
  /// Chroma of blue, from one pixel.
  static let blueness = chroma(red: -0.2126, green: -0.7152, blue: 1 - 0.0722, span: 2 * (1 - 0.0722), pixels: 1)
  /// Chroma of red, from one pixel.
  static let redness = chroma(red: 1 - 0.2126, green: -0.7152, blue: -0.0722, span: 2 * (1 - 0.2126), pixels: 1)
  /// Chroma of blue, from the sums of eight pixels.
  static let bluenessOfEight = chroma(red: -0.2126, green: -0.7152, blue: 1 - 0.0722, span: 2 * (1 - 0.0722), pixels: 8)
  /// Chroma of red, from the sums of eight pixels.
  static let rednessOfEight = chroma(red: 1 - 0.2126, green: -0.7152, blue: -0.0722, span: 2 * (1 - 0.2126), pixels: 8)

  private static func chroma(
    red: Double, green: Double, blue: Double, span: Double, pixels: Double
  ) -> SampleFormula {
    let scale = 224 / 255 / span / pixels
    return SampleFormula(red: red * scale, green: green * scale, blue: blue * scale, offset: 128)
  }

  /// Writes four samples, one byte each.
  ///
  /// Green is used as it lies in a pixel, in the second byte: 256 times its value.
  @inline(__always)
  func write(red: SIMD4<UInt32>, green: SIMD4<UInt32>, blue: SIMD4<UInt32>, to address: UnsafeMutableRawPointer) {
    let value =
      Self.number(red) * self.red + Self.number(green) * self.green + Self.number(blue) * self.blue + offset
    // The lowest bits of 2²³ + v hold v, rounded; every value is within 16…240.
    let bits = unsafeBitCast(value + 8_388_608, to: SIMD4<UInt32>.self)
    address.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: bits), as: SIMD4<UInt8>.self)
  }

  /// Converts whole numbers below 2²³ through the bits of 2²³ plus the number: one instruction for all four.
  @inline(__always)
  private static func number(_ whole: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafeBitCast(whole | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}
