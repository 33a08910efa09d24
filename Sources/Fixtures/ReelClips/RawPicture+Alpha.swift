import ReelVideo
import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// The position of opacity in the samples of a format.
private struct AlphaSamples {
  /// The first byte, and the number of bytes from one pixel to the next.
  var (start, step) = (0, 0)
  /// The bits of a sample, and the number of unused bits below it.
  var (depth, shift) = (8, 0)
  var isBigEndian = false

  /// Nil for a format without opacity, or with an unsupported form of it.
  init?(_ format: String, area: Int, byteCount: Int) {
    guard let native = try? RawPicture.native(format), let description = av_pix_fmt_desc_get(native) else { return nil }
    let flags = description.pointee.flags
    guard flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0, flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_FLOAT) == 0
    else { return nil }
    // It is the last component: the fourth, or the second beside grey.
    let components = description.pointee.comp
    let alpha = description.pointee.nb_components == 2 ? components.1 : components.3
    step = Int(alpha.step)
    (depth, shift) = (Int(alpha.depth), Int(alpha.shift))
    isBigEndian = flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
    // A separate alpha plane is the last one, and as large as the picture.
    start = alpha.plane == 0 ? Int(alpha.offset) : byteCount - area * step
    guard (8...16).contains(depth), step > 0, start >= 0, start + (area - 1) * step + (depth > 8 ? 1 : 0) < byteCount
    else {
      return nil
    }
  }
}

extension RawPicture {
  /// Whether a format stores each pixel's opacity in a form that is supported here.
  package static func hasAlpha(_ format: String) -> Bool {
    // A picture of 16×16 pixels is enough to test this: chroma is whole in all formats.
    guard let native = try? Self.native(format) else { return false }
    let count = Int(av_image_get_buffer_size(native, 16, 16, 1))
    return count > 0 && AlphaSamples(format, area: 256, byteCount: count) != nil
  }

  /// Returns the picture with the given opacity of each pixel, from 0 to 255; unchanged if the format stores none.
  ///
  /// Colours are not premultiplied, so they stay as they are.
  package func withAlpha(_ level: (_ x: Int, _ y: Int) -> UInt8) -> RawPicture {
    guard let alpha = AlphaSamples(format, area: size.area, byteCount: bytes.count) else { return self }
    var bytes = bytes
    let highest = 1 << alpha.depth - 1
    for y in 0..<size.height {
      for x in 0..<size.width {
        let index = alpha.start + (y * size.width + x) * alpha.step
        let value = divideRounding(Int(level(x, y)) * highest, 255) << alpha.shift
        if alpha.depth == 8 {
          bytes[index] = UInt8(value)
        } else {
          bytes[index + (alpha.isBigEndian ? 1 : 0)] = UInt8(value & 255)
          bytes[index + (alpha.isBigEndian ? 0 : 1)] = UInt8(value >> 8)
        }
      }
    }
    return RawPicture(
      trusting: bytes, size: size, format: format, isFullRange: isFullRange, matrix: matrix, transfer: transfer)
  }

  /// Returns a pixel's opacity, from 0 to 255; nil if the format stores none.
  package func alpha(_ x: Int, _ y: Int) -> Double? {
    guard let alpha = AlphaSamples(format, area: size.area, byteCount: bytes.count) else { return nil }
    let index = alpha.start + (y * size.width + x) * alpha.step
    let value =
      alpha.depth == 8
      ? Int(bytes[index])
      : Int(bytes[index + (alpha.isBigEndian ? 1 : 0)]) | Int(bytes[index + (alpha.isBigEndian ? 0 : 1)]) << 8
    return Double(value >> alpha.shift & (1 << alpha.depth - 1)) * 255 / Double(1 << alpha.depth - 1)
  }
}
