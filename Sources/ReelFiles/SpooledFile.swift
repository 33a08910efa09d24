#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file without a name, for packets on their way from one job to the film: it is gone with the process.
package final class SpooledFile: Sendable {
  /// The open file.
  package let descriptor: Int32

  /// Opens a new file on the disk of a folder.
  ///
  /// - Throws: `SystemError` where the folder does not take one.
  package init(inFolder folder: String) throws(SystemError) {
    // `mkstemp` replaces the six X by characters that make the name unique.
    let template = (folder.hasSuffix("/") ? folder : folder + "/") + ".reel-segment.XXXXXX"
    var bytes = Array(template.utf8CString)
    let file = mkstemp(&bytes)
    guard file >= 0 else { throw SystemError(errno, "mkstemp", path: folder) }
    unlink(bytes)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    descriptor = file
  }

  deinit { close(descriptor) }
}
