import ReelVideo
import ReelCanvas
import ReelGeometry

/// The form of luma samples, so that pictures with the same conversion can be compared to the last bit.
package struct LumaForm: Hashable, Sendable {
  /// The bits per sample.
  package var bits: Int
  /// Whether luma is full range, 0 to 255 in 8 bits, instead of 16 to 235.
  package var isFullRange: Bool
  /// The weights of red, green and blue.
  package var matrix = ColorMatrix.bt709
  /// The transfer function.
  package var transfer = ColorTransfer.sdr

  /// The form of most movies: 8 bits from 16 to 235, BT.709.
  package static let usual = LumaForm(bits: 8, isFullRange: false)

  /// Whether samples are compared without conversion.
  var isPlain: Bool { bits == 8 && !isFullRange && !transfer.isHDR }

  /// The stored level of white in 8 bits, from 0 to 255.
  package var white: Double { 255 * transfer.signal(1) }

  var scale: ColorMatrix.Scale { ColorMatrix.Scale(bits: bits, isFullRange: isFullRange) }

  /// Luma in 8 bits from 16 to 235 for each value of a sample.
  var table: [UInt8] {
    let scale = scale
    return (0...scale.highest).map { sample in
      UInt8(clamping: 16 + divideRounding((sample - scale.black) * 219, scale.lumaSteps))
    }
  }
}

extension RawPicture {
  /// The form of luma in this picture; the usual form if it is computed from colours.
  package var lumaForm: LumaForm {
    guard let layout = RawLayout.named(format), case .yuv = layout.kind else { return .usual }
    return LumaForm(bits: layout.bits, isFullRange: isFullRange, matrix: matrix, transfer: transfer)
  }

  /// Returns 8-bit luma from 16 to 235, row by row without padding; BT.709 if it is computed from colours.
  ///
  /// - Throws: `FFmpegError` for a format that swscale cannot convert from.
  package func luma() throws -> [UInt8] {
    guard let layout = RawLayout.named(format), case .yuv = layout.kind else {
      return Self.luma(of: try bitmap(), in: .usual)
    }
    let (form, area) = (lumaForm, size.area)
    if form.bits == 8, !form.isFullRange { return Array(bytes.prefix(area)) }
    let (table, highest) = (form.table, form.scale.highest)
    return [UInt8](unsafeUninitializedCapacity: area) { target, count in
      bytes.withUnsafeBufferPointer { source in
        for index in 0..<area {
          let sample =
            layout.bits == 8 ? Int(source[index]) : Int(source[2 * index]) | Int(source[2 * index + 1]) << 8
          target[index] = table[min(sample, highest)]
        }
      }
      count = area
    }
  }

  /// Returns the 8-bit luma of a drawing from 16 to 235, as decoded from samples of a form.
  ///
  /// - Parameters:
  ///   - bitmap: The drawing.
  ///   - form: The form of the samples in between.
  package static func luma(of bitmap: Bitmap, in form: LumaForm) -> [UInt8] {
    var levels = LumaLevels(form)
    return levels.luma(of: bitmap)
  }
}
