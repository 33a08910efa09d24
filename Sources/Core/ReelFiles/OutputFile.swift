import ReelPlatform

/// An output file, checked before any work is done for it.
///
/// Paths are used byte for byte: nothing is expanded, and `..` is left to the system. Links are followed, so their target is written and
/// the link stays.
package struct OutputFile: Sendable {
  /// The maximum length of a file name, in bytes, on every file system in use.
  package static let longestName = 255

  /// The path as given, for messages.
  package let givenPath: String
  /// The path that is written, after following links.
  package let path: String
  /// Whether an existing file may be replaced.
  package let replacing: ReplacementPolicy
  /// The permissions of the replaced file, which the new one inherits.
  package let permissions: mode_t?

  /// Checks a path; nothing is created.
  package init(path given: String, replacing: ReplacementPolicy) throws(OutputError) {
    guard !given.isEmpty, !given.utf8.contains(0) else {
      throw .cannotCreate(path: given, reason: "it is not the name of a file: choose another name")
    }
    givenPath = given
    path = try Self.followLinks(given)
    if path.hasSuffix("/") { throw .isFolder(path: given) }
    if Self.isPartialName(given) || Self.isPartialName(path) { throw .namedAsPartial(path: given) }
    self.replacing = replacing
    try Self.checkFolder(Self.split(path).folder, of: given)
    var status = stat()
    if lstat(path, &status) == 0 {
      if let kind = Self.kind(of: status) {
        throw kind == Self.folderKind ? .isFolder(path: given) : .isNoFile(path: given, kind: kind)
      }
      permissions = status.st_mode & 0o777
      if replacing != .never { try Self.checkReplaceable(path, status.st_mode, as: given, replacing) }
    } else if errno == ENOENT {
      permissions = nil
    } else {
      throw .cannotCreate(path: given, reason: SystemError(errno, "lstat").reason)
    }
    // A dangling link exists too.
    if replacing == .never, lstat(given, &status) == 0 { throw .alreadyExists(path: given) }
  }

  /// Refuses to replace a file that is not JSON of a kind, unless anything may be replaced.
  ///
  /// An empty file may be replaced.
  package func requireKind(_ kind: String, containing mark: String) throws(OutputError) {
    guard replacing != .always, permissions != nil else { return }
    let start = BoundedFile.beginning(of: path, count: 4096)
    if let start, start.isEmpty || start.first == UInt8(ascii: "{") && start.firstRange(of: Array(mark.utf8)) != nil {
      return
    }
    throw .cannotCreate(
      path: givenPath, reason: "it exists and is not a \(kind): choose another name, or give --force to replace it")
  }

  /// Refuses to replace a text file that does not begin like its kind, unless anything may be replaced.
  ///
  /// An empty file may be replaced.
  package func requireKind(_ kind: String, beginning: String) throws(OutputError) {
    guard replacing != .always, permissions != nil else { return }
    if let start = BoundedFile.beginning(of: path, count: beginning.utf8.count),
      start.isEmpty || start == Array(beginning.utf8)
    {
      return
    }
    throw .cannotCreate(
      path: givenPath, reason: "it exists and is not a \(kind): choose another name, or give --force to replace it")
  }

  /// Whether a path ends in `.partial.` and an extension, like a film in progress; such a path is not a valid output.
  package static func isPartialName(_ path: String) -> Bool {
    let words = split(path).name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    // A film needs a name before `.partial`.
    return words.count >= 3 && words[words.count - 2] == "partial"
  }

  /// Checks that a file is not write-protected and not being written.
  private static func checkReplaceable(
    _ path: String, _ mode: mode_t, as given: String, _ replacing: ReplacementPolicy
  ) throws(OutputError) {
    // Root may write any file; the permission bits show the intent.
    if replacing != .always, mode & 0o222 == 0 || access(path, W_OK) != 0 { throw .writeProtected(path: given) }
    // A recording locks the file it writes, even if the file was moved.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    guard flock(file, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .inUse(path: given) }
    flock(file, LOCK_UN)
  }

  /// Checks that a folder exists and is writable.
  package static func checkFolder(_ folder: String, of path: String) throws(OutputError) {
    var status = stat()
    guard stat(folder, &status) == 0 else {
      throw errno == ENOENT
        ? .folderMissing(path: folder) : .cannotCreate(path: path, reason: SystemError(errno, "stat").reason)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotCreate(path: path, reason: "\(folder) is not a folder: choose another name")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .cannotCreate(path: path, reason: SystemError(errno, "access").reason)
    }
  }

  /// Checks that a stream is open for writing.
  package static func checkStream(_ descriptor: Int32) throws(OutputError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw .cannotCreate(path: "standard output", reason: "it is closed: redirect it to a file or a program")
    }
  }

  /// The kind of thing at a path that is not a file: "a folder", "a pipe", "a socket" or "a device"; nil for anything else.
  package static func kind(at path: String) -> String? {
    var status = stat()
    return stat(path, &status) == 0 ? kind(of: status) : nil
  }

  package static let folderKind = "a folder"
  package static let pipeKind = "a pipe"

  /// Whether anything exists at a path, even a dangling link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path certainly holds nothing; something may be there if the system refuses to look.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  /// Returns the path of another file in the same folder.
  ///
  /// - Parameters:
  ///   - stem: the text between `prefix` and `suffix`; it is shortened if the name would be too long.
  package func sibling(_ prefix: String, _ stem: String, _ suffix: String) -> String {
    Self.split(path).prefix + Self.fittingName(prefix, stem, suffix)
  }

  /// Returns a name of three parts; the middle one is shortened if the name would be too long.
  package static func fittingName(_ prefix: String, _ stem: String, _ suffix: String) -> String {
    var stem = stem
    while !stem.isEmpty, prefix.utf8.count + stem.utf8.count + suffix.utf8.count > longestName { stem.removeLast() }
    return prefix + stem + suffix
  }

  /// Splits a path after its last slash.
  ///
  /// - Returns: The text before the name, which is empty or ends in a slash; the folder for system calls; the name.
  package static func split(_ path: String) -> (prefix: String, folder: String, name: String) {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
    let prefix = String(path[..<start])
    return (prefix, prefix.isEmpty ? "." : prefix, String(path[start...]))
  }

  /// The file's name without its folder.
  package var name: String { Self.split(path).name }

  private static func kind(of status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: nil
    case S_IFDIR: folderKind
    case S_IFIFO: pipeKind
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Follows links by hand, because `realpath` requires the file to exist.
  package static func followLinks(_ given: String) throws(OutputError) -> String {
    var path = given
    // Linux's limit.
    for _ in 0..<40 {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &bytes, bytes.count)
      guard count > 0, let text = String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      else {
        throw .cannotCreate(path: given, reason: "the link \(path) can't be followed: choose another name")
      }
      path = text.hasPrefix("/") ? text : split(path).prefix + text
    }
    throw .cannotCreate(path: given, reason: SystemError(ELOOP, "lstat").reason)
  }
}
