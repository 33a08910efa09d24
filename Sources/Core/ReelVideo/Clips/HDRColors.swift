import ReelCanvas
import ReelGeometry
import ReelPlatform

/// Converts sRGB colours to a high-dynamic-range signal, and back.
///
/// Light is linear in between, and the primaries change by the matrix of ITU-R BT.2087 (4 decimals).
package struct HDRColors {
  /// The full-scale value of a signal when writing samples.
  package static let peak = 65_535
  /// The full-scale value of a signal when reading samples; a larger one would make products exceed 64 bits.
  static let readingPeak = 4095

  let transfer: ColorTransfer
  private var known: [Pixel: SIMD3<UInt16>] = [:]
  private var last: (pixel: Pixel, signal: SIMD3<UInt16>)?

  package init(_ transfer: ColorTransfer) { self.transfer = transfer }

  /// Returns the signal of red, green and blue, up to `peak`.
  package mutating func signal(_ pixel: Pixel) -> SIMD3<UInt16> {
    // Drawings have runs of one colour, and few colours.
    if let last, last.pixel == pixel { return last.signal }
    let signal = known[pixel] ?? compute(pixel)
    known[pixel] = signal
    last = (pixel, signal)
    return signal
  }

  private func compute(_ pixel: Pixel) -> SIMD3<UInt16> {
    let light = SIMD3(
      Self.linear[Int(pixel.red)], Self.linear[Int(pixel.green)], Self.linear[Int(pixel.blue)])
    func component(_ row: SIMD3<Double>) -> UInt16 {
      UInt16(clamping: (transfer.signal((row * light).sum()) * Double(Self.peak)).rounded())
    }
    return SIMD3(
      component(SIMD3(0.6274, 0.3293, 0.0433)), component(SIMD3(0.0691, 0.9195, 0.0114)),
      component(SIMD3(0.0164, 0.0880, 0.8956)))
  }

  /// Returns the signals of a bitmap, three per pixel, row by row.
  static func signals(of bitmap: Bitmap, _ transfer: ColorTransfer) -> [UInt16] {
    var colors = HDRColors(transfer)
    return bitmap.withUnsafeBytes { bytes in
      [UInt16](unsafeUninitializedCapacity: bitmap.size.area * 3) { target, count in
        count = bitmap.size.area * 3
        var index = 0
        for y in 0..<bitmap.height {
          let row = y * bitmap.bytesPerRow
          for x in 0..<bitmap.width {
            let pixel = bytes.loadUnaligned(fromByteOffset: row + x * 4, as: Pixel.self)
            let signal = colors.signal(pixel)
            (target[index], target[index + 1], target[index + 2]) = (signal.x, signal.y, signal.z)
            index += 3
          }
        }
      }
    }
  }

  /// Converts signals back to sRGB colours; out-of-gamut values are clipped.
  struct Reader {
    private let light: [Float]
    /// How much brighter the display of HLG shows a colour than it was in the scene, and the light of what it shows, both by the
    /// square root; empty where light needs no display.
    private let gain: [Float]
    private let shown: [Float]

    /// Creates a reader that clips everything brighter than white.
    init(_ transfer: ColorTransfer) {
      light = (0...readingPeak).map { Float(transfer.light(Double($0) / Double(readingPeak))) }
      (gain, shown) = ([], [])
    }

    /// Creates a reader that maps everything up to the peak of a film to what is at most white.
    init(_ transfer: ColorTransfer, _ curve: ToneCurve) {
      let steps = (0...readingPeak).map { Double($0) / Double(readingPeak) }
      guard transfer == .hlg else {
        light = steps.map { Float(curve.light(transfer.light($0) * ColorTransfer.white)) }
        (gain, shown) = ([], [])
        return
      }
      let brightest = transfer.light(1)
      light = steps.map { Float(transfer.light($0) / brightest) }
      // The system gamma of 1.2 (BT.2100, table 5) applies to the luminance of the scene.
      gain = steps.map { Float(pow($0 * $0, 0.2)) }
      shown = steps.map { Float(curve.light($0 * $0 * curve.peak)) }
    }

    @inline(__always)
    private func display(_ scene: SIMD3<Float>) -> SIMD3<Float> {
      func index(_ light: Float) -> Int {
        Int(clamping: max(0, min(1, light)).squareRoot() * Float(readingPeak) + 0.5)
      }
      let factor = gain[index((SIMD3(0.2627, 0.6780, 0.0593) * scene).sum())]
      return SIMD3(shown[index(scene.x * factor)], shown[index(scene.y * factor)], shown[index(scene.z * factor)])
    }

    /// Returns red, green and blue from 0 to 255 for signals from 0 to `readingPeak`.
    func color(_ red: Int, _ green: Int, _ blue: Int) -> (Int, Int, Int) {
      var signal = SIMD3(light[red], light[green], light[blue])
      if !shown.isEmpty { signal = display(signal) }
      func component(_ row: SIMD3<Float>) -> Int {
        Int(HDRColors.curve[Int(clamping: max(0, min(1, (row * signal).sum())) * Float(HDRColors.peak) + 0.5)])
      }
      return (
        component(SIMD3(1.6605, -0.5876, -0.0728)), component(SIMD3(-0.1246, 1.1329, -0.0083)),
        component(SIMD3(-0.0182, -0.1006, 1.1187))
      )
    }
  }

  /// The linear light of each sRGB level (IEC 61966-2-1).
  private static let linear: [Double] = (0...255).map { level in
    let signal = Double(level) / 255
    return signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  /// The sRGB level of each amount of light, in 65 535ths of white.
  private static let curve: [UInt8] = (0...peak).map { index in
    let light = Double(index) / Double(peak)
    let signal = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8(clamping: (signal * 255).rounded())
  }
}
