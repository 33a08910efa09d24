import CReelFFmpeg
import ReelGeometry

/// Owns a `SwsContext`: the conversion of pictures from one pixel format to another.
package struct ScalerContext: ~Copyable {
  /// The storage format of a picture.
  package struct Layout {
    var format: AVPixelFormat
    var isFullRange: Bool

    /// Creates a layout.
    package init(format: AVPixelFormat, isFullRange: Bool) { (self.format, self.isFullRange) = (format, isFullRange) }
  }

  private let pointer: OpaquePointer

  private init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  /// Prepares a conversion between pictures of one size.
  ///
  /// - Parameter matrix: The coefficients between RGB and YUV, as an `SWS_CS_…` number.
  package static func make(
    size: PixelSize, from source: Layout, to destination: Layout, matrix: Int32, flags: Int64
  ) throws(FFmpegError) -> ScalerContext {
    FFmpegLog.applyDefault()
    let scaler = ScalerContext(adopting: try check(reel_scaler_alloc(), "sws_alloc_context"))
    let pointer = scaler.pointer
    let options: [(String, Int)] = [
      ("srcw", size.width), ("srch", size.height), ("src_format", Int(source.format.rawValue)),
      ("dstw", size.width), ("dsth", size.height), ("dst_format", Int(destination.format.rawValue)),
      ("sws_flags", Int(flags)),
    ]
    let sites = chromaSite(source.format, "src") + chromaSite(destination.format, "dst")
    for (option, value) in options + sites {
      try check(reel_scaler_set(pointer, option, Int64(value)), "av_opt_set_int \(option)")
    }
    try check(BaselineProcessor.openFast { reel_scaler_init(pointer) }, "sws_init_context")
    let status = BaselineProcessor.openFast {
      reel_scaler_set_colors(pointer, matrix, source.isFullRange ? 1 : 0, destination.isFullRange ? 1 : 0)
    }
    try check(status, "sws_setColorspaceDetails")
    return scaler
  }

  deinit { reel_scaler_free(pointer) }

  /// Converts a whole picture of the prepared size.
  package func scale(
    height: Int, from source: [UnsafePointer<UInt8>?], strides sourceStrides: [Int32],
    to destination: [UnsafeMutablePointer<UInt8>?], strides destinationStrides: [Int32]
  ) throws(FFmpegError) {
    try check(
      reel_scaler_scale(pointer, source, sourceStrides, 0, Int32(height), destination, destinationStrides),
      "sws_scale")
  }

  /// The chroma position in movies: on the left one of a sample's two columns, and between its two rows (in 1/256 of
  /// a pixel).
  ///
  /// By default the library would use the centre of the four pixels.
  private static func chromaSite(_ format: AVPixelFormat, _ side: String) -> [(String, Int)] {
    let halved = [AV_PIX_FMT_YUV420P, PixelFormat.yuv420p10.native, AV_PIX_FMT_YUVA420P]
    return halved.contains(format) ? [("\(side)_h_chr_pos", 0), ("\(side)_v_chr_pos", 128)] : []
  }
}
