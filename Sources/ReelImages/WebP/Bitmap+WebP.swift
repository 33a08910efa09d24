import ReelCanvas
import ReelCompression
import ReelFiles
import ReelGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Bitmap {
  /// Packs the bitmap as a WebP without loss; the same bitmap and libwebp give the same bytes.
  ///
  /// - Throws: `InvalidValue` for a side beyond 16383 pixels, `SystemError` where there is no memory.
  public func webPData() throws -> [UInt8] {
    try AnimationFormat.webp.check(size)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.area)
    withUnsafeBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let word = bytes.load(fromByteOffset: y * bytesPerRow + 4 * x, as: UInt32.self)
          pixels.append(Self.straight(UInt32(littleEndian: word)))
        }
      }
    }
    guard let file = WebPPacker.file(pixels, width: size.width) else { throw SystemError(ENOMEM, "WebPEncode") }
    return file
  }

  /// Divides colours by their alpha, which is in the highest byte.
  static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 || alpha == 0 { return alpha == 0 ? 0 : pixel }
    func color(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift }
    return alpha << 24 | color(16) | color(8) | color(0)
  }
}
