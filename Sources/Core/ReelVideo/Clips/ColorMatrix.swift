/// The integer conversion between RGB and luma and chroma.
///
/// With the weights Kr and Kb, luma is Y = Kr·R + (1 − Kr − Kb)·G + Kb·B, and chroma is (B − Y) / (2 − 2·Kb) and (R −
/// Y) / (2 − 2·Kr): ITU-R BT.709-6 and BT.601-7, item 3, and BT.2020-2, table 4. All weights have four decimals, so
/// ten-thousandths are exact. Every result is the exact value rounded to nearest, halves up: the same on every
/// machine.
package struct ColorMatrix: Hashable, Sendable {
  /// Kr, Kg and Kb in ten-thousandths.
  package let red, green, blue: Int

  package static let bt709 = ColorMatrix(red: 2126, green: 7152, blue: 722)
  package static let bt601 = ColorMatrix(red: 2990, green: 5870, blue: 1140)
  package static let bt2020 = ColorMatrix(red: 2627, green: 6780, blue: 593)

  /// The matrix that a codec's standard fixes; nil for codecs whose streams or containers declare theirs.
  ///
  /// JPEG is BT.601 (JFIF 1.02, "Color space"), and the only colour space that a VP8 stream can declare is also
  /// BT.601 (RFC 6386, section 9.2). So is SpeedHQ, by FFmpeg's decoder. Decoders of these codecs ignore the
  /// container's tags.
  package static func fixed(by codec: String) -> ColorMatrix? {
    ["mjpeg", "ljpeg", "amv", "vp8", "speedhq"].contains(codec) ? .bt601 : nil
  }

  /// The ranges of luma and chroma at a bit depth.
  package struct Scale: Hashable {
    /// Black, and the number of steps from black to white.
    package let black, lumaSteps: Int
    /// Grey, and the number of steps from the lowest chroma value to the highest.
    let grey, chromaSteps: Int
    package let highest: Int

    package init(bits: Int, isFullRange: Bool) {
      let unit = 1 << (bits - 8)
      highest = (1 << bits) - 1
      grey = 128 * unit
      black = isFullRange ? 0 : 16 * unit
      lumaSteps = isFullRange ? highest : 219 * unit
      chromaSteps = isFullRange ? highest : 224 * unit
    }

    func clamp(_ value: Int) -> Int { min(max(value, 0), highest) }
  }

  /// The denominators of the chroma of blue and red: twice 1 − K, in ten-thousandths.
  private var blueSpan: Int { 2 * (10_000 - blue) }
  private var redSpan: Int { 2 * (10_000 - red) }

  /// Returns the luma of red, green and blue values from 0 to a peak.
  @inline(__always)
  package func luma(_ r: Int, _ g: Int, _ b: Int, _ scale: Scale, peak: Int = 255) -> Int {
    scale.black + divideRounding((red * r + green * g + blue * b) * scale.lumaSteps, 10_000 * peak)
  }

  /// Returns the chroma of blue and red, from sums of eight weighted pixels.
  @inline(__always)
  func chroma(_ r: Int, _ g: Int, _ b: Int, _ scale: Scale, peak: Int = 255) -> (Int, Int) {
    let luma = red * r + green * g + blue * b
    return (
      scale.clamp(scale.grey + divideRounding((10_000 * b - luma) * scale.chromaSteps, 8 * peak * blueSpan)),
      scale.clamp(scale.grey + divideRounding((10_000 * r - luma) * scale.chromaSteps, 8 * peak * redSpan))
    )
  }

  /// Returns red, green and blue from 0 to a peak.
  @inline(__always)
  func colors(_ y: Int, _ cb: Int, _ cr: Int, _ scale: Scale, peak: Int = 255) -> (Int, Int, Int) {
    // All over the common denominator lumaSteps · chromaSteps · 10000 · green.
    let light = (y - scale.black) * peak * scale.chromaSteps * 10_000
    let (u, v) = ((cb - scale.grey) * peak * scale.lumaSteps, (cr - scale.grey) * peak * scale.lumaSteps)
    let divisor = scale.lumaSteps * scale.chromaSteps * 10_000
    let r = divideRounding(light + redSpan * v, divisor)
    let b = divideRounding(light + blueSpan * u, divisor)
    // Green's terms are not whole numbers of ten-thousandths, so green moves to the denominator.
    let g = divideRounding(light * green - (blue * blueSpan * u + red * redSpan * v), divisor * green)
    return (min(max(r, 0), peak), min(max(g, 0), peak), min(max(b, 0), peak))
  }
}

/// Divides by a positive number and rounds to nearest, halves up.
@inline(__always)
package func divideRounding(_ dividend: Int, _ divisor: Int) -> Int {
  let shifted = 2 * dividend + divisor
  let (quotient, rest) = shifted.quotientAndRemainder(dividingBy: 2 * divisor)
  return rest < 0 ? quotient - 1 : quotient
}
