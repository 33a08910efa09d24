import CReelFFmpeg
import ReelFiles

/// The words in a film's metadata by which Reel recognizes its own films: the same in each.
///
/// A program that rewrites the film leaves them out, or adds its own words, as FFmpeg does: then it is somebody else's work.
package enum FilmTag {
  private static let key = "comment"
  private static let text = "made with Reel"
  /// The brands of each file of the family.
  private static let keysOfContainer: Set<String> = ["major_brand", "minor_version", "compatible_brands"]

  /// Adds the tag to a container; call it before writing the header.
  static func add(to output: borrowing OutputContext) throws(FFmpegError) {
    try check(av_dict_set(&output.pointer.pointee.metadata, key, text, 0), "av_dict_set")
  }

  /// Whether the file at a path is a film in MP4 or QuickTime as Reel made it.
  package static func isOnFilm(at path: String) -> Bool {
    guard OutputFile.kind(at: path) == nil, let input = try? InputContext(path: path, format: "mov") else {
      return false
    }
    var isTagged = false
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(input.pointer.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
      entry = next
      let name = String(cString: next.pointee.key)
      if name == key, String(cString: next.pointee.value) == text {
        isTagged = true
      } else if !keysOfContainer.contains(name) {
        return false
      }
    }
    return isTagged
  }
}
