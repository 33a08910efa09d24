import CReelWebP

/// Packs pixels as WebP: lossless (VP8L), or with loss (VP8).
package enum WebPPacker {
  /// The maximum side of a picture, in pixels.
  package static let longestSide = Int(WEBP_MAX_DIMENSION)

  /// The number of bytes before the first chunk of a file: `RIFF`, its length, and `WEBP`.
  private static let headerBytes = 12
  /// The number of bytes of the chunk `VP8X`, which a still picture with alpha has and an image of an animation has not.
  private static let extendedBytes = 18

  /// A picture packed with loss.
  package struct Lossy {
    /// The chunks of an animation's image, with their headers and even lengths.
    package let chunks: [UInt8]
    /// The pixels as players show them, in the order of those that were packed.
    package let shown: [UInt32]
  }

  /// Packs a picture into a complete lossless file; the same version of libwebp gives the same bytes.
  ///
  /// - Parameters:
  ///   - pixels: alpha, red, green and blue from the highest byte down, not premultiplied, row by row. The colours of transparent
  ///     pixels may be lost.
  ///   - width: the number of pixels in a row.
  /// - Returns: the file, or nil if out of memory.
  /// - Precondition: Both sides are from 1 to `longestSide`.
  package static func file(_ pixels: [UInt32], width: Int) -> [UInt8]? {
    file(pixels, width: width) { config in
      config.lossless = 1
      // The effort of the search for repeated pixels. libwebp's default of 75 makes animations up to 2 % larger in nearly the same time.
      // Only 100 with method 6 finds more, and takes forty times as long.
      config.quality = 90
    }
  }

  /// Packs a picture losslessly into its chunk of an animation.
  ///
  /// - Parameters:
  ///   - pixels: as for `file`.
  ///   - width: the number of pixels in a row.
  /// - Returns: the chunk, with its header and an even length, or nil if out of memory.
  package static func chunk(_ pixels: [UInt32], width: Int) -> [UInt8]? {
    file(pixels, width: width).map { Array($0.dropFirst(headerBytes)) }
  }

  /// Packs a picture with loss; alpha stays exact.
  ///
  /// - Parameters:
  ///   - pixels: as for `file`.
  ///   - width: the number of pixels in a row.
  ///   - quality: libwebp's quality, from 0 to 100.
  /// - Returns: the picture, or nil if out of memory.
  package static func lossy(_ pixels: [UInt32], width: Int, quality: Float) -> Lossy? {
    let packed = file(pixels, width: width) { config in
      config.quality = quality
      // The strongest deblocking: photographs need 2 to 4 % fewer bytes for the same likeness than with the default of 60.
      config.filter_strength = 100
    }
    guard let file = packed else { return nil }
    var shown = [UInt32](repeating: 0, count: pixels.count)
    let isDecoded = shown.withUnsafeMutableBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return WebPDecodeBGRAInto(file, file.count, start, bytes.count, CInt(4 * width)) != nil
    }
    guard isDecoded else { return nil }
    let isExtended = file.dropFirst(headerBytes).starts(with: "VP8X".utf8)
    return Lossy(
      chunks: Array(file.dropFirst(headerBytes + (isExtended ? extendedBytes : 0))),
      shown: shown.map { UInt32(littleEndian: $0) })
  }

  /// Packs a picture into a complete file.
  ///
  /// The corresponding C function is `WebPEncode`.
  private static func file(
    _ pixels: [UInt32], width: Int, _ configure: (inout WebPConfig) -> Void
  ) -> [UInt8]? {
    var (config, picture, writer) = (WebPConfig(), WebPPicture(), WebPMemoryWriter())
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else { return nil }
    config.method = 4
    configure(&config)
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
}
