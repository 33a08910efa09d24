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
  package let output: OutputFile
  /// Where the file is to be made.
  package let path: String

  /// The closed folder, for works that make more than one file.
  package let folder: String
  private let lock: DraftLock
  /// The file that stood there before `keep`, and whether it can be put back.
  private var kept: (existed: Bool, isLinked: Bool)?
  /// The file that `settle` or `post` has put there.
  private var settled: MadeFiles.Identity?

  /// Makes the closed folder beside the file.
  ///
  /// - Parameter isAlone: Whether nobody else may make a file of this name meanwhile.
  /// - Throws: `OutputError.inUse` where somebody does.
  package init(for output: OutputFile, isAlone: Bool = false) throws(OutputError) {
    self.output = output
    lock = try DraftLock(for: output, isAlone: isAlone)
    folder = lock.folder
    path = folder + "/whole"
  }

  /// The path of a file in the closed folder whose name ends in this: one that says what it is.
  package func path(ending: String) -> String { "\(folder)/\(DraftLock.clipName).\(ending)" }

  /// Gives the file its name: at every moment that stands for what was there before or for the whole file, also when the
  /// machine loses power.
  ///
  /// - Parameter replacing: What may be replaced, where that differs from the output allows.
  /// - Returns: The size of the file in bytes.
  @discardableResult
  package func settle(replacing: ReplacementPolicy? = nil) throws(OutputError) -> Int {
    let size: Int
    do throws(SystemError) {
      if let permissions = output.permissions { chmod(path, permissions) }
      size = try OutputFile.synchronize(path)
      try OutputFile.move(path, to: output.path, replacing: (replacing ?? output.replacing) != .never)
    } catch {
      throw failure(error)
    }
    settled = MadeFiles.Identity(output.path)
    OutputFile.synchronizeFolder(of: output.path)
    return size
  }

  /// Gives other bytes the name first, as `settle` does; the file stays a draft.
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
    settled = MadeFiles.Identity(output.path)
    OutputFile.synchronizeFolder(of: output.path)
  }

  /// Keeps what has the name, so that `restore` can put it back; some file systems cannot.
  package func keep() {
    var status = stat()
    let old = "\(folder)/\(DraftLock.keptName)"
    unlink(old)
    kept = (lstat(output.path, &status) == 0, link(output.path, old) == 0)
  }

  /// Gives the name back to what had it before `keep`, unless somebody else has taken it since.
  ///
  /// - Returns: Whether all is as it was.
  @discardableResult
  package func restore() -> Bool {
    guard let settled else { return true }
    guard let kept, MadeFiles.Identity(output.path) == settled else { return false }
    if kept.isLinked { return rename("\(folder)/\(DraftLock.keptName)", output.path) == 0 }
    return !kept.existed && unlink(output.path) == 0
  }

  /// Returns what a failure of a write or of `settle` means for the file.
  package func failure(_ error: SystemError) -> OutputError {
    if error.code == EEXIST, error.operation == "link" { return .alreadyExists(path: output.givenPath) }
    return failure(reason: error.reason)
  }

  /// Returns the failure of a write for a reason that ends with what to do.
  package func failure(reason: String) -> OutputError {
    var status = stat()
    let byteCount = lstat(path, &status) == 0 ? Int(status.st_size) : 0
    return .writeFailed(
      path: output.givenPath, bytesWritten: byteCount, reason: reason,
      freeBytes: DiskSpace.free(at: output.path))
  }
}
