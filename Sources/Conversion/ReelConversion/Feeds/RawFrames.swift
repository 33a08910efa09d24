import CReelFFmpeg
import ReelGeometry
import ReelVideo

/// Frames without a header, as a program writes them: a pixel format, a size, and the distance from row to row.
public struct RawFrames: Hashable, Sendable {
  /// The pixel format by its FFmpeg name.
  public let format: String
  /// The size of the frames.
  public let size: PixelSize
  /// The bytes from the beginning of a row to that of the next one; nil for rows without padding.
  ///
  /// Of formats with planes only rows without padding are read.
  public let stride: Int?

  /// Describes frames.
  ///
  /// - Throws: `InvalidValue` for a format that FFmpeg does not know, a size beyond a bitmap's, or a stride that is shorter than a row.
  public init(format: String, size: PixelSize, stride: Int? = nil) throws(InvalidValue) {
    FFmpegLog.applyDefault()
    let native = try RawPicture.native(format)
    let flags = av_pix_fmt_desc_get(native)?.pointee.flags ?? 0
    guard flags & UInt64(AV_PIX_FMT_FLAG_PAL) == 0 else {
      throw InvalidValue("pixel format", format, expected: "one without a palette, such as rgb24")
    }
    let sides = VideoConfiguration.sideRange
    guard (1...sides.upperBound).contains(size.width), (1...sides.upperBound).contains(size.height) else {
      throw InvalidValue("frame size", size, expected: "from 1 to \(sides.upperBound) pixels a side")
    }
    guard av_image_get_buffer_size(native, Int32(size.width), Int32(size.height), 1) > 0 else {
      throw InvalidValue(
        "frame size", size, expected: "smaller: a frame of \(format) this large exceeds FFmpeg's limit")
    }
    (self.format, self.size, self.stride) = (format, size, stride)
    guard let stride else { return }
    guard planeCount == 1, (rowBytes...max(rowBytes, 1 << 24)).contains(stride) else {
      throw InvalidValue(
        "stride", stride,
        expected: planeCount == 1 ? "from \(rowBytes) to \(1 << 24) bytes" : "none: \(format) has several planes")
    }
  }

  /// Reads a description such as `bgra:1280x720`.
  ///
  /// - Throws: `InvalidValue` for any other text.
  public init(parsing text: String, stride: Int? = nil) throws(InvalidValue) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let size = try? PixelSize(parsing: String(parts[1])) else {
      throw InvalidValue("raw frames", text, expected: "a pixel format and a size, such as bgra:1280x720")
    }
    try self.init(format: String(parts[0]).lowercased(), size: size, stride: stride)
  }

  /// The pixel format by its number.
  var native: AVPixelFormat { av_get_pix_fmt(format) }
  private var planeCount: Int { Int(av_pix_fmt_count_planes(native)) }
  private var rowBytes: Int { Int(av_image_get_linesize(native, Int32(size.width), 0)) }

  /// The planes of a frame in the order in which they are written: bytes in a row, rows, and the bytes from row to row.
  var planes: [(rowBytes: Int, rows: Int, stride: Int)] {
    let chroma = Int(av_pix_fmt_desc_get(native)?.pointee.log2_chroma_h ?? 0)
    return (0..<planeCount).map { plane in
      let bytes = Int(av_image_get_linesize(native, Int32(size.width), Int32(plane)))
      let rows = plane == 1 || plane == 2 ? (size.height + 1 << chroma - 1) >> chroma : size.height
      return (bytes, rows, stride ?? bytes)
    }
  }

  /// Whether rows have no padding, so that a frame is one run of bytes.
  var isDense: Bool { planes.allSatisfy { $0.stride == $0.rowBytes } }

  /// The bytes of a frame.
  public var byteCount: Int { planes.reduce(0) { $0 + $1.rows * $1.stride } }
}
