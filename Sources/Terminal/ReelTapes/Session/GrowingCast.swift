import ReelFiles
import ReelPlatform
import ReelTerminal

/// The file beside the outputs that a session is saved to while it is recorded, in case the process is killed.
///
/// It is an asciicast whose last line may be incomplete. It is locked as long as its owner lives. A file with events
/// that a process left is never overwritten.
package final class GrowingCast: Sendable {
  /// `NAME.partial.cast`, or `NAME.mp4.partial.cast` beside an output that is not a `.cast`.
  package let path: String
  private let descriptor: Int32

  /// The ending of these files.
  package static let ending = ".partial.cast"

  /// Creates the file beside an output, or takes over one without events.
  ///
  /// - Throws: `OutputError` if it cannot be created, is in use, or holds a session.
  package init(beside output: String) throws(OutputError) {
    let (folder, _, name) = OutputFile.split(String(output.reversed().drop { $0 == "/" }.reversed()))
    let stem = name.hasSuffix(".cast") ? String(name.dropLast(5)) : name
    path = folder + OutputFile.fittingName("", stem, Self.ending)
    descriptor = try Self.open(path)
  }

  deinit {
    // A child that is just starting would keep the lock otherwise.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Appends complete lines.
  func append(_ lines: String) throws(SystemError) { try Descriptor.write(Array(lines.utf8), to: descriptor) }

  /// Removes the file, once the session is saved elsewhere.
  package func remove() { if Self.isSame(descriptor, path) { unlink(path) } }

  /// Locks a file that a process left.
  ///
  /// - Throws: `OutputError.inUse` while a session is recorded into it.
  package init(adopting path: String) throws(OutputError) {
    self.path = path
    let file = Self.open(path, O_RDWR)
    guard file >= 0 else { throw .cannotCreate(path: path, reason: SystemError(errno, "open").reason) }
    descriptor = file
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(path: path) }
  }

  private static func open(_ path: String) throws(OutputError) -> Int32 {
    var file = open(path, O_RDWR | O_CREAT | O_EXCL)
    let isNew = file >= 0
    if !isNew, errno == EEXIST { file = open(path, O_RDWR) }
    guard file >= 0 else {
      let reason = SystemError(errno, "open").reason
      throw .cannotCreate(path: path, reason: reason)
    }
    do throws(OutputError) {
      let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
      let isBusy = !isLocked && errno == EWOULDBLOCK
      // Its last owner may have removed it between opening and locking.
      guard !isBusy, isSame(file, path) else { throw .inUse(path: path) }
      if isNew { return file }
      guard isOwn(file), let bytes = try? BoundedFile.read(path, limit: Cast.longest) else { throw foreign(path) }
      guard bytes.isEmpty || Cast.recognizes(bytes) else { throw foreign(path) }
      if !bytes.isEmpty, (try? Cast(bytes))?.events.isEmpty != true { throw .leftover(path: path) }
      guard isLocked, ftruncate(file, 0) == 0 else { throw .leftover(path: path) }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Opens a file for appending, without following links or blocking on pipes.
  private static func open(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    #elseif canImport(Musl)
      Musl.open(path, flags | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    #else
      Glibc.open(path, flags | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    #endif
  }

  private static func foreign(_ path: String) -> OutputError {
    .cannotCreate(path: path, reason: "it exists and is not a recording: move it away, or choose another name")
  }

  private static func isOwn(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_nlink == 1
  }

  private static func isSame(_ file: Int32, _ path: String) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(file, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }
}
