import ReelPlatform

/// A file in progress, in a private folder where nobody can plant a link at its path.
///
/// `commit` moves it to its name. A draft that is released without it leaves nothing behind. The folder is locked until then. If the
/// process dies, the lock is gone, and the next draft of that name reuses the folder.
package final class OutputDraft {
  /// The path of the finished file.
  package let output: OutputFile
  /// The path of the file in progress.
  package let path: String

  /// The private folder, for work that produces several files.
  package let folder: String
  private let lock: DraftLock
  /// The file that had the name before `keep`, and whether it can be restored.
  private var kept: (existed: Bool, isLinked: Bool)?
  /// The file that `commit` or `post` has put there.
  private var settled: HiddenManifest.Identity?

  /// Creates the private folder next to the file.
  ///
  /// - Parameter isAlone: Whether no other draft may exist for this name.
  /// - Throws: `OutputError.inUse` if another draft does.
  package init(for output: OutputFile, isAlone: Bool = false) throws(OutputError) {
    self.output = output
    lock = try DraftLock(for: output, isAlone: isAlone)
    folder = lock.folder
    path = folder + "/whole"
  }

  /// Returns the path of a file in the private folder with an extension.
  package func path(ending: String) -> String { "\(folder)/\(DraftLock.clipName).\(ending)" }

  /// Moves the file to its name atomically: even after a loss of power, the name belongs to the previous file or to the complete new one.
  ///
  /// - Parameter replacing: What may be replaced; by default, what the output allows.
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

  /// Publishes other bytes under the name first, as `commit` does; the file stays a draft.
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

  /// Keeps the file that has the name, for `restore`; not all file systems support this.
  package func keep() {
    var status = stat()
    let old = "\(folder)/\(DraftLock.keptName)"
    unlink(old)
    kept = (lstat(output.path, &status) == 0, link(output.path, old) == 0)
  }

  /// Restores the file that had the name before `keep`, unless another file has taken the name since.
  ///
  /// - Returns: Whether the original state is restored.
  @discardableResult
  package func restore() -> Bool {
    guard let settled else { return true }
    guard let kept, HiddenManifest.Identity(output.path) == settled else { return false }
    if kept.isLinked { return rename("\(folder)/\(DraftLock.keptName)", output.path) == 0 }
    return !kept.existed && unlink(output.path) == 0
  }

  /// Returns the file's error for a failed write or `commit`.
  package func failure(_ error: SystemError) -> OutputError {
    if error.code == EEXIST, error.operation == "link" { return .alreadyExists(path: output.givenPath) }
    return failure(reason: error.reason)
  }

  /// Returns a write error whose reason ends with a remedy.
  package func failure(reason: String) -> OutputError {
    var status = stat()
    let byteCount = lstat(path, &status) == 0 ? Int(status.st_size) : 0
    return .writeFailed(
      path: output.givenPath, bytesWritten: byteCount, reason: reason,
      freeBytes: DiskSpace.free(at: output.path))
  }
}
