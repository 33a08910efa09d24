import ReelPlatform

extension OutputFile {
  /// Writes bytes, as `put(write:)` does.
  @discardableResult
  package func put(_ bytes: [UInt8]) throws(OutputError) -> Int {
    try put { path throws(SystemError) in try Self.write(bytes, to: path) }
  }

  /// Lets `write` create a file at the path passed to it, and moves that file to this path.
  ///
  /// At every moment, even after a loss of power, the path holds the previous file or the complete new one. The new file is created in a
  /// new private folder, where nobody can plant a link at its path.
  ///
  /// - Returns: The size of the file in bytes.
  func put(write: (_ path: String) throws(SystemError) -> Void) throws(OutputError) -> Int {
    let draft = try OutputDraft(for: self)
    do throws(SystemError) {
      try write(draft.path)
    } catch {
      throw draft.failure(error)
    }
    return try draft.commit()
  }

  /// Flushes a file's name to the disk by syncing its folder.
  ///
  /// Some file systems cannot sync a folder; the file still has its name.
  package static func synchronizeFolder(of path: String) {
    _ = try? synchronize(split(path).folder)
  }

  /// Renames a file on the same disk; if nothing may be replaced, the file is linked and keeps its old name as well.
  ///
  /// - Throws: `EEXIST` from `link` if a file exists that may not be replaced.
  package static func move(_ source: String, to path: String, replacing: Bool) throws(SystemError) {
    if !replacing {
      // `link` fails if the file exists, whereas `rename` would replace it. Without links, a check must do.
      if link(source, path) == 0 { return }
      let number = errno
      var status = stat()
      if number == EEXIST || lstat(path, &status) == 0 {
        throw SystemError(EEXIST, "link", path: path)
      }
    }
    guard rename(source, path) == 0 else { throw SystemError(errno, "rename", path: source) }
  }

  /// Flushes a file or folder to the disk, and returns its size.
  @discardableResult
  package static func synchronize(_ path: String) throws(SystemError) -> Int {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(errno, "open", path: path) }
    defer { close(file) }
    var status = stat()
    guard fsync(file) == 0, fstat(file, &status) == 0 else {
      throw SystemError(errno, "fsync", path: path)
    }
    return Int(status.st_size)
  }

  /// Writes a new file.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try write(to: path) { file throws(SystemError) in try Descriptor.write(bytes, to: file) }
  }

  /// Creates a new file, and closes it after writing.
  ///
  /// - Parameter write: writes to the open descriptor.
  package static func write(
    to path: String, _ write: (_ descriptor: Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(errno, "open", path: path) }
    do throws(SystemError) {
      try write(file)
    } catch {
      close(file)
      throw error
    }
    // Network file systems report a full disk only on close.
    guard close(file) == 0 else { throw SystemError(errno, "close", path: path) }
  }
}
