import ReelFiles
import ReelPlatform

/// An image that may lose something: VP8 or VP8L, whichever costs less.
///
/// The cost of an image is its bits, and the squared error of what it shows, divided by the error that may be traded for a bit. Libwebp's
/// quality is the one at which VP8 itself trades that much, so both kinds are compared at equal likeness. An image depends on nothing
/// but its pixels: images can be made in any order, with the same bytes.
struct MixedWebPImage: Sendable {
  let box: PictureBox
  /// Whether the image replaces the canvas.
  var replaces = false
  /// The pixels of whole blocks, for VP8; elsewhere the film's colours with alpha 0.
  var blocks: [UInt32] = []
  /// The changed pixels alone, for VP8L; 0 elsewhere.
  var changes: [UInt32] = []
  /// The number of pictures for which each pixel counts; 0 for pixels outside of the blocks.
  var weights: [UInt8] = []

  /// The squared error of red, green and blue that VP8 trades for a bit when its coefficients are quantized in steps of 1.
  ///
  /// Its transform doubles orthonormal coefficients, so a step of s has the mean error (s / 2)² / 12, which another bit divides by four:
  /// 2 ln 2 of it for a bit. An error of luma is one of all three channels, stretched from 219 steps to 255.
  static let errorPerSquaredStep: Float = 0.1175
  /// The share of `estimatedBits` to which VP8L, which predicts and repeats better, may come down.
  private static let leastShare: Float = 0.5

  /// Returns the image.
  ///
  /// - Throws: `SystemError` if memory runs out.
  func image(errorPerBit: Float) throws(SystemError) -> WebPFile.Image {
    let (sum, count) = weights.reduce(into: (0, 0)) { total, weight in
      total = (total.0 + Int(weight), total.1 + (weight > 0 ? 1 : 0))
    }
    let weight = Float(max(1, sum)) / Float(max(1, count))
    let quality = Self.quality(step: (errorPerBit / weight / Self.errorPerSquaredStep).squareRoot())
    guard let lossy = WebPPacker.lossy(blocks, width: box.width, quality: quality) else {
      throw SystemError(ENOMEM, "WebPEncode")
    }
    var chunk = lossy.chunks
    let cost = Float(8 * chunk.count) + error(of: lossy.shown) / errorPerBit
    if Self.leastShare * estimatedBits < cost {
      guard let exact = WebPPacker.chunk(changes, width: box.width) else { throw SystemError(ENOMEM, "WebPEncode") }
      if Float(8 * exact.count) <= cost { chunk = exact }
    }
    return WebPFile.Image(
      x: box.x, y: box.y, width: box.width, height: box.height, chunk: chunk, replaces: replaces)
  }

  /// Returns libwebp's quality at which it quantizes in steps of a size: the inverse of its `QualityToCompression` and `kAcTable`.
  static func quality(step: Float) -> Float {
    let index = step <= 58 ? max(0, step - 4) : min(127, 54 + (step - 58) / 2)
    let compression = 1 - index / 127
    let cube = compression * compression * compression
    return 100 * (cube < 0.5 ? cube * 1.5 : (cube + 1) / 2)
  }

  /// The squared error of red, green and blue over all pixels and pictures.
  private func error(of shown: [UInt32]) -> Float {
    var sum = 0
    for index in blocks.indices where weights[index] > 0 {
      let error = Palette.distance(Palette.channels(shown[index]), Palette.channels(blocks[index]))
      sum += Int(error) * Int(weights[index]) * Int(blocks[index] >> 24)
    }
    return Float(sum) / 255
  }

  /// The number of bits that the changes take if each pixel is predicted from the one to its left.
  ///
  /// Repeated pixels count nothing. It is meant to recognize photographs, for which VP8L is slow and never the better choice.
  private var estimatedBits: Float {
    var counts = [Int](repeating: 0, count: 3 * 256)
    var total = 0
    for index in box.width..<max(box.width, changes.count) {
      let (word, left) = (changes[index], changes[index - 1])
      guard word != left, word != changes[index - box.width] else { continue }
      let green = word >> 8 &- left >> 8
      counts[Int(green & 255)] += 1
      counts[256 + Int((word >> 16 &- left >> 16 &- green) & 255)] += 1
      counts[512 + Int((word &- left &- green) & 255)] += 1
      total += 3
    }
    let bits = counts.reduce(into: 0) { $0 += $1 == 0 ? 0 : -Double($1) * log2(Double(3 * $1) / Double(total)) }
    return Float(bits)
  }
}
