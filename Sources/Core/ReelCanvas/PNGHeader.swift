/// The header of a PNG, checked for plausibility.
///
/// A few bytes can claim a picture that fills memory, so nothing is allocated before the header is checked.
struct PNGHeader: Equatable {
  /// The width in pixels, the number of rows, and the number of bits per pixel.
  var width: Int
  var height: Int
  var bitsPerPixel: Int

  /// Reads the signature and IHDR, which is always the first chunk (ISO/IEC 15948, 11.2.2).
  ///
  /// - Throws: `CairoError` for bytes that are not a PNG, and for a picture that is too large or claims more than its file holds.
  init(_ png: [UInt8]) throws(CairoError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard png.starts(with: signature) else { throw Self.error("these bytes are not a PNG") }
    // The number of samples for each colour type.
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    guard png.count >= 33, png[8..<16].elementsEqual([0, 0, 0, 13] + Array("IHDR".utf8)),
      let sampleCount = samples[Int(png[25])], [1, 2, 4, 8, 16].contains(png[24])
    else { throw Self.error("its header is damaged") }
    width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
    height = png[20..<24].reduce(0) { $0 << 8 | Int($1) }
    bitsPerPixel = sampleCount * Int(png[24])
    let sides = Bitmap.sideRange
    guard sides.contains(width), sides.contains(height), width * height <= Bitmap.pngPixelLimit else {
      throw CairoError(
        code: .invalidSize, operation: "read PNG",
        message: "it claims \(width)x\(height) pixels, but at most \(Bitmap.pngPixelLimit) are accepted")
    }
    // Deflate packs at most 1032 bytes into one (zlib's technical details), and interlacing does not reduce the number of bytes.
    guard height * (width * bitsPerPixel / 8) / 1032 <= png.count else {
      throw Self.error("it claims \(width)x\(height) pixels, more than its \(png.count) bytes can hold")
    }
  }

  private static func error(_ message: String) -> CairoError {
    CairoError(code: .pngError, operation: "read PNG", message: message)
  }
}
