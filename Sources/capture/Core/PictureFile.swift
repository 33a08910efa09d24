import Reel
import ReelPlatform

/// Files with pictures.
enum PictureFile {
  /// Reads a picture, which is turned upright.
  ///
  /// - Throws: `InputError` for a file that is missing, and `ImageError` for one that is no picture.
  static func read(_ path: String) throws -> Bitmap {
    guard OutputFile.exists(path) else {
      throw InputError(path: path, reason: "there is no such file", advice: "name a picture", isMissing: true)
    }
    return try Bitmap(contentsOf: URL(fileURLWithPath: path))
  }
}
