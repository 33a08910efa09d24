import ReelVideo
import CReelFFmpeg
import ReelGeometry

extension ClipFrame {
  /// 8-bit formats whose first plane is luma.
  private static let planar: Set<String> = [
    "yuv410p", "yuv411p", "yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuva420p", "yuva422p", "yuva444p", "nv12",
    "nv16",
    "nv21", "nv24",
  ]

  /// Returns 8-bit luma from 16 to 235, row by row without padding, and the form of the picture's own luma.
  ///
  /// - Throws: `FFmpegError` for a pixel format that swscale cannot convert from.
  package func luma() throws -> (samples: [UInt8], form: LumaForm) {
    let native = frame.pointer.pointee
    guard Self.planar.contains(pixelFormat), native.color_range != AVCOL_RANGE_JPEG, let plane = native.data.0 else {
      let raw = try raw()
      return (try raw.luma(), raw.lumaForm)
    }
    // Most movies: the plane is only copied.
    let (width, height, stride) = (size.width, size.height, Int(native.linesize.0))
    let samples = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      for y in 0..<height {
        (target.baseAddress.map { $0 + y * width })?.update(from: plane + y * stride, count: width)
      }
      count = width * height
    }
    return (samples, LumaForm(bits: 8, isFullRange: false, matrix: matrix, transfer: transfer))
  }
}
