import ReelPlatform

/// The Oklab colour space, in which equal distances look about equally different.
///
/// See Björn Ottosson, "A perceptual color space for image processing" (2020).
enum Oklab {
  /// The linear light of each sRGB byte (IEC 61966-2-1).
  private static let light: [Float] = (0...255).map { byte in
    let value = Float(byte) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  /// Returns a colour's lightness, green–red and blue–yellow coordinates, with white at 1.
  static func coordinates(of color: UInt32) -> SIMD4<Float> {
    let red = light[Int(color >> 16 & 0xFF)]
    let green = light[Int(color >> 8 & 0xFF)]
    let blue = light[Int(color & 0xFF)]
    let l = cbrtf(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cbrtf(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cbrtf(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return SIMD4(
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s, 0)
  }
}
