/// Tells whether the change of a pixel is worth a wider image.
struct PixelWorth {
  /// The palette's colours.
  let channels: [SIMD4<Int32>]
  /// The number that stands for what is shown in no colour of the palette.
  let transparent: UInt8
  /// The cost of a squared error of one, in bits; infinite for lossless.
  let bitsPerError: Float

  /// The number of bits for which a changed pixel justifies a wider image.
  private static let pixelBits: Float = 8

  /// Creates the measure for a palette.
  init(_ palette: Palette, errorPerBit: Float) {
    channels = palette.channels
    transparent = UInt8(palette.colors.count)
    bitsPerError = errorPerBit > 0 ? 1 / errorPerBit : .infinity
  }

  /// Whether a pixel that is shown in another colour than the palette's is to be written.
  func isWorthWriting(_ word: UInt32, _ best: UInt8, over now: UInt8) -> Bool {
    // A colour of another palette.
    if now == transparent { return true }
    guard bitsPerError < .infinity else { return true }
    let color = Palette.channels(word)
    let error = Palette.distance(channels[Int(now)], color) &- Palette.distance(channels[Int(best)], color)
    return PixelOptions.cost(error, bitsPerError * Float(word >> 24)) > Self.pixelBits
  }
}
