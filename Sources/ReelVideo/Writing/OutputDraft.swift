#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file in the making, in a folder of its own that is closed to others, so that nobody can plant a link where it will be.
///
/// `settle` gives it its name; without that, nothing is left of it when the draft is gone. The folder is locked for as long: one
/// that a process has left when it died is nobody's, and the next draft of that name uses it again.
package final class OutputDraft {
  /// Where the file will stand.
  package let place: OutputPlace
  /// Where the file is to be made.
  package let path: String

  /// The closed folder, for works that make more than one file.
  let folder: String
  private let lock: DraftLock
  /// The file that stood there before `keep`, and whether it can be put back.
  private var kept: (existed: Bool, isLinked: Bool)?
  /// The file that `settle` or `post` has put there.
  private var settled: MadeFiles.Identity?

  /// Makes the closed folder beside the file.
  ///
  /// - Parameter isAlone: Whether nobody else may make a file of this name meanwhile.
  /// - Throws: `OutputError.inUse` where somebody does.
  package init(for place: OutputPlace, isAlone: Bool = false) throws(OutputError) {
    self.place = place
    lock = try DraftLock(for: place, isAlone: isAlone)
    folder = lock.folder
    path = folder + "/whole"
  }

  /// The path of a file in the closed folder whose name ends in this: one that says what it is.
  package func path(ending: String) -> String { "\(folder)/\(DraftLock.clipName).\(ending)" }

  /// Puts the file in its place: at every moment that is what it was before or the whole file, also when the machine loses
  /// power.
  ///
  /// - Parameter replacing: What may be replaced, where that differs from what the place allows.
  /// - Returns: The size of the file in bytes.
  @discardableResult
  package func settle(replacing: ReplacementPolicy? = nil) throws(OutputError) -> Int {
    let size: Int
    do throws(FFmpegError) {
      if let permissions = place.permissions { chmod(path, permissions) }
      size = try OutputPlace.synchronize(path)
      try OutputPlace.move(path, to: place.path, replacing: (replacing ?? place.replacing) != .never)
    } catch {
      throw failure(error)
    }
    settled = MadeFiles.Identity(place.path)
    OutputPlace.synchronizeFolder(of: place.path)
    return size
  }

  /// Puts other bytes in the place first, as `settle` does; the file stays a draft.
  package func post(_ bytes: [UInt8]) throws(OutputError) {
    let draft = "\(folder)/\(DraftLock.noteName)"
    do throws(FFmpegError) {
      try OutputPlace.write(bytes, to: draft)
      if let permissions = place.permissions { chmod(draft, permissions) }
      try OutputPlace.synchronize(draft)
      try OutputPlace.move(draft, to: place.path, replacing: place.replacing != .never)
    } catch {
      unlink(draft)
      throw failure(error)
    }
    unlink(draft)
    settled = MadeFiles.Identity(place.path)
    OutputPlace.synchronizeFolder(of: place.path)
  }

  /// Keeps what stands in the place, so that `restore` can put it back; some file systems cannot.
  package func keep() {
    var status = stat()
    let old = "\(folder)/\(DraftLock.keptName)"
    unlink(old)
    kept = (lstat(place.path, &status) == 0, link(place.path, old) == 0)
  }

  /// Puts back what stood in the place before `keep`, unless somebody else has put something there since.
  ///
  /// - Returns: Whether the place is as it was.
  @discardableResult
  package func restore() -> Bool {
    guard let settled else { return true }
    guard let kept, MadeFiles.Identity(place.path) == settled else { return false }
    if kept.isLinked { return rename("\(folder)/\(DraftLock.keptName)", place.path) == 0 }
    return !kept.existed && unlink(place.path) == 0
  }

  /// Returns what a failure of a write or of `settle` means for the file.
  package func failure(_ error: FFmpegError) -> OutputError {
    if error.code == .systemError(EEXIST), error.operation == "link" { return .alreadyExists(path: place.givenPath) }
    var status = stat()
    let byteCount = lstat(path, &status) == 0 ? Int(status.st_size) : 0
    return .writeFailed(
      path: place.givenPath, bytesWritten: byteCount, reason: OutputError.reason(of: error),
      freeBytes: DiskSpace.free(at: place.path))
  }
}
