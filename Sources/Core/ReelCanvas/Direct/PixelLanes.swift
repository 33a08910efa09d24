// Four pixels at once, with the arithmetic of Porter and Duff's "over" as in Cairo's pixman, so that shapes composited here have the
// same bytes as those composited by Cairo.

/// The coverage of four neighbouring pixels, 0 to 255 each.
typealias Coverage = SIMD4<UInt32>

extension Coverage {
  static var full: Coverage { Coverage(repeating: 255) }

  @inline(__always)
  var isZero: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return halves.x | halves.y == 0
  }

  /// Returns the coverage with pixels before `left` and from `right` on set to 0; the first pixel is `x`.
  @inline(__always)
  func limited(to left: Int, _ right: Int, at x: Int) -> Coverage {
    if x >= left, x &+ 4 <= right { return self }
    let columns = SIMD4<Int32>(0, 1, 2, 3) &+ Int32(truncatingIfNeeded: x)
    let isOutside = (columns .< Int32(truncatingIfNeeded: left)) .| (columns .>= Int32(truncatingIfNeeded: right))
    return replacing(with: 0, where: isOutside)
  }
}

/// A premultiplied colour, prepared for compositing.
struct PixelColor {
  /// The bytes blue, green, red and alpha, twice.
  private let lanes: SIMD8<UInt16>
  private let alpha: SIMD8<UInt16>
  private let four: SIMD16<UInt8>
  private let isOpaque: Bool

  init(_ pixel: Pixel) {
    let bytes = SIMD4(pixel.blue, pixel.green, pixel.red, pixel.alpha)
    let eight = SIMD8(lowHalf: bytes, highHalf: bytes)
    four = SIMD16(lowHalf: eight, highHalf: eight)
    lanes = SIMD8(truncatingIfNeeded: eight)
    alpha = SIMD8(repeating: UInt16(pixel.alpha))
    isOpaque = pixel.alpha == 255
  }

  /// a · b / 255, rounded, for numbers up to 255.
  @inline(__always)
  private static func product(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let t = a &* b &+ 128
    return (t &+ (t &>> 8)) &>> 8
  }

  @inline(__always)
  private func over(_ below: SIMD8<UInt8>, _ coverage: SIMD8<UInt16>) -> SIMD8<UInt8> {
    let above = Self.product(lanes, coverage)
    let rest = 255 &- (isOpaque ? coverage : Self.product(alpha, coverage))
    return SIMD8(truncatingIfNeeded: above &+ Self.product(SIMD8(truncatingIfNeeded: below), rest))
  }

  /// Composites the colour over the four pixels at an address, weighted by their coverage.
  @inline(__always)
  func composite(over pixels: UnsafeMutableRawPointer, _ coverage: Coverage) {
    if isOpaque, (coverage ^ .full).isZero { return pixels.storeBytes(of: four, as: SIMD16<UInt8>.self) }
    let below = pixels.loadUnaligned(as: SIMD16<UInt8>.self)
    // Widen to 16 bits, then repeat each pixel's coverage for its four bytes.
    let pairs = coverage | (coverage &<< 16)
    let low = unsafeBitCast(SIMD4(pairs.x, pairs.x, pairs.y, pairs.y), to: SIMD8<UInt16>.self)
    let high = unsafeBitCast(SIMD4(pairs.z, pairs.z, pairs.w, pairs.w), to: SIMD8<UInt16>.self)
    let result = SIMD16(lowHalf: over(below.lowHalf, low), highHalf: over(below.highHalf, high))
    pixels.storeBytes(of: result, as: SIMD16<UInt8>.self)
  }
}
