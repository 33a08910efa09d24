import CReelFFmpeg
import ReelCanvas
import ReelFiles
import ReelGeometry

/// The samples of one picture as a codec reads and writes them: the planes of a pixel format, one after another.
///
/// Two pictures are equal if their samples are. The layout is that of FFmpeg's `rawvideo` and `framemd5`.
public struct RawPicture: Hashable, Sendable {
  /// The width and height in pixels.
  public let size: PixelSize
  /// The pixel format by its FFmpeg name: `yuv420p`.
  public let format: String
  /// The samples, without padding after rows or between planes, as `av_image_copy_to_buffer` returns them for an
  /// alignment of 1.
  public let bytes: [UInt8]

  /// Whether luma is full range, 0 to 255, instead of 16 to 235.
  package var isFullRange: Bool
  /// The coefficients between RGB and YUV.
  package var matrix: ColorMatrix
  /// The transfer function.
  package var transfer: ColorTransfer

  /// Creates a picture from samples.
  ///
  /// - Throws: `InvalidValue` for a format that FFmpeg does not know, and for a wrong number of bytes.
  public init(size: PixelSize, format: String, bytes: [UInt8]) throws(InvalidValue) {
    let native = try Self.native(format)
    let count = Int(av_image_get_buffer_size(native, Int32(clamping: size.width), Int32(clamping: size.height), 1))
    guard bytes.count == count, count > 0 else {
      throw InvalidValue("number of bytes", bytes.count, expected: "\(count) for \(size) in \(format)")
    }
    self.init(trusting: bytes, size: size, format: format)
  }

  /// Creates a picture from exactly as many bytes as the format needs.
  package init(
    trusting bytes: [UInt8], size: PixelSize, format: String, isFullRange: Bool? = nil, matrix: ColorMatrix = .bt709,
    transfer: ColorTransfer = .sdr
  ) {
    self.size = size
    self.format = format
    self.bytes = bytes
    self.isFullRange = isFullRange ?? RawLayout.named(format)?.isFullRange ?? format.hasPrefix("yuvj")
    self.matrix = matrix
    self.transfer = transfer
  }

  /// The formats that Reel converts from and to bitmaps with integers.
  ///
  /// Their samples are the same on every machine and with every version of FFmpeg. Other formats go through swscale,
  /// whose results depend on its version and on the processor.
  public static var portableFormats: [String] { RawLayout.names }

  /// Whether the format is one of `portableFormats`.
  public var isPortable: Bool { RawLayout.named(format) != nil }

  /// The MD5 of the bytes in hexadecimal digits, as `framemd5` writes it.
  ///
  /// The corresponding C function is `av_md5_sum`.
  public var md5: String { MD5.text(of: bytes) }

  /// Returns FFmpeg's number for a format.
  package static func native(_ format: String) throws(InvalidValue) -> AVPixelFormat {
    let native = av_get_pix_fmt(format)
    guard native != AV_PIX_FMT_NONE, let description = av_pix_fmt_desc_get(native),
      description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
    else {
      throw InvalidValue(
        "pixel format", format, expected: "one that FFmpeg knows, such as yuv420p (ffmpeg -pix_fmts lists them)")
    }
    return native
  }

  /// Returns the full name of a format: `yuv420p10` is `yuv420p10le` on this machine.
  package static func canonicalName(_ native: AVPixelFormat) -> String {
    av_get_pix_fmt_name(native).map { String(cString: $0) } ?? "unknown"
  }
}
