import ReelPlatform

/// Identifies a file, so that paths can be compared across links, `..` and other spellings, even before the file exists.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  /// The names from the existing folder to a file that does not exist yet.
  private let rest: [String]

  /// Identifies the file at a path, or the nearest existing folder above it.
  ///
  /// - Returns: nil for a path that can't be resolved, such as a cycle of links.
  package init?(_ path: String) {
    guard !path.isEmpty, var path = try? OutputFile.followLinks(path) else { return nil }
    var rest: [String] = []
    var status = stat()
    while stat(path, &status) != 0 {
      while path.hasSuffix("/") { path.removeLast() }
      let (_, folder, name) = OutputFile.split(path)
      guard !name.isEmpty else { return nil }
      rest.insert(name, at: 0)
      path = folder
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    self.rest = rest
  }
}
