import CReel
import ReelGeometry

/// How a program's pixels lie in memory, and how they become those of a bitmap.
struct PixelLayout {
  /// The bytes of a pixel.
  let byteCount: Int
  /// Whether pixels may be transparent.
  let hasAlpha: Bool
  private let isPremultiplied: Bool
  /// Where red and blue are in a pixel.
  private let (red, blue): (Int, Int)

  /// Reads the numbers of `reel.h`.
  ///
  /// - Throws: `InvalidValue` for other numbers, and for alpha without a fourth byte.
  init(format: Int32, alpha: Int32) throws(InvalidValue) {
    let formats: [Int32: (Int, Int, Int)] = [
      Int32(REEL_GRAY): (1, 0, 0), Int32(REEL_RGB24): (3, 0, 2), Int32(REEL_BGR24): (3, 2, 0),
      Int32(REEL_RGBA): (4, 0, 2), Int32(REEL_BGRA): (4, 2, 0),
    ]
    guard let layout = formats[format] else {
      throw InvalidValue("format", format, expected: "REEL_GRAY, REEL_RGB24, REEL_BGR24, REEL_RGBA or REEL_BGRA")
    }
    (byteCount, red, blue) = layout
    let meanings = byteCount == 4 ? [REEL_OPAQUE, REEL_STRAIGHT, REEL_PREMULTIPLIED] : [REEL_OPAQUE]
    guard meanings.contains(where: { Int32($0) == alpha }) else {
      throw InvalidValue(
        "alpha", alpha,
        expected: byteCount == 4
          ? "REEL_OPAQUE, REEL_STRAIGHT or REEL_PREMULTIPLIED" : "REEL_OPAQUE for a format without a fourth byte")
    }
    hasAlpha = alpha != Int32(REEL_OPAQUE)
    isPremultiplied = alpha == Int32(REEL_PREMULTIPLIED)
  }

  /// Converts pixels to premultiplied BGRA.
  func convert(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    let green = byteCount == 1 ? 0 : 1
    for pixel in 0..<count {
      let (from, to) = (source + pixel &* byteCount, target + pixel &* 4)
      (to[0], to[1], to[2], to[3]) = (from[blue], from[green], from[red], 255)
    }
    guard hasAlpha else { return }
    for pixel in 0..<count {
      let (to, alpha) = (target + pixel &* 4, source[pixel &* 4 &+ 3])
      to[3] = alpha
      guard alpha < 255 else { continue }
      for channel in 0..<3 {
        // A colour above its alpha is a program's mistake, and would overflow later.
        to[channel] =
          isPremultiplied
          ? min(to[channel], alpha) : UInt8(truncatingIfNeeded: (Int(to[channel]) &* Int(alpha) &+ 127) / 255)
      }
    }
  }
}
