import ReelPlatform

/// Lists folders completely or fails.
///
/// Foundation mistakes a read error for the end of a folder.
package enum FolderNames {
  /// Returns the names of all entries in a folder, including hidden ones, in no particular order.
  ///
  /// - Throws: `BoundedFile.Failure` with the system's error.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  package static func read(_ folder: String) throws(BoundedFile.Failure) -> [String] {
    guard let stream = opendir(folder) else { throw .unopened(SystemError(errno, "opendir").message) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // A record is as long as its name requires, and can be shorter than the struct.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
      let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw .unread(SystemError(errno, "readdir").message) }
    return names
  }
}
