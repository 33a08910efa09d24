import ReelPlatform

/// A file's time of change, size and inode, which reveal whether it is still the same.
struct FileTime: Hashable, Sendable {
  /// The size in bytes.
  var size: Int
  /// Nanoseconds since 1970.
  var nanoseconds: Int
  /// The file's number on the disk.
  var inode: UInt64

  /// Milliseconds since 1970.
  var milliseconds: Double { (Double(nanoseconds) / 1e6).rounded() }

  /// Reads the facts of a file; nil if there is none, or it is not a regular file.
  ///
  /// Links are not followed, because they could lead out of their folder.
  ///
  /// The corresponding C function is `lstat`.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    nanoseconds = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
