#if canImport(CoreVideo)
  import CoreVideo
  import ReelCanvas
  import ReelGeometry

  // Compiled on Apple's platforms alone.

  extension Bitmap {
    /// Copies the pixels of a camera, a screen or a movie.
    ///
    /// The buffer is locked during the copy, with `CVPixelBufferLockBaseAddress`. Colours are copied as they are.
    ///
    /// - Parameters:
    ///   - buffer: Pixels in one plane: `kCVPixelFormatType_32BGRA` or `kCVPixelFormatType_32RGBA`.
    ///   - isPremultiplied: Whether colours are multiplied by alpha.
    /// - Throws: `InvalidValue` for other formats and for sides outside `sideRange`, `ImageError` if the buffer can't be locked.
    public init(_ buffer: CVPixelBuffer, isPremultiplied: Bool = true) throws {
      let format = CVPixelBufferGetPixelFormatType(buffer)
      let orders: [OSType: PixelOrder] = [kCVPixelFormatType_32BGRA: .bgra, kCVPixelFormatType_32RGBA: .rgba]
      guard let order = orders[format] else {
        let name = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: format >> (24 - 8 * $0)) }, as: UTF8.self)
        throw InvalidValue("pixel format", name, expected: "kCVPixelFormatType_32BGRA or kCVPixelFormatType_32RGBA")
      }
      let status = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      guard status == kCVReturnSuccess else {
        throw ImageError(reason: "its buffer can't be locked (CVReturn \(status))")
      }
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
      let stride = CVPixelBufferGetBytesPerRow(buffer)
      let start = UnsafeRawPointer(CVPixelBufferGetBaseAddress(buffer))
      // The last row may end with its last pixel.
      let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : stride * (height - 1) + 4 * width)
      try self.init(
        pixels: bytes, order: order, width: width, height: height, stride: stride, isPremultiplied: isPremultiplied)
    }
  }
#endif
