import ReelVideo
import ReelFiles
import ReelPlatform

/// Numbered files being written, in a hidden folder inside their destination.
///
/// `commit` moves them; otherwise nothing is left of them when this value is released.
package final class PictureFiles {
  private let folder: PictureFolder
  /// The hidden folder, held open with a lock that the system drops with the process.
  private let lock: Int32
  private var made: [HiddenManifest.Entry] = []
  private(set) var byteCount = 0
  private var isSettled = false

  /// The pattern of the files in the hidden folder, for a reader.
  package var partialPattern: String { folder.names.partialPattern }

  /// Whether the destination is still unchanged: nothing has been moved or removed.
  package var hasMovedNothing: Bool {
    // Older pictures are removed before the last one moves, which may be the first.
    made.count > 1 && (try? folder.partialPictures().count) == made.count
  }

  /// Creates the hidden folder.
  ///
  /// - Throws: `InvalidValue` for an invalid pattern; `OutputError` for a folder that can't be written to, for files
  ///   in it that must not be replaced, and if another process is writing files with these names.
  package init(pattern: String, replacing: ReplacementPolicy) throws {
    let names = try NumberedNames(pattern: pattern)
    try OutputFile.checkFolder(names.folderPath, of: pattern)
    folder = PictureFolder(names: names, replacing: replacing)
    lock = try folder.openPartial(isDraft: true)
  }

  deinit {
    // Once the folder is gone, another one with its name belongs to somebody else.
    if !isSettled { folder.removePartial(0..<made.count) }
    close(lock)
  }

  /// Writes the next file.
  func append(_ bytes: [UInt8]) throws(OutputError) {
    let name = folder.names.name(of: made.count)
    do throws(SystemError) {
      try OutputFile.write(bytes, to: folder.partialPath(name))
    } catch {
      unlink(folder.partialPath(name))
      throw .writeFailed(
        path: folder.path(of: made.count), bytesWritten: byteCount, reason: error.reason)
    }
    made.append(HiddenManifest.Entry(bytes, name: name))
    byteCount += bytes.count
  }

  /// Moves all files to the destination, and removes older ones of the pattern with higher numbers, so that no clip
  /// ends with the pictures of another.
  ///
  /// - Throws: `OutputError` for files that must not be replaced, before the first is moved, and if moving fails.
  package func commit() throws(OutputError) {
    try folder.move(made, keepsPictures: false)
    isSettled = true
  }
}
