#if canImport(CoreGraphics)
  import CoreGraphics
  import ReelCanvas
  import ReelFiles
  import ReelGeometry
  import ReelPlatform

  // Compiled on Apple's platforms alone.

  extension Bitmap {
    /// Copies a picture, converted to sRGB.
    ///
    /// The corresponding C function is `CGContextDrawImage`.
    ///
    /// - Parameter image: The picture; one pixel of it becomes one of the bitmap.
    /// - Throws: `InvalidValue` for sides outside `sideRange`.
    public init(_ image: CGImage) throws {
      let size = PixelSize(width: image.width, height: image.height)
      guard Self.sideRange.contains(size.width), Self.sideRange.contains(size.height) else {
        throw InvalidValue("bitmap size", size, expected: "from 1 to 32767 pixels a side")
      }
      self.init(size: size)
      try drawWithCoreGraphics { context in
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
      }
    }

    /// Draws into the bitmap with Core Graphics, in sRGB.
    ///
    /// If another bitmap shares the memory, it is copied first. The corresponding C function is `CGBitmapContextCreate`.
    ///
    /// - Parameter body: Draws over what is there. As always in Core Graphics, y grows upwards from the bottom left; one unit is a pixel.
    ///   The context is valid only in the closure.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`, or `SystemError` without memory for the context.
    public mutating func drawWithCoreGraphics<R>(_ body: (CGContext) throws -> R) throws -> R {
      let (size, bytesPerRow) = (size, bytesPerRow)
      // Blue, green, red, alpha in memory.
      let layout = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
      return try withUnsafeMutableBytes { bytes in
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
          let context = CGContext(
            data: bytes.baseAddress, width: size.width, height: size.height, bitsPerComponent: 8,
            bytesPerRow: bytesPerRow, space: space, bitmapInfo: layout)
        else { throw SystemError(ENOMEM, "CGBitmapContextCreate") }
        defer { context.flush() }
        return try body(context)
      }
    }
  }
#endif
