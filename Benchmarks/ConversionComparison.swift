import CReelFFmpeg
import Reel
import ReelVideo

/// Converts pictures both as a writer does and with swscale, to compare the cost.
final class ConversionComparison {
  private var converter: PixelConverter
  private let frame: VideoFrame
  private let whole: ScalerContext
  private let strip: ScalerContext

  /// Prepares both conversions for 4:2:0.
  ///
  /// If 16 divides the height, swscale can convert strips.
  init(size: PixelSize) throws {
    func scaler(height: Int) throws(FFmpegError) -> ScalerContext {
      try .make(
        size: PixelSize(width: size.width, height: height), from: .init(format: AV_PIX_FMT_BGRA, isFullRange: true),
        to: .init(format: AV_PIX_FMT_YUV420P, isFullRange: false), matrix: SWS_CS_ITU709,
        flags: reel_scaler_flags_to_yuv())
    }
    converter = try PixelConverter(size: size, format: .yuv420p)
    frame = try VideoFrame.make(size: size, format: AV_PIX_FMT_YUV420P)
    whole = try scaler(height: size.height)
    strip = try scaler(height: Region.tileSide)
  }

  /// Converts the tiles that changed.
  func convert(_ bitmap: Bitmap, changed: Region) throws { try converter.convert(bitmap, changed: changed) }

  /// Converts the rows that changed, over the full width; swscale needs a context for each size.
  func convertWithScaler(_ bitmap: Bitmap, changed: Region) throws {
    let planes = frame.pointer.pointee
    let strides = [planes.linesize.0, planes.linesize.1, planes.linesize.2, 0]
    try bitmap.withUnsafeBytes { bytes in
      guard let pixels = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      func convert(_ rows: Range<Int>, with scaler: borrowing ScalerContext) throws {
        let top = rows.lowerBound
        try scaler.scale(
          height: rows.count, from: [pixels + top * bitmap.bytesPerRow, nil, nil, nil],
          strides: [Int32(bitmap.bytesPerRow), 0, 0, 0],
          to: [
            planes.data.0.map { $0 + top * Int(strides[0]) }, planes.data.1.map { $0 + top / 2 * Int(strides[1]) },
            planes.data.2.map { $0 + top / 2 * Int(strides[2]) }, nil,
          ], strides: strides)
      }
      for rows in changed.pixelRows {
        if rows.count >= bitmap.height / Region.tileSide * Region.tileSide {
          try convert(0..<bitmap.height, with: whole)
        } else {
          for top in stride(from: rows.lowerBound, to: rows.upperBound, by: Region.tileSide) {
            try convert(
              min(top, bitmap.height - Region.tileSide)..<min(top + Region.tileSide, bitmap.height), with: strip)
          }
        }
      }
    }
  }
}
