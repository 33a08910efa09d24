import Reel
import ReelPlatform

/// Picture files.
enum PictureFile {
  /// Reads a picture and turns it upright.
  ///
  /// - Throws: `InputError` for a missing file, `ImageError` for a file that is not a picture.
  static func read(_ path: String) throws -> Bitmap {
    guard OutputFile.exists(path) else {
      throw InputError(path: path, reason: "no such file", advice: "name a picture", isMissing: true)
    }
    return try Bitmap(contentsOf: URL(fileURLWithPath: path))
  }
}
