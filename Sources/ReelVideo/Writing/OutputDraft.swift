#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file in the making, in a folder of its own that is closed to others, so that nobody can plant a link where it will be.
///
/// `settle` puts it in its place; without that, nothing is left of it when the draft is gone.
package final class OutputDraft {
  /// The place where the file will stand.
  package let place: OutputPlace
  /// Where the file is to be made.
  package let path: String

  /// The closed folder, for works that make more than one file.
  let folder: String

  /// Makes the closed folder beside the place.
  ///
  /// - Parameter isHeld: Whether no other writer to this place can be at work, so that the folder that one left when it died
  ///   may be used again.
  package init(for place: OutputPlace, isHeld: Bool = false) throws(OutputError) {
    self.place = place
    folder = try place.privateFolder(isHeld: isHeld)
    path = folder + "/whole"
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }

  /// Puts the file in its place: at every moment that is what it was before or the whole file, also when the machine loses
  /// power.
  ///
  /// - Returns: The size of the file in bytes.
  @discardableResult
  package func settle() throws(OutputError) -> Int {
    let size: Int
    do throws(FFmpegError) {
      if let permissions = place.permissions { chmod(path, permissions) }
      size = try OutputPlace.synchronize(path)
      try place.move(path)
    } catch {
      throw failure(error)
    }
    OutputPlace.synchronizeFolder(of: place.path)
    return size
  }

  /// Returns what a failure of a write or of `settle` means for the file.
  package func failure(_ error: FFmpegError) -> OutputError {
    if error.code == .systemError(EEXIST), error.operation == "link" { return .alreadyExists(path: place.givenPath) }
    var status = stat()
    let byteCount = lstat(path, &status) == 0 ? Int(status.st_size) : 0
    return .writeFailed(
      path: place.givenPath, bytesWritten: byteCount, reason: OutputError.reason(of: error),
      freeBytes: DiskSpace.free(at: place.path))
  }
}
