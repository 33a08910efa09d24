import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Converts whole pictures through swscale: for formats that Reel does not convert by tiles, and on request.
final class PictureConversion {
  private let scaler: ScalerContext
  private let format: PixelFormat

  /// Prepares a conversion.
  init(size: PixelSize, format: PixelFormat) throws(FFmpegError) {
    self.format = format
    scaler = try ScalerContext.make(
      size: size, from: .init(format: AV_PIX_FMT_BGRA, isFullRange: true),
      to: .init(format: format.native, isFullRange: format == .bgra), matrix: SWS_CS_ITU709,
      flags: reel_scaler_flags_to_yuv())
  }

  /// Converts a bitmap into the planes of a frame, which nothing else may reference.
  func convert(_ bitmap: Bitmap, to frame: borrowing VideoFrame) throws {
    // Outside this library, colours are not premultiplied.
    guard format.hasAlpha else {
      return try bitmap.withUnsafeBytes { try convert($0, bytesPerRow: bitmap.bytesPerRow, bitmap.size, to: frame) }
    }
    try bitmap.straightPixels().map(\.littleEndian).withUnsafeBytes {
      try convert($0, bytesPerRow: 4 * bitmap.width, bitmap.size, to: frame)
    }
  }

  private func convert(
    _ bytes: UnsafeRawBufferPointer, bytesPerRow: Int, _ size: PixelSize, to frame: borrowing VideoFrame
  ) throws {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    let planes = frame.pointer.pointee
    try scaler.scale(
      height: size.height, from: [start, nil, nil, nil], strides: [Int32(bytesPerRow), 0, 0, 0],
      to: [planes.data.0, planes.data.1, planes.data.2, planes.data.3],
      strides: [planes.linesize.0, planes.linesize.1, planes.linesize.2, planes.linesize.3])
    mendFirstColumn(PixelRows(start: start, bytesPerRow: bytesPerRow, size: size), frame)
  }

  /// Recomputes the first column of chroma.
  ///
  /// swscale leaves out everything to the left of the picture, and weights the others 2:1. In this library the first
  /// column is repeated beyond the edge.
  private func mendFirstColumn(_ pixels: PixelRows, _ frame: borrowing VideoFrame) {
    let planes = frame.pointer.pointee
    guard format.columns == 2, let blue = planes.data.1, let red = planes.data.2 else { return }
    let isWide = format == .yuv420p10 || format == .yuv422p10
    let scale = ColorMatrix.Scale(bits: isWide ? 10 : 8, isFullRange: false)
    for row in 0..<pixels.size.height / format.rows {
      var sum = (red: 0, green: 0, blue: 0)
      // Weights that add up to 8, as the matrix expects: 3:1 in each row.
      for line in 0..<format.rows {
        for (column, weight) in [(0, 6 / format.rows), (1, 2 / format.rows)] {
          let pixel = pixels.pixel(column, row * format.rows + line)
          sum = (sum.red + weight * pixel.red, sum.green + weight * pixel.green, sum.blue + weight * pixel.blue)
        }
      }
      let values = ColorMatrix.bt709.chroma(sum.red, sum.green, sum.blue, scale)
      for (plane, stride, value) in [(blue, planes.linesize.1, values.0), (red, planes.linesize.2, values.1)] {
        let start = UnsafeMutableRawPointer(plane + row * Int(stride))
        if isWide {
          start.storeBytes(of: UInt16(value), as: UInt16.self)
        } else {
          start.storeBytes(of: UInt8(value), as: UInt8.self)
        }
      }
    }
  }
}
