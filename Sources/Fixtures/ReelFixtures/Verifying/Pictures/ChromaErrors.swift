import ReelCanvas
import ReelPlatform
import ReelVideo

/// How far the chroma of some pictures is from what was drawn.
struct ChromaErrors: Sendable {
  private var sum = 0.0
  private var count = 0

  /// The mean over all pictures of the error, in decibels; nil where no picture could be compared, infinite for equal ones.
  var psnr: Double? { count == 0 ? nil : sum == 0 ? .infinity : -10 * log10(sum / Double(count)) }

  /// Compares a picture with the drawing that it shows, pixel by pixel; formats of other than 8 bits are left out.
  mutating func add(_ seen: RawPicture, drawn: Bitmap) {
    let isPlain = seen.isPortable && seen.format.hasPrefix("yuv") && !seen.format.contains("1")
    guard isPlain, seen.size == drawn.size,
      let original = try? RawPicture(drawn, format: seen.format, matrix: seen.matrix)
    else { return }
    // All that follows luma is chroma.
    guard let psnr = LumaPlane.psnr(seen.bytes[seen.size.area...], original.bytes[seen.size.area...]) else { return }
    sum += pow(10, -psnr / 10)
    count += 1
  }
}
