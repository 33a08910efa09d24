import ReelPlatform

/// The socket of an X server in the file system, which a server that was killed leaves.
struct ServerSocket: Hashable {
  private let path: String
  private let (inode, changed): (UInt64, Int64)

  /// Notes the socket of a display; nil if it has none.
  init?(ofDisplay display: String) {
    guard display.hasPrefix(":"), let number = Int(display.dropFirst()) else { return nil }
    self.init(at: "/tmp/.X11-unix/X\(number)")
  }

  private init?(at path: String) {
    self.path = path
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    #if canImport(Darwin)
      changed = Int64(status.st_ctimespec.tv_sec) * 1_000_000_000 + Int64(status.st_ctimespec.tv_nsec)
    #else
      changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    #endif
  }

  /// Removes it once its server is gone, unless another server has put its own in its place.
  func remove() {
    if Self(at: path) == self { unlink(path) }
  }
}
