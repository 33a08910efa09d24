import ReelPlatform

/// The free space on a disk.
package enum DiskSpace {
  /// Returns the number of bytes that the user may still write at a file's path; nil if unknown.
  ///
  /// The corresponding C function is `statvfs`.
  package static func free(at path: String) -> Int? { free(inFolder: OutputFile.split(path).folder) }

  /// Returns the number of bytes that the user may still write in a folder; nil if unknown.
  package static func free(inFolder folder: String) -> Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = UInt(status.f_bavail).multipliedReportingOverflow(by: UInt(status.f_frsize))
    return isTooMuch ? Int.max : Int(clamping: bytes)
  }
}
