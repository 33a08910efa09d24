import ReelFiles
import ReelPlatform

/// The file of a session being drawn.
///
/// Lines are appended atomically.
final class SessionLog {
  /// The path of the file.
  let path: String
  private var descriptor: Int32
  /// The number of bytes in complete lines.
  private var length: Int

  /// The size limit of a session for drawing, in bytes: some days of drawing.
  static let sizeLimit = 256 << 20

  /// Opens a file and locks it, so that nobody else draws in it.
  ///
  /// - Throws: `Problem` if the file is gone, in use, or can't be written.
  init(_ path: String) throws(Problem) {
    self.path = path
    descriptor = open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? Problem(404, "the session is gone: someone moved or deleted its file")
        : Problem(409, "the session can't be drawn in: \(SystemError(errno, "open").reason)")
    }
    length = 0
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Problem(409, "the session can't be drawn in: it is not a regular file")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw Problem(409, "another studio draws in this session: close it there first")
    }
    length = Int(status.st_size)
  }

  deinit { finish() }

  /// Unlocks and closes the file; harmless if called again.
  func finish() {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
    descriptor = -1
  }

  /// Whether the file still has a name.
  var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Reads the whole file, and repairs its last line: removes it if a crash left it incomplete, or adds a missing line ending.
  ///
  /// - Parameter read: converts the bytes, or throws if they are not a session.
  /// - Throws: `Problem` if the file can't be read or is not a session.
  func repair<Value>(_ read: ([UInt8]) throws -> Value) throws -> Value {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.sizeLimit)
    } catch {
      throw Problem(409, "the session can't be read: \(error.reason)")
    }
    if bytes.last == 0x0A { return try read(bytes) }
    if let value = try? read(bytes) {
      try append([0x0A])
      return value
    }
    let whole = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let value = try read(Array(bytes[..<whole]))
    guard ftruncate(descriptor, off_t(whole)) == 0 else { throw Problem(SystemError(errno, "ftruncate", path: path)) }
    length = whole
    return value
  }

  /// Appends lines, all or none.
  ///
  /// Once written, they survive even a crash of the process.
  ///
  /// - Throws: `Problem` with the status 507 if the disk is full.
  func append(_ lines: [UInt8]) throws(Problem) {
    guard length + lines.count <= Self.sizeLimit else {
      throw Problem(507, "the session has reached its maximum size: start another one")
    }
    do throws(SystemError) {
      try Descriptor.write(lines, to: descriptor)
    } catch {
      // Removes an incomplete line; if this fails too, the next start does it.
      _ = ftruncate(descriptor, off_t(length))
      throw Problem(507, "the drawing can't be saved: \(error.reason)")
    }
    length += lines.count
  }

  /// Returns a flusher of the file, to use while lines are appended.
  func flusher(_ flush: @escaping @Sendable (Int32) throws -> Void) -> SessionFlusher {
    SessionFlusher(descriptor, flush: flush)
  }

  /// Flushes the appended lines to the disk.
  func synchronize() throws(SystemError) { try Descriptor.synchronize(descriptor) }
}
