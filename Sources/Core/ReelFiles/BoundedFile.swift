import ReelPlatform

/// Reads untrusted files piece by piece, up to a limit, because a pipe has no known length and a device may never end.
package enum BoundedFile {
  /// The reason why a file was not read.
  package enum Failure: Error, Equatable {
    /// It can't be opened; the value is the system's error.
    case unopened(String)
    /// It can't be read; the value is the system's error.
    case unread(String)
    /// It has more bytes than the limit.
    case tooLong
  }

  /// Returns all bytes of a file or pipe.
  ///
  /// - Parameter limit: the maximum number of bytes.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    var status = stat()
    // A file's length is known before memory is allocated, a pipe's is not.
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > limit { throw .tooLong }
    let bytes = try begin(path, limit: limit)
    guard bytes.count <= limit else { throw .tooLong }
    return bytes
  }

  /// Returns the bytes in a range of a file; fewer, or none, if the file is shorter.
  ///
  /// The range may come from an untrusted file: memory is allocated only for bytes that exist.
  package static func read(_ path: String, range: Range<Int>) throws(Failure) -> [UInt8] {
    let file = try open(path)
    defer { fclose(file) }
    guard fseeko(file, off_t(range.lowerBound), SEEK_SET) == 0 else {
      throw .unread(SystemError(errno, "fseeko").message)
    }
    return Array(try read(file, limit: range.count).prefix(range.count))
  }

  /// Returns the first bytes of a file or pipe, or all if it has fewer; nil if it can't be read.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    (try? begin(path, limit: count)).map { Array($0.prefix(count)) }
  }

  /// Whether a path names a stream that the process inherited, such as `/dev/stdin`, which is read as data arrives.
  package static func isStream(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }

  /// Opens a file without blocking; the caller closes it.
  ///
  /// Pipes and devices are refused, because they might never answer.
  package static func open(_ path: String) throws(Failure) -> UnsafeMutablePointer<FILE> {
    let descriptor = systemOpen(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unopened(SystemError(errno, "open").message) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isFile || isStream(path), let file = fdopen(descriptor, "rb") else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      close(descriptor)
      throw .unopened(isFolder ? SystemError(EISDIR, "open").message : "it is a pipe or a device, not a file")
    }
    // Reads block again, for data that arrives late.
    if !isFile { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    return file
  }

  /// Reads to the end of a file, or until it exceeds the limit.
  private static func begin(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = try open(path)
    defer { fclose(file) }
    return try read(file, limit: limit)
  }

  /// Continues reading, to the end or until the limit is exceeded.
  private static func read(_ file: UnsafeMutablePointer<FILE>, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    guard ferror(file) == 0 else { throw .unread(SystemError(errno, "fread").message) }
    return bytes
  }
}

/// The system's `open`, which the function above shadows.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
