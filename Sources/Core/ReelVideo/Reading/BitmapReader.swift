import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Converts decoded pictures to bitmaps by their colour tags, and keeps its converter as long as their form stays the same.
///
/// Without tags a picture is read as players do: BT.601 up to 576 rows, else BT.709. High dynamic range becomes sRGB by the tone
/// curve of ITU-R BT.2390.
package final class BitmapReader {
  private var scaler: Scaler?
  /// The brightness of the brightest pictures of a high dynamic range, if the film states it.
  private let light: LightMetadata?
  private var colors: (transfer: ColorTransfer, reader: HDRColors.Reader)?

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

  /// Creates a reader that has seen no picture.
  package init(_ light: LightMetadata?) { self.light = light }

  /// Converts a whole picture into a bitmap of its size.
  ///
  /// - Throws: `FFmpegError` for a pixel format that cannot be converted.
  package func read(_ frame: borrowing VideoFrame, into bitmap: inout Bitmap) throws {
    let picture = frame.pointer.pointee
    let transfer = ColorTransfer(picture.color_trc)
    if transfer.isHDR {
      if colors?.transfer != transfer { colors = (transfer, HDRColors.Reader(transfer, ToneCurve(transfer, light))) }
      bitmap = try RawPicture(frame).bitmap(colors?.reader)
      return
    }
    // The numbers of AVCOL_SPC_… and SWS_CS_… are the same, those of the H.264 standard.
    let matrix = PictureColors.matrix(of: frame.pointer)
    let form = Form(
      size: bitmap.size, format: picture.format, isFullRange: picture.color_range == AVCOL_RANGE_JPEG,
      matrix: matrix == AVCOL_SPC_RGB ? SWS_CS_ITU709 : Int32(matrix.rawValue))
    if scaler?.form != form { scaler = try Scaler(form) }
    let bytesPerRow = Int32(bitmap.bytesPerRow)
    let planes = [picture.data.0, picture.data.1, picture.data.2, picture.data.3].map { $0.map { UnsafePointer($0) } }
    try bitmap.withUnsafeMutableBytes { bytes in
      try scaler?.context.scale(
        height: form.size.height, from: planes,
        strides: [picture.linesize.0, picture.linesize.1, picture.linesize.2, picture.linesize.3],
        to: [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil], strides: [bytesPerRow, 0, 0, 0])
    }
    // Outside this library, colours are not premultiplied.
    if FilmPicture.hasAlpha(picture.format) { bitmap.premultiply() }
  }
}
