import ReelVideo
import ReelCanvas
import ReelGeometry

/// Converts colours to 8-bit luma from 16 to 235, as decoded from samples of a form.
package struct LumaLevels {
  /// The form of the samples in between.
  package let form: LumaForm
  private let scale: ColorMatrix.Scale
  /// The luma of each sample value; empty if samples are already in the form that is compared.
  private let table: [UInt8]
  private var colors: HDRColors?

  /// Creates the conversion for samples of a form.
  package init(_ form: LumaForm) {
    self.form = form
    scale = form.scale
    table = form.isPlain ? [] : form.table
    colors = form.transfer.isHDR ? HDRColors(form.transfer) : nil
  }

  /// Converts a colour.
  @inline(__always)
  package mutating func level(of pixel: Pixel) -> UInt8 {
    if let signal = colors?.signal(pixel) {
      return table[form.matrix.luma(Int(signal.x), Int(signal.y), Int(signal.z), scale, peak: HDRColors.peak)]
    }
    let matrix = form.matrix
    guard table.isEmpty else {
      return table[matrix.luma(Int(pixel.red), Int(pixel.green), Int(pixel.blue), scale)]
    }
    // `ColorMatrix.luma` in 32 bits, halves up.
    let sum =
      UInt32(matrix.blue) * UInt32(pixel.blue) + UInt32(matrix.green) * UInt32(pixel.green) + UInt32(matrix.red)
      * UInt32(pixel.red)
    return UInt8(truncatingIfNeeded: 16 &+ (sum &* 438 &+ 2_550_000) / 5_100_000)
  }

  /// Converts a row of colours.
  ///
  /// - Precondition: `levels` has as many elements as `row`.
  package mutating func convert(_ row: UnsafeBufferPointer<Pixel>, into levels: UnsafeMutableBufferPointer<UInt8>) {
    guard var last = row.first else { return }
    // Drawings have runs of one colour.
    var level = level(of: last)
    for x in row.indices {
      if row[x] != last {
        last = row[x]
        level = self.level(of: last)
      }
      levels[x] = level
    }
  }

  /// Converts a drawing, row by row without padding.
  package mutating func luma(of bitmap: Bitmap) -> [UInt8] {
    let (width, height, stride) = (bitmap.width, bitmap.height, bitmap.bytesPerRow)
    return [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      bitmap.withUnsafeBytes { bytes in
        for y in 0..<height {
          let row = UnsafeRawBufferPointer(rebasing: bytes[y * stride..<y * stride + width * 4])
          convert(
            row.bindMemory(to: Pixel.self),
            into: UnsafeMutableBufferPointer(rebasing: target[y * width..<(y + 1) * width]))
        }
      }
      count = width * height
    }
  }
}
