#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file in which a movie grows, beside the place where it will stand.
///
/// It is made exclusively: two writers to one target never share it, and the file of a recording that died is never
/// overwritten while it holds a picture, as it may be all that is left of it. An advisory lock, which the system drops
/// with the process, tells the two apart. The file is written through `descriptor`, so that what stands at its path does
/// not matter.
final class PartialFile {
  /// The place of the movie.
  let place: OutputPlace
  /// The growing file: `NAME.partial.mp4`, or `NAME.mov.partial.mp4` where the target does not end in `.mp4`.
  let path: String
  /// The file, open for writing.
  let descriptor: Int32

  init(beside place: OutputPlace) throws(OutputError) {
    let name = place.name
    self.place = place
    path = place.sibling("", name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name, ".partial.mp4")
    // Last: from here on `deinit` runs, and it may remove the file only when it is this object's own.
    descriptor = try Self.openExclusively(path, permissions: place.permissions)
  }

  deinit {
    // A recording that was dropped before it wrote anything leaves nothing to save.
    if byteCount == 0 { remove() }
    close(descriptor)
  }

  /// The bytes that the file has taken.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Whether the file still stands at its path, and nobody has moved, removed or replaced it.
  var isInPlace: Bool { Self.isSame(descriptor, path) }

  /// Whether there is a picture in the file that can be shown.
  var plays: Bool { isInPlace && Self.plays(path) }

  /// Removes the file; one that somebody else has put in its place stays.
  func remove() {
    if isInPlace { unlink(path) }
  }

  /// Puts the finished movie, which `write` makes from this file, in its place, and removes this file.
  ///
  /// - Returns: The size of the movie in bytes.
  func finish(write: (_ source: String, _ path: String) throws(FFmpegError) -> Void) throws(OutputError) -> Int {
    guard isInPlace else {
      throw .writeFailed(
        path: place.givenPath, bytesWritten: byteCount, reason: "\(path) was moved or removed while it was written")
    }
    let size = try place.put(isHeld: true) { finished throws(FFmpegError) in try write(path, finished) }
    remove()
    return size
  }

  private static func plays(_ path: String) -> Bool {
    guard let reader = try? MovieReader(path: path) else { return false }
    return (try? reader.nextFrame()) != nil
  }

  private static func isSame(_ file: Int32, _ path: String) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(file, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }

  private static func openExclusively(_ path: String, permissions: mode_t?) throws(OutputError) -> Int32 {
    // As open to others as the file that will be replaced, and always writable.
    let bits = permissions.map { $0 & 0o666 | 0o600 }
    var file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, bits ?? 0o666)
    let isNew = file >= 0
    // Planted links are not followed, and pipes do not make the writer wait.
    if !isNew, errno == EEXIST { file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else {
      let number = errno
      var status = stat()
      throw lstat(path, &status) == 0
        ? foreign(path) : .cannotCreate(path: path, reason: OutputError.reason(errno: number))
    }
    do throws(OutputError) {
      // Some file systems know no locks: there, only the one who made the file goes on.
      let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
      if !isLocked, errno == EWOULDBLOCK { throw .inUse(path: path) }
      if !isNew {
        try takeOver(file, path, isLocked: isLocked)
        if let bits { fchmod(file, bits) }
      }
      // The one before may have removed it between the opening and the lock.
      if !isSame(file, path) { throw .inUse(path: path) }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Empties a file that a recording left before it had written a picture; refuses any other.
  private static func takeOver(_ file: Int32, _ path: String, isLocked: Bool) throws(OutputError) {
    var status = stat()
    let isOwnFile =
      fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_nlink == 1
    guard isOwnFile, status.st_size == 0 || beginsAsOurs(file) else { throw foreign(path) }
    guard isLocked, isSame(file, path), status.st_size == 0 || !plays(path), ftruncate(file, 0) == 0 else {
      throw .leftover(path: path)
    }
  }

  /// Whether a file begins as a fragmented movie does, and goes on as one as far as it goes.
  ///
  /// Movies of other programs begin alike but go on with other boxes; there may be a way to save them.
  private static func beginsAsOurs(_ file: Int32) -> Bool {
    var head = [UInt8](repeating: 0, count: 256)
    let count = pread(file, &head, head.count, 0)
    let bytes = head.prefix(max(count, 0))
    guard count >= 8, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let next = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return count < next + 8 || bytes[(next + 4)..<(next + 8)].elementsEqual("moov".utf8)
  }

  private static func foreign(_ path: String) -> OutputError {
    .cannotCreate(
      path: path, reason: "something that is no recording is in the way: move it away, or choose another name")
  }
}
