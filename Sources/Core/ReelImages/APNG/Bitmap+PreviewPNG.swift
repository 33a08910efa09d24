import ReelCanvas

extension Bitmap {
  /// Packs the bitmap quickly as a PNG, for pictures that are viewed once and not kept.
  ///
  /// The pixels are the same as those of `pngData()`, in a fifth of the time and slightly more bytes: each row is stored as its
  /// differences from the row above, and zlib does not search for the smallest encoding. Pictures that are not opaque take as long as
  /// with `pngData()`.
  ///
  /// - Throws: `CairoError` if memory runs out.
  package func previewPNGData() throws -> [UInt8] {
    guard let rows = differences(), let packed = Deflate.pack(rows, level: 1) else { return try pngData() }
    var png: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    png.reserveCapacity(packed.count + 64)
    // 8 bits of red, green and blue.
    PNGChunk.append("IHDR", PNGChunk.word(width) + PNGChunk.word(height) + [8, 2, 0, 0, 0], to: &png)
    PNGChunk.append("IDAT", packed, to: &png)
    PNGChunk.append("IEND", [], to: &png)
    return png
  }

  /// The rows filtered by PNG's "up": red, green and blue minus the values above; nil if a pixel is not opaque.
  private func differences() -> [UInt8]? {
    let (width, height, distance) = (width, height, bytesPerRow)
    var isOpaque = true
    let rows = withUnsafeBytes { pixels in
      [UInt8](unsafeUninitializedCapacity: height * (3 * width + 1)) { rows, count in
        var next = 0
        for y in 0..<height {
          rows[next] = 2
          next += 1
          var alpha: UInt8 = 255
          for offset in stride(from: y * distance, to: y * distance + 4 * width, by: 4) {
            let above = offset - distance
            alpha &= pixels[offset + 3]
            for channel in 0..<3 {
              // Blue comes first in a bitmap, and last in a PNG.
              let value = pixels[offset + 2 - channel]
              rows[next + channel] = y == 0 ? value : value &- pixels[above + 2 - channel]
            }
            next += 3
          }
          isOpaque = isOpaque && alpha == 255
        }
        count = next
      }
    }
    return isOpaque ? rows : nil
  }
}
