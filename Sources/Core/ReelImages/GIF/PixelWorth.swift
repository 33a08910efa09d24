/// Decides whether the change of a pixel is worth a larger image.
struct PixelWorth {
  /// The palette's colours.
  let channels: [SIMD4<Int32>]
  /// The index for pixels that show no colour of the palette.
  let transparent: UInt8
  /// The weight for each top byte of a word.
  let weights: [Float]
  /// The cost in bits of a squared error of 1; infinite for lossless.
  let bitsPerError: Float

  /// The number of bits at which a changed pixel justifies a larger image.
  private static let pixelBits: Float = 8

  /// Creates the measure for a palette.
  init(_ palette: Palette, errorPerBit: Float) {
    channels = palette.channels
    transparent = UInt8(palette.colors.count)
    weights = palette.weights.values
    bitsPerError = errorPerBit > 0 ? 1 / errorPerBit : .infinity
  }

  /// Whether a pixel that shows another colour than the palette's should be written.
  func isWorthWriting(_ word: UInt32, _ best: UInt8, over now: UInt8) -> Bool {
    // The shown colour belongs to another palette.
    if now == transparent { return true }
    guard bitsPerError < .infinity else { return true }
    let color = Palette.channels(word)
    let error = Palette.distance(channels[Int(now)], color) &- Palette.distance(channels[Int(best)], color)
    return PixelOptions.cost(error, bitsPerError * weights[Int(word >> 24)]) > Self.pixelBits
  }
}
