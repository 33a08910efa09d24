#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension OutputFile {
  /// Writes bytes, as `put(write:)` does.
  @discardableResult
  package func put(_ bytes: [UInt8]) throws(OutputError) -> Int {
    try put { path throws(SystemError) in try Self.write(bytes, to: path) }
  }

  /// Gives the file that `write` makes, at the path it is handed, the name of this one.
  ///
  /// At every moment the name stands for what was there before or for the whole file, also when the machine loses power. The file is made
  /// in a new folder that is closed to others, so that nobody can plant a link where it will be.
  ///
  /// - Returns: The size of the file in bytes.
  func put(write: (_ path: String) throws(SystemError) -> Void) throws(OutputError) -> Int {
    let draft = try OutputDraft(for: self)
    do throws(SystemError) {
      try write(draft.path)
    } catch {
      throw draft.failure(error)
    }
    return try draft.settle()
  }

  /// Makes sure that the name of a file is on the disk: the folder holds the names.
  ///
  /// Some file systems cannot sync one; the file has its name all the same.
  package static func synchronizeFolder(of path: String) {
    _ = try? synchronize(split(path).folder)
  }

  /// Gives a file another name on the same disk, and leaves the old one where nothing may be replaced.
  ///
  /// - Throws: `EEXIST` of `link` where something is there that may not be replaced.
  package static func move(_ source: String, to path: String, replacing: Bool) throws(SystemError) {
    if !replacing {
      // A link fails where a file is; a rename would replace it. Where links are unknown a check must do.
      if link(source, path) == 0 { return }
      let number = errno
      var status = stat()
      if number == EEXIST || lstat(path, &status) == 0 {
        throw SystemError(EEXIST, "link", path: path)
      }
    }
    guard rename(source, path) == 0 else { throw SystemError(errno, "rename", path: source) }
  }

  /// Makes sure that a file or folder is on the disk, and returns its size.
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

  /// Writes a file that is not there yet.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try write(to: path) { file throws(SystemError) in try Descriptor.write(bytes, to: file) }
  }

  /// Makes a file that is not there yet, and closes it when it is written.
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
    // Network file systems tell of a full disk only here.
    guard close(file) == 0 else { throw SystemError(errno, "close", path: path) }
  }
}
