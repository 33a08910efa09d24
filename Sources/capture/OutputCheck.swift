import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Refuses a file that cannot be written before any work is done for it.
enum OutputCheck {
  static func file(_ url: URL, replaceExisting: Bool) throws {
    let files = FileManager.default
    var isFolder = false
    if files.fileExists(atPath: url.path, isDirectory: &isFolder) {
      if isFolder { throw OutputError.cannotCreate(path: url.path, reason: "it is a folder; choose another name") }
      if !replaceExisting { throw OutputError.exists(path: url.path) }
    }
    let folder = url.deletingLastPathComponent().path
    guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
      throw OutputError.cannotCreate(
        path: url.path, reason: "the folder \(folder) does not exist; create it with mkdir -p")
    }
    guard files.isWritableFile(atPath: folder) else {
      throw OutputError.cannotCreate(
        path: url.path, reason: "the folder \(folder) may not be written to; choose another")
    }
  }
}
