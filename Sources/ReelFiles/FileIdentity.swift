#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tells whether two paths name one file, also through links, `..` and other spellings, and before the file is there.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  /// The names that lead from there to a file that is not there yet.
  private let rest: [String]

  /// Looks at the file at a path, or at the nearest folder above it that is there.
  ///
  /// - Returns: nil for a path that leads nowhere, such as links in a circle.
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
