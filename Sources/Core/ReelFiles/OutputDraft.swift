import ReelPlatform

/// A file in the making, in a private folder, so that nobody can plant a link at its path.
///
/// `commit` gives it its name; without that, nothing is left when the draft is released. The folder is locked until then: the folder
/// of a dead process is unlocked, and the next draft of that name reuses it.
package final class OutputDraft {
  /// The path of the finished file.
  package let output: OutputFile
  /// The path of the file while it is made.
  package let path: String

  /// The private folder, for work that makes more than one file.
  package let folder: String
  private let lock: DraftLock
  /// The file that had the name before `keep`, and whether it can be restored.
  private var kept: (existed: Bool, isLinked: Bool)?
  /// The file that `commit` or `post` has put there.
  private var settled: HiddenManifest.Identity?

  /// Makes the private folder beside the file.
  ///
  /// - Parameter isAlone: Whether nobody else may make a file of this name at the same time.
  /// - Throws: `OutputError.inUse` if somebody else does.
  package init(for output: OutputFile, isAlone: Bool = false) throws(OutputError) {
    self.output = output
    lock = try DraftLock(for: output, isAlone: isAlone)
    folder = lock.folder
    path = folder + "/whole"
  }

  /// The path of a file in the private folder whose name has this extension.
  package func path(ending: String) -> String { "\(folder)/\(DraftLock.clipName).\(ending)" }

  /// Gives the file its name atomically: the name belongs to the previous file or to the complete new one, even after a
  /// loss of power.
  ///
  /// - Parameter replacing: What may be replaced, if not what the output allows.
  /// - Returns: The size of the file in bytes.
  @discardableResult
  package func commit(replacing: ReplacementPolicy? = nil) throws(OutputError) -> Int {
    let size: Int
    do throws(SystemError) {
      if let permissions = output.permissions { chmod(path, permissions) }
      size = try OutputFile.synchronize(path)
      try OutputFile.move(path, to: output.path, replacing: (replacing ?? output.replacing) != .never)
    } catch {
      throw failure(error)
    }
    settled = HiddenManifest.Identity(output.path)
    OutputFile.synchronizeFolder(of: output.path)
    return size
  }

  /// Gives other bytes the name first, as `commit` does; the file stays a draft.
  package func post(_ bytes: [UInt8]) throws(OutputError) {
    let draft = "\(folder)/\(DraftLock.noteName)"
    do throws(SystemError) {
      try OutputFile.write(bytes, to: draft)
      if let permissions = output.permissions { chmod(draft, permissions) }
      try OutputFile.synchronize(draft)
      try OutputFile.move(draft, to: output.path, replacing: output.replacing != .never)
    } catch {
      unlink(draft)
      throw failure(error)
    }
    unlink(draft)
    settled = HiddenManifest.Identity(output.path)
    OutputFile.synchronizeFolder(of: output.path)
  }

  /// Keeps the file that has the name, so that `restore` can put it back; some file systems cannot.
  package func keep() {
    var status = stat()
    let old = "\(folder)/\(DraftLock.keptName)"
    unlink(old)
    kept = (lstat(output.path, &status) == 0, link(output.path, old) == 0)
  }

  /// Restores the file that had the name before `keep`, unless somebody else has taken the name since.
  ///
  /// - Returns: Whether everything is as it was.
  @discardableResult
  package func restore() -> Bool {
    guard let settled else { return true }
    guard let kept, HiddenManifest.Identity(output.path) == settled else { return false }
    if kept.isLinked { return rename("\(folder)/\(DraftLock.keptName)", output.path) == 0 }
    return !kept.existed && unlink(output.path) == 0
  }

  /// Returns what a failure of a write or of `commit` means for the file.
  package func failure(_ error: SystemError) -> OutputError {
    if error.code == EEXIST, error.operation == "link" { return .alreadyExists(path: output.givenPath) }
    return failure(reason: error.reason)
  }

  /// Returns a write failure whose reason ends with a remedy.
  package func failure(reason: String) -> OutputError {
    var status = stat()
    let byteCount = lstat(path, &status) == 0 ? Int(status.st_size) : 0
    return .writeFailed(
      path: output.givenPath, bytesWritten: byteCount, reason: reason,
      freeBytes: DiskSpace.free(at: output.path))
  }
}
