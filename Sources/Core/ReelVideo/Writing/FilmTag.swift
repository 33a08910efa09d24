import CReelFFmpeg
import ReelFiles

/// The metadata by which Reel recognizes its own films: the same words in each.
///
/// A program that rewrites the film drops them, or adds its own, as FFmpeg does: then the film is no longer Reel's.
package enum FilmTag {
  private static let key = "comment"
  private static let text = "made with Reel"
  /// The brands in each file of the MP4 family.
  private static let keysOfContainer: Set<String> = ["major_brand", "minor_version", "compatible_brands"]

  /// Adds the tag to a container; call it before writing the header.
  static func add(to output: borrowing OutputContext) throws(FFmpegError) {
    try check(av_dict_set(&output.pointer.pointee.metadata, key, text, 0), "av_dict_set")
  }

  /// FFmpeg's name for itself in Matroska if nothing may depend on its version; other programs let it include the
  /// version.
  private static let maker = (key: "encoder", name: "Lavf")

  /// Whether files of a format record that Reel made them, as movies do.
  package static func isKnown(to path: String) -> Bool {
    let name = OutputFile.split(path).name.lowercased()
    return [MediaContainer.mp4, .m4v, .mov, .mkv, .webm].contains { name.hasSuffix(".\($0.rawValue)") }
  }

  /// Whether the file at a path is a film in MP4, QuickTime, Matroska or WebM that Reel made.
  package static func isOnFilm(at path: String) -> Bool {
    OutputFile.kind(at: path) == nil && ["mov", "matroska"].contains { isOnFilm(at: path, format: $0) }
  }

  private static func isOnFilm(at path: String, format: String) -> Bool {
    guard let input = try? InputContext(path: path, format: format) else { return false }
    var isTagged = false
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(input.pointer.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
      entry = next
      // Matroska's names are in upper case.
      let name = String(cString: next.pointee.key).lowercased()
      let value = String(cString: next.pointee.value)
      if name == key, value == text {
        isTagged = true
      } else if !keysOfContainer.contains(name), format == "mov" || (name, value) != maker {
        return false
      }
    }
    return isTagged
  }
}
