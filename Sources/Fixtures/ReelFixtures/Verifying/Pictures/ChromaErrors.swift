import ReelCanvas
import ReelPlatform
import ReelVideo

/// The chroma error of some pictures compared with their drawings.
struct ChromaErrors: Sendable {
  private var sum = 0.0
  private var count = 0
  /// The lowest PSNR of a picture in decibels; infinite if all are equal.
  private(set) var min = Double.infinity

  /// The mean PSNR over all pictures in decibels; nil if no picture could be compared, infinite if all are equal.
  var psnr: Double? { count == 0 ? nil : sum == 0 ? .infinity : -10 * log10(sum / Double(count)) }

  /// Compares a picture with its drawing pixel by pixel, and returns its PSNR; nil for other than 8-bit formats.
  mutating func add(_ seen: RawPicture, drawn: Bitmap) -> Double? {
    guard Self.isPlain(seen), seen.size == drawn.size,
      let original = try? RawPicture(drawn, format: seen.format, matrix: seen.matrix)
    else { return nil }
    return add(seen, original: original)
  }

  private static func isPlain(_ picture: RawPicture) -> Bool {
    picture.isPortable && picture.format.hasPrefix("yuv") && !picture.format.contains("1")
  }

  /// Compares a picture with another one of the same size and format, and returns its PSNR; nil for others.
  mutating func add(_ seen: RawPicture, original: RawPicture) -> Double? {
    guard Self.isPlain(seen), seen.size == original.size, seen.format == original.format else { return nil }
    // Everything after luma is chroma.
    guard let psnr = LumaPlane.psnr(seen.bytes[seen.size.area...], original.bytes[seen.size.area...]) else {
      return nil
    }
    sum += pow(10, -psnr / 10)
    min = Swift.min(min, psnr)
    count += 1
    return psnr
  }
}
