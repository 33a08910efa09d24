import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelVideo

/// Compares the pictures of a feed with each other, and draws what changed into a bitmap.
package final class PictureReading {
  private var comparison: TileComparison?
  private var last: FilmPicture?
  private var scaler: Scaler?
  /// The brightness of the brightest pictures of a high dynamic range, if the film states it.
  private let light: LightMetadata?
  private var reader: (transfer: ColorTransfer, colors: HDRColors.Reader)?

  /// The formats that a converter was made for.
  private struct Form: Equatable {
    var size: PixelSize
    var format: Int32
    var isFullRange: Bool
    var matrix: Int32
  }

  private final class Scaler {
    let context: ScalerContext
    let form: Form

    init(_ form: Form) throws(FFmpegError) {
      self.form = form
      context = try ScalerContext.make(
        size: form.size, from: .init(format: AVPixelFormat(rawValue: form.format), isFullRange: form.isFullRange),
        to: .init(format: AV_PIX_FMT_BGRA, isFullRange: true), matrix: form.matrix,
        flags: reel_scaler_flags_to_rgb())
    }
  }

  /// Creates a reading that has seen no picture.
  package init(_ light: LightMetadata? = nil) { self.light = light }

  /// Returns the tiles in which a picture differs from the one that was given before; all of them for the first.
  package func changes(in picture: FilmPicture) -> Region {
    defer { last = picture }
    guard let last else {
      comparison = TileComparison(picture.frame)
      return .all(of: picture.size)
    }
    return comparison?.changes(from: last.frame, to: picture.frame) ?? .all(of: picture.size)
  }

  /// Draws what changed since the picture that was drawn before, and returns its tiles; all of them for the first.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - changed: Returns its `changes`; not called for a picture on a canvas, which knows them.
  ///   - bitmap: Has the size of the picture, and holds the one before.
  /// - Throws: `FFmpegError` for a pixel format that cannot be converted.
  package func draw(
    _ picture: FilmPicture, changed: () -> Region, into bitmap: inout Bitmap
  ) throws -> Region {
    if let canvas = picture.canvas {
      // The next one may be a picture of its own.
      last = nil
      return canvas.draw(into: &bitmap)
    }
    let changed = changed()
    if !changed.isEmpty { try draw(picture, changed, into: &bitmap) }
    return changed
  }

  private func draw(_ picture: FilmPicture, _ changed: Region, into bitmap: inout Bitmap) throws {
    let native = picture.frame.pointer.pointee
    let format = AVPixelFormat(rawValue: native.format)
    if [AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0].contains(format), let source = native.data.0 {
      return copy(source, Int(native.linesize.0), hasAlpha: format == AV_PIX_FMT_BGRA, changed, into: &bitmap)
    }
    let transfer = ColorTransfer(native.color_trc)
    if transfer.isHDR {
      if reader?.transfer != transfer {
        reader = (transfer, HDRColors.Reader(transfer, ToneCurve(transfer, light)))
      }
      bitmap = try RawPicture(picture.frame).bitmap(reader?.colors)
      return
    }
    try convert(picture, into: &bitmap)
    if picture.hasAlpha { bitmap.premultiply() }
  }

  /// Copies tiles of pixels that have the order of a bitmap's.
  private func copy(
    _ source: UnsafePointer<UInt8>, _ stride: Int, hasAlpha: Bool, _ changed: Region, into bitmap: inout Bitmap
  ) {
    let bytesPerRow = bitmap.bytesPerRow
    bitmap.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      for rect in changed.rects {
        let area = PixelArea(rect)
        for row in area.rows {
          let from = source + row * stride + 4 * area.columns.lowerBound
          let target = start + row * bytesPerRow + 4 * area.columns.lowerBound
          target.update(from: from, count: 4 * area.columns.count)
          for pixel in 0..<area.columns.count {
            let pixel = target + 4 * pixel
            if !hasAlpha { pixel[3] = 255 } else if pixel[3] < 255 { Self.premultiply(pixel) }
          }
        }
      }
    }
  }

  private static func premultiply(_ pixel: UnsafeMutablePointer<UInt8>) {
    let alpha = Int(pixel[3])
    for channel in 0..<3 { pixel[channel] = UInt8((Int(pixel[channel]) * alpha + 127) / 255) }
  }

  private func convert(_ picture: FilmPicture, into bitmap: inout Bitmap) throws {
    let native = picture.frame.pointer.pointee
    let matrix = PictureColors.matrix(of: picture.frame.pointer)
    let form = Form(
      size: picture.size, format: native.format, isFullRange: native.color_range == AVCOL_RANGE_JPEG,
      matrix: matrix == AVCOL_SPC_RGB ? SWS_CS_ITU709 : Int32(matrix.rawValue))
    if scaler?.form != form { scaler = try Scaler(form) }
    let bytesPerRow = Int32(bitmap.bytesPerRow)
    let planes = [native.data.0, native.data.1, native.data.2, native.data.3].map { $0.map { UnsafePointer($0) } }
    try bitmap.withUnsafeMutableBytes { bytes in
      try scaler?.context.scale(
        height: form.size.height, from: planes,
        strides: [native.linesize.0, native.linesize.1, native.linesize.2, native.linesize.3],
        to: [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil], strides: [bytesPerRow, 0, 0, 0])
    }
  }
}
