import CReelFFmpeg

/// The versions of the loaded FFmpeg libraries, which may differ from those that Reel was compiled against.
package enum FFmpegVersions {
  /// The version of each library by its name: `libavcodec` is `59.37.100`.
  ///
  /// The corresponding C functions are `avcodec_version` and its counterparts.
  package static var libraries: [String: String] {
    [
      "libavcodec": text(avcodec_version()), "libavformat": text(avformat_version()),
      "libavutil": text(avutil_version()), "libswscale": text(swscale_version()),
    ]
  }

  /// The major version of FFmpeg itself: libavformat 59 belongs to FFmpeg 5, 61 to 7.
  package static let major = Int(avformat_version() >> 16) - 54

  /// Decodes a version number: major, minor and micro version in 16, 8 and 8 bits.
  private static func text(_ version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }
}
