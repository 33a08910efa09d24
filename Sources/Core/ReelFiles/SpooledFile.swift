import ReelPlatform

/// A file without a name, for packets on their way from a job to the film; it disappears with the process.
package final class SpooledFile: Sendable {
  /// The open file.
  package let descriptor: Int32

  /// Opens a new file on the disk of a folder.
  ///
  /// - Throws: `SystemError` if the file can't be created in the folder.
  package init(inFolder folder: String) throws(SystemError) {
    #if os(Linux)
      // The file never has a name, so it can't be left behind. Some file systems, such as NFS, don't support this.
      let nameless = open(folder, Self.withoutName | O_RDWR | O_CLOEXEC, 0o600)
      if nameless >= 0 {
        descriptor = nameless
        return
      }
    #endif
    // `mkstemp` replaces the six X with characters that make the name unique.
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
    /// `O_TMPFILE`, a macro of several parts, which Swift does not import.
    private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY
  #endif
}
