import ReelPlatform

/// A file without a name, for packets on their way from one job to the film: it is gone with the process.
package final class SpooledFile: Sendable {
  /// The open file.
  package let descriptor: Int32

  /// Opens a new file on the disk of a folder.
  ///
  /// - Throws: `SystemError` where the folder does not take one.
  package init(inFolder folder: String) throws(SystemError) {
    #if os(Linux)
      // It never has a name, so nothing can be left of it. File systems that know no such files, NFS for one, refuse.
      let nameless = open(folder, Self.withoutName | O_RDWR | O_CLOEXEC, 0o600)
      if nameless >= 0 {
        descriptor = nameless
        return
      }
    #endif
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

  #if os(Linux)
    /// `O_TMPFILE`, which is a macro of several parts, so that Swift does not import it.
    private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY
  #endif
}
