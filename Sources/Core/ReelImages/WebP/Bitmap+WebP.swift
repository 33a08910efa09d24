import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform

extension Bitmap {
  /// Packs the bitmap as a lossless WebP; the same bitmap and libwebp give the same bytes.
  ///
  /// - Throws: `InvalidValue` for a side beyond 16383 pixels, `SystemError` if memory runs out.
  public func webPData() throws -> [UInt8] {
    try AnimationFormat.webp.check(size)
    guard let file = WebPPacker.file(straightPixels(), width: size.width) else {
      throw SystemError(ENOMEM, "WebPEncode")
    }
    return file
  }
}
