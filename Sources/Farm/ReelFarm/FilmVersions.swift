import ReelCanvas
import ReelFilms
import ReelVideo

#if canImport(Glibc)
  import Glibc
#endif

/// The versions of everything besides the description that affects a film's bytes.
///
/// x264 is not among them: it reports its version in the first packet of each piece, which is compared when pieces are
/// joined.
enum FilmVersions {
  /// The versions by name.
  static var all: [String: String] {
    var versions = CanvasVersions.libraries
    let video = FFmpegVersions.libraries
    for name in ["libavcodec", "libswscale"] { versions[name] = video[name] }
    versions["capture"] = ReelVersion.current
    versions["drawing"] = "\(FilmDescription.currentDrawing)"
    versions["libm"] = libm
    return versions
  }

  /// The version of glibc, whose sines and powers differ in their last digits between versions; nil for another C
  /// library.
  private static var libm: String? {
    #if canImport(Glibc)
      var bytes = [CChar](repeating: 0, count: 64)
      let count = confstr(Int32(_CS_GNU_LIBC_VERSION), &bytes, bytes.count)
      guard count > 1, count <= bytes.count else { return nil }
      return String(decoding: bytes[..<(count - 1)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      return nil
    #endif
  }
}
