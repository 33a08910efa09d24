import CReelFFmpeg
import ReelFiles

/// The words in a film's metadata by which Reel knows the films that it made: the same in each.
///
/// A program that writes the film anew leaves them out, or adds words of its own, as FFmpeg does: then it is somebody's work.
package enum FilmTag {
  private static let key = "comment"
  private static let text = "made with Reel"
  /// What each file of the family says of itself.
  private static let keysOfContainer: Set<String> = ["major_brand", "minor_version", "compatible_brands"]

  /// Has a container write the tag; to be called before its header is.
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
