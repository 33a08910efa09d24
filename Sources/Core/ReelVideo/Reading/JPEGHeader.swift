import ReelCanvas
import ReelGeometry

/// The size of a JPEG from its header (ITU-T T.81, annex B).
struct JPEGHeader: Equatable {
  /// The stored size.
  var size: PixelSize

  /// Whether bytes begin like a JPEG.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8, 0xFF]) }

  /// Reads the segments up to the frame's.
  ///
  /// - Throws: `ImageError` for bytes that are not a JPEG, and for a picture that is too large.
  init(_ jpeg: [UInt8]) throws(ImageError) {
    guard Self.begins(jpeg) else { throw ImageError(reason: "these bytes are not a JPEG") }
    let early = ImageError(reason: "the JPEG ends before its picture begins")
    var start = 2
    while true {
      // Any number of 0xFF bytes may precede a marker.
      while start < jpeg.count, jpeg[start] == 0xFF { start += 1 }
      guard start + 3 <= jpeg.count else { throw early }
      let marker = jpeg[start]
      let length = Int(jpeg[start + 1]) << 8 | Int(jpeg[start + 2])
      guard jpeg[start - 1] == 0xFF, marker != 0xDA, length >= 2 else {
        throw ImageError(reason: "the header of the JPEG is damaged")
      }
      // All frame markers; DHT, JPG and DAC lie between them.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        guard start + 8 <= jpeg.count else { throw early }
        let height = Int(jpeg[start + 4]) << 8 | Int(jpeg[start + 5])
        let width = Int(jpeg[start + 6]) << 8 | Int(jpeg[start + 7])
        size = PixelSize(width: width, height: height)
        break
      }
      start += 1 + length
    }
    // A file that ends within its pixels may decode to half a picture. Pixel data never contain this pair of bytes
    // (B.1.1.5), and thumbnails come before.
    guard (start..<jpeg.count - 1).contains(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xD9 }) else {
      throw ImageError(reason: "the JPEG ends too early: its last marker is missing")
    }
    let sides = Bitmap.sideRange
    guard sides.contains(size.width), sides.contains(size.height), size.area <= Bitmap.pngPixelLimit else {
      throw ImageError(reason: "it claims \(size) pixels, but at most \(Bitmap.pngPixelLimit) are accepted")
    }
  }
}
