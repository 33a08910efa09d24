import ReelFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file in which a movie grows, beside its name when it is complete.
///
/// It is made exclusively: two writers to one target never share it, and the file of a recording that died is never
/// overwritten while it holds a picture, as it may be all that is left of it. An advisory lock, which the system drops
/// with the process, tells the two apart. The file is written through `descriptor`, so that what stands at its path does
/// not matter.
final class PartialFile: FragmentSink {
  /// The file of the movie.
  let output: OutputFile
  /// The growing file: `NAME.partial.mp4`, or `NAME.mov.partial.mp4` where the target does not end in `.mp4`.
  let path: String
  /// The file, open for writing; one of another recording is only read.
  let descriptor: Int32
  /// The bytes of whole fragments that the file holds.
  private(set) var byteCount: Int
  let outlivesProcess = true
  /// Whether every fragment waits until it is on the disk.
  private let isDurable: Bool
  /// Whether another recording made the file.
  private let isAdopted: Bool

  /// The ending of the names of these files.
  static let ending = ".partial.mp4"

  /// Makes the file, or takes over one that nobody holds, and that has nothing in it that is not also elsewhere.
  ///
  /// - Parameter container: that of the movie.
  init(beside output: OutputFile, container: MediaContainer, isDurable: Bool = false) throws(OutputError) {
    self.output = output
    self.isDurable = isDurable
    isAdopted = false
    byteCount = 0
    path = Self.path(beside: output)
    // Last: from here on `deinit` runs, and it may remove the file only when it is this object's own.
    descriptor = try Self.openExclusively(path, for: output, container)
    // Its name is in the folder.
    if isDurable { OutputFile.synchronizeFolder(of: path) }
  }

  /// Takes over the file that a recording has left, to finish it.
  ///
  /// - Throws: `OutputError.inUse` while the recording is at work, `cannotCreate` where it is no file that can be read.
  init(adopting path: String, for output: OutputFile) throws(OutputError) {
    self.output = output
    self.path = path
    isDurable = false
    isAdopted = true
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .cannotCreate(path: path, reason: SystemError(errno, "open").reason) }
    var status = stat()
    let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    guard isLocked, fstat(file, &status) == 0 else {
      close(file)
      throw .inUse(path: path)
    }
    byteCount = Int(status.st_size)
    descriptor = file
  }

  deinit {
    // A recording that was dropped before it wrote anything leaves nothing to save.
    if byteCount == 0, !isAdopted, isIntact { remove() }
    Self.release(descriptor)
  }

  /// The path of the file in which a movie grows.
  static func path(beside output: OutputFile) -> String {
    let name = output.name
    return output.sibling("", name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name, ending)
  }

  /// Refuses a movie whose path a recording is bound for: one that is at work, or one that died and left a film to finish.
  ///
  /// For writers that grow elsewhere, and would give their movie a name that a recording was promised.
  static func requireNone(beside output: OutputFile) throws(OutputError) {
    let path = path(beside: output)
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { release(file) }
    guard flock(file, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .inUse(path: output.givenPath) }
    if plays(file, path) { throw .leftover(path: path) }
  }

  /// Whether the file still stands at its path, and nobody has moved, removed or replaced it.
  var isInPlace: Bool { Self.isSame(descriptor, path) }

  /// Whether the file has the length that was written: nobody has cut it short or added to it.
  private var isIntact: Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || Int(status.st_size) == byteCount
  }

  /// Whether the file may hold something that is worth keeping: a picture that can be shown, or what somebody else made of it.
  var isWorthKeeping: Bool {
    var status = stat()
    guard isInPlace, fstat(descriptor, &status) == 0, status.st_size > 0 else { return false }
    return !isIntact || plays
  }

  /// Whether there is a picture in the file that can be shown.
  var plays: Bool { isInPlace && Self.plays(descriptor, path) }

  /// Removes the file; one that somebody else has given its name stays.
  func remove() {
    if isInPlace { unlink(path) }
  }

  /// Puts the finished movie, which `write` makes from this file, where it belongs, and removes this file.
  ///
  /// - Returns: The size of the movie in bytes.
  func finish(
    removesPartial: Bool = true, write: (_ source: String, _ path: String) throws(FFmpegError) -> Void
  ) throws(OutputError) -> Int {
    guard isInPlace else {
      throw .writeFailed(
        path: output.givenPath, bytesWritten: byteCount, reason: movedAway)
    }
    guard isIntact else { throw failure(changed) }
    let size: Int
    do throws(OutputError) {
      let draft = try OutputDraft(for: output)
      do throws(FFmpegError) { try write(path, draft.path) } catch { throw draft.failure(error) }
      // As open to others as what was recorded; where a film is replaced, as that was.
      var status = stat()
      if fstat(descriptor, &status) == 0 { chmod(draft.path, status.st_mode & 0o777) }
      size = try draft.settle()
    } catch {
      // The work is done; a folder that cannot be made now loses as much as a write that fails.
      if case .cannotCreate(_, let reason) = error { throw failure(reason) }
      throw error
    }
    if removesPartial { remove() }
    return size
  }

  /// Adds a fragment so that one that is torn does no harm.
  ///
  /// FFmpeg reads nothing of a movie in which a `moof` box is cut short. So its type is `free` at first, which every
  /// reader skips, and becomes `moof` when the whole fragment is in the file. A fragment that could not be written is
  /// taken back.
  func append(_ boxes: [UInt8]) throws(OutputError) {
    if boxes.isEmpty { return }
    guard isInPlace else { throw failure(movedAway) }
    guard isIntact else { throw failure(changed) }
    do throws(SystemError) {
      if let type = MovieBoxes.typeOffset(ofFirst: "moof", in: boxes) {
        var hidden = boxes
        hidden.replaceSubrange(type..<type + 4, with: "free".utf8)
        try Descriptor.write(hidden, to: descriptor, at: byteCount)
        if isDurable { try Descriptor.synchronize(descriptor) }
        try Descriptor.write(Array("moof".utf8), to: descriptor, at: byteCount + type)
      } else {
        try Descriptor.write(boxes, to: descriptor, at: byteCount)
      }
      if isDurable { try Descriptor.synchronize(descriptor) }
    } catch {
      ftruncate(descriptor, off_t(byteCount))
      throw failure(error.reason)
    }
    byteCount += boxes.count
  }

  private func failure(_ reason: String) -> OutputError {
    .writeFailed(
      path: output.givenPath, bytesWritten: byteCount, reason: reason, freeBytes: DiskSpace.free(at: path))
  }

  private var movedAway: String { "\(path) was moved or removed while it was written" }
  private var changed: String { "\(path) was cut short or changed by another program while it was written" }

  private static func plays(_ file: Int32, _ path: String) -> Bool {
    // FFmpeg reads nothing of a movie that ends within a `moof`, as a loss of power can leave it.
    let end = MovieBoxes.wholeFragments(of: file)
    return plays(path, upTo: end) || end != nil && plays(path, upTo: nil)
  }

  private static func plays(_ path: String, upTo end: Int?) -> Bool {
    guard let reader = try? MovieReader(path: path, byteCount: end) else { return false }
    return (try? reader.nextFrame()) != nil
  }

  private static func isSame(_ file: Int32, _ path: String) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(file, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }

  private static func openExclusively(
    _ path: String, for output: OutputFile, _ container: MediaContainer
  ) throws(OutputError) -> Int32 {
    // As open to others as the file that will be replaced, and always writable.
    let bits = output.permissions.map { $0 & 0o666 | 0o600 }
    var file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, bits ?? 0o666)
    let isNew = file >= 0
    // Planted links are not followed, and pipes do not make the writer wait.
    if !isNew, errno == EEXIST { file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else {
      let number = errno
      var status = stat()
      throw lstat(path, &status) == 0
        ? foreign(path) : .cannotCreate(path: path, reason: SystemError(number, "open").reason)
    }
    do throws(OutputError) {
      // Some file systems know no locks: there, only the one who made the file goes on.
      let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
      if !isLocked, errno == EWOULDBLOCK { throw .inUse(path: path) }
      if !isNew {
        try takeOver(file, path, for: output, container, isLocked: isLocked)
        if let bits { fchmod(file, bits) }
      }
      var (own, there) = (stat(), stat())
      guard fstat(file, &own) == 0, lstat(path, &there) == 0 || errno == ENOENT else {
        let reason = SystemError(errno, "lstat").reason
        // It was made a moment ago, and is empty.
        if isNew { unlink(path) }
        throw OutputError.cannotCreate(path: path, reason: reason)
      }
      // The one before may have removed it between the opening and the lock.
      guard own.st_ino == there.st_ino, own.st_dev == there.st_dev else { throw OutputError.inUse(path: path) }
      return file
    } catch {
      release(file)
      throw error
    }
  }

  /// Closes a file and drops its lock, which a child of this process that is just being started would otherwise hold until it
  /// becomes another program.
  private static func release(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  /// Empties a file that a recording left before it had written a picture, or when its film was complete; refuses any
  /// other.
  private static func takeOver(
    _ file: Int32, _ path: String, for output: OutputFile, _ container: MediaContainer, isLocked: Bool
  ) throws(OutputError) {
    var status = stat()
    let isOwnFile =
      fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_nlink == 1
    guard isOwnFile, status.st_size == 0 || MovieBoxes.beginsAsOurs(file) else { throw foreign(path) }
    let isLeftover = status.st_size > 0 && plays(file, path) && !isFinished(file, path, at: output, container)
    guard isLocked, isSame(file, path), !isLeftover, ftruncate(file, 0) == 0 else { throw .leftover(path: path) }
  }

  /// Whether all that is in a file is also in the film that was made of it, and will be after a loss of power.
  private static func isFinished(
    _ file: Int32, _ path: String, at output: OutputFile, _ container: MediaContainer
  ) -> Bool {
    guard output.permissions != nil, let end = MovieBoxes.wholeFragments(of: file) else { return false }
    let source = Remuxer.Source(path: path, byteCount: end)
    guard (try? FilmComparison.isFinished(source, at: output.path, in: container)) == true,
      (try? OutputFile.synchronize(output.path)) != nil
    else { return false }
    OutputFile.synchronizeFolder(of: output.path)
    return true
  }

  private static func foreign(_ path: String) -> OutputError {
    .cannotCreate(
      path: path, reason: "something that is no recording is in the way: move it away, or choose another name")
  }
}
