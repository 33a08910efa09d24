#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The room on a disk.
package enum DiskSpace {
  /// Returns the bytes that the user may still write where a file is or will be; nil where the system does not tell.
  ///
  /// The corresponding C function is `statvfs`.
  package static func free(at path: String) -> Int? { free(inFolder: OutputFile.split(path).folder) }

  /// Returns the bytes that the user may still write in a folder; nil where the system does not tell.
  package static func free(inFolder folder: String) -> Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = UInt(status.f_bavail).multipliedReportingOverflow(by: UInt(status.f_frsize))
    return isTooMuch ? Int.max : Int(clamping: bytes)
  }
}
