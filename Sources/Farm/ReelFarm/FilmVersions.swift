import ReelCanvas
import ReelFilms
import ReelVideo

#if canImport(Glibc)
  import Glibc
#endif

/// The versions of everything on which the bytes of a film depend, beside its description.
///
/// x264 tells its own version in the first packet of each piece, where the pieces are joined.
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

  /// The version of the C library, whose sines and powers end in other digits in other versions; nil where it is not glibc.
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
