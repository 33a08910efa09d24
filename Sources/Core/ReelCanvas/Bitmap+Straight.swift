import ReelGeometry

extension Bitmap {
  /// Returns the pixels row by row as alpha, red, green and blue from the highest byte down, not premultiplied.
  package func straightPixels() -> [UInt32] {
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
    return pixels
  }

  /// Un-premultiplies a pixel with alpha in the highest byte.
  package static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 || alpha == 0 { return alpha == 0 ? 0 : pixel }
    func color(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift }
    return alpha << 24 | color(16) | color(8) | color(0)
  }
}
