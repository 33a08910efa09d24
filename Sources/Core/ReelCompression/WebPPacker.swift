import CReelWebP

/// Packs pixels as lossless WebP (VP8L).
package enum WebPPacker {
  /// The maximum side of a picture, in pixels.
  package static let longestSide = Int(WEBP_MAX_DIMENSION)

  /// Packs a picture into a complete file; the same version of libwebp gives the same bytes.
  ///
  /// The corresponding C function is `WebPEncode`.
  ///
  /// - Parameters:
  ///   - pixels: alpha, red, green and blue from the highest byte down, not premultiplied, row by row. The colours of transparent
  ///     pixels may be lost.
  ///   - width: the number of pixels in a row.
  /// - Returns: the file, or nil if out of memory.
  /// - Precondition: Both sides are from 1 to `longestSide`.
  package static func file(_ pixels: [UInt32], width: Int) -> [UInt8]? {
    var (config, picture, writer) = (WebPConfig(), WebPPicture(), WebPMemoryWriter())
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else { return nil }
    config.lossless = 1
    // The effort of the search for repeated pixels. libwebp's default of 75 makes animations up to 2 % larger in nearly the same time.
    // Only 100 with method 6 finds more, and takes forty times as long.
    config.quality = 90
    config.method = 4
    picture.use_argb = 1
    picture.width = CInt(width)
    picture.height = CInt(pixels.count / width)
    picture.argb_stride = CInt(width)
    // The encoder clears transparent pixels in place.
    var pixels = pixels
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    let isDone = pixels.withUnsafeMutableBufferPointer { pixels in
      withUnsafeMutablePointer(to: &writer) { writer in
        picture.argb = pixels.baseAddress
        picture.writer = WebPMemoryWrite
        picture.custom_ptr = UnsafeMutableRawPointer(writer)
        defer { WebPPictureFree(&picture) }
        return WebPEncode(&config, &picture) != 0
      }
    }
    return isDone ? Array(UnsafeBufferPointer(start: writer.mem, count: writer.size)) : nil
  }

  /// Packs a picture into its chunk of an animation.
  ///
  /// - Parameters:
  ///   - pixels: as for `file`.
  ///   - width: the number of pixels in a row.
  /// - Returns: the chunk, with its header and an even length, or nil if out of memory.
  package static func chunk(_ pixels: [UInt32], width: Int) -> [UInt8]? {
    // The file begins with `RIFF`, its length, and `WEBP`.
    file(pixels, width: width).map { Array($0.dropFirst(12)) }
  }
}
