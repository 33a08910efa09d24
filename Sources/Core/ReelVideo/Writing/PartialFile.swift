import ReelFiles
import ReelPlatform

/// The file in which a movie grows, beside its final path.
///
/// It is created exclusively: two writers to one target never share it. The file of a dead recording is never
/// overwritten while it holds a picture, because that may be all that is left of the recording. An advisory lock,
/// which ends with the process, distinguishes running recordings from dead ones. The file is written through
/// `descriptor`, so moving it does no harm.
package final class PartialFile: FragmentSink {
  /// The file of the movie.
  let output: OutputFile
  /// The growing file: `NAME.partial.mp4`, or `NAME.mov.partial.mp4` if the target does not end in `.mp4`.
  let path: String
  /// The open file, for writing; one of another recording is only read.
  let descriptor: Int32
  /// The number of bytes in complete fragments.
  private(set) var byteCount: Int
  let outlivesProcess = true
  /// Whether every fragment is synced to disk.
  private let isDurable: Bool
  /// Whether another recording made the file.
  private let isAdopted: Bool

  /// The ending of these files' names.
  static let ending = ".partial.mp4"

  /// Creates the file, or takes over an unlocked one whose content also exists elsewhere.
  ///
  /// - Parameter container: The movie's container.
  init(beside output: OutputFile, container: MediaContainer, isDurable: Bool = false) throws(OutputError) {
    self.output = output
    self.isDurable = isDurable
    isAdopted = false
    byteCount = 0
    path = Self.path(beside: output)
    // Last: from here on `deinit` runs, and it may remove the file only if this object owns it.
    descriptor = try Self.openExclusively(path, for: output, container)
    // Syncs the file's entry in its folder.
    if isDurable { OutputFile.synchronizeFolder(of: path) }
  }

  /// Takes over the file of a dead recording, to finish it.
  ///
  /// - Throws: `OutputError.inUse` while the recording is running, `cannotCreate` if it is not a readable file.
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

  /// Returns the path of the file in which a movie grows.
  static func path(beside output: OutputFile) -> String {
    let name = output.name
    return output.sibling("", name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name, ending)
  }

  /// Rejects a movie path that another recording will write: a running one, or a dead one whose film can still be
  /// finished.
  ///
  /// For writers that grow elsewhere, and would otherwise take the name reserved for that recording.
  package static func requireNone(beside output: OutputFile) throws(OutputError) {
    let path = path(beside: output)
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { release(file) }
    guard flock(file, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .inUse(path: output.givenPath) }
    if plays(file, path) { throw .leftover(path: path) }
  }

  /// Whether the file is still at its path, and has not been moved, removed or replaced.
  var isInPlace: Bool { Self.isSame(descriptor, path) }

  /// Whether the file still has its written length, and has not been truncated or extended.
  private var isIntact: Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || Int(status.st_size) == byteCount
  }

  /// Whether the file may hold something worth keeping: a playable picture, or somebody else's changes.
  var isWorthKeeping: Bool {
    var status = stat()
    guard isInPlace, fstat(descriptor, &status) == 0, status.st_size > 0 else { return false }
    return !isIntact || plays
  }

  /// Whether the file has a playable picture, or may have one after a damaged place.
  var plays: Bool { isInPlace && Self.plays(descriptor, path) }

  /// Removes the file, unless another file has taken its name.
  func remove() {
    if isInPlace { unlink(path) }
  }

  /// Makes the finished movie from this file with `write`, reads it back, moves it to its path, and removes this
  /// file.
  ///
  /// - Parameters:
  ///   - container: The movie's container.
  ///   - limit: The maximum size of the movie in bytes; nil for any size. A larger one never gets the path.
  ///   - write: Makes the movie, and returns its expected contents.
  /// - Returns: The size of the movie in bytes.
  /// - Throws: `MovieError.filmIncomplete` for a movie that lacks something, `OutputError` for one that can't be
  ///   written; this file then stays.
  func finish(
    as container: MediaContainer, removesPartial: Bool = true, limit: Int? = nil,
    write: (_ source: String, _ path: String) throws(FFmpegError) -> FilmInventory
  ) throws -> Int {
    guard isInPlace else {
      throw OutputError.writeFailed(
        path: output.givenPath, bytesWritten: byteCount, reason: movedAway)
    }
    guard isIntact else { throw failure(changed) }
    let size: Int
    do {
      let draft = try OutputDraft(for: output)
      let shortage: String?
      do throws(FFmpegError) {
        let copied = try write(path, draft.path)
        do throws(FFmpegError) {
          shortage = try FilmInventory(path: draft.path, container: container).shortage(of: copied)
        } catch {
          guard error.code == .invalidData else { throw error }
          shortage = "a part of its pictures"
        }
      } catch {
        throw draft.failure(error)
      }
      if let shortage {
        throw MovieError.filmIncomplete(path: output.givenPath, holds: shortage, partialPath: path)
      }
      var status = stat()
      if let limit, stat(draft.path, &status) == 0, Int(status.st_size) > limit {
        throw OutputError.tooLarge(path: output.givenPath, byteCount: Int(status.st_size), limit: limit)
      }
      // Uses the permissions of the partial file, or of the film that is replaced.
      if fstat(descriptor, &status) == 0 { chmod(draft.path, status.st_mode & 0o777) }
      size = try draft.commit()
    } catch OutputError.cannotCreate(_, let reason) {
      // The work is done; a folder that cannot be created now loses as much as a failed write.
      throw failure(reason)
    }
    if removesPartial { remove() }
    return size
  }

  /// Appends a fragment so that a torn one does no harm.
  ///
  /// FFmpeg reads nothing of a movie in which a `moof` box is truncated. So the box's type is `free` at first, which
  /// every reader skips, and becomes `moof` once the whole fragment is in the file. A fragment that could not be
  /// written is removed.
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
  private var changed: String { "\(path) was truncated or changed by another program while it was written" }

  private static func plays(_ file: Int32, _ path: String) -> Bool {
    // FFmpeg reads nothing of a movie that ends within a `moof`, as a power failure can leave it.
    let index = FragmentIndex(of: file)
    return index.isDamaged || plays(path, upTo: index.end) || index.end != nil && plays(path, upTo: nil)
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
    // Uses the permissions of the file that will be replaced, and is always writable.
    let bits = output.permissions.map { $0 & 0o666 | 0o600 }
    var file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, bits ?? 0o666)
    let isNew = file >= 0
    // Planted links are not followed, and pipes do not block the writer.
    if !isNew, errno == EEXIST { file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else {
      let number = errno
      var status = stat()
      throw lstat(path, &status) == 0
        ? foreign(path) : .cannotCreate(path: path, reason: SystemError(number, "open").reason)
    }
    do throws(OutputError) {
      // Some file systems have no locks: there, only the creator of the file continues.
      let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
      if !isLocked, errno == EWOULDBLOCK { throw .inUse(path: path) }
      if !isNew {
        try takeOver(file, path, for: output, container, isLocked: isLocked)
        if let bits { fchmod(file, bits) }
      }
      var (own, there) = (stat(), stat())
      guard fstat(file, &own) == 0, lstat(path, &there) == 0 || errno == ENOENT else {
        let reason = SystemError(errno, "lstat").reason
        // It was just created, and is empty.
        if isNew { unlink(path) }
        throw OutputError.cannotCreate(path: path, reason: reason)
      }
      // The previous owner may have removed it between opening and locking.
      guard own.st_ino == there.st_ino, own.st_dev == there.st_dev else { throw OutputError.inUse(path: path) }
      return file
    } catch {
      release(file)
      throw error
    }
  }

  /// Closes a file and drops its lock; otherwise, a child process that is just starting would hold the lock until it
  /// calls exec.
  private static func release(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  /// Truncates a file that a recording left before it wrote a picture, or after its film was complete; rejects any
  /// other.
  private static func takeOver(
    _ file: Int32, _ path: String, for output: OutputFile, _ container: MediaContainer, isLocked: Bool
  ) throws(OutputError) {
    var status = stat()
    let isOwnFile =
      fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_nlink == 1
    guard isOwnFile, status.st_size == 0 || MovieBoxes.hasFragmentedHeader(file) else { throw foreign(path) }
    let isLeftover = status.st_size > 0 && plays(file, path) && !isFinished(file, path, at: output, container)
    guard isLocked, isSame(file, path), !isLeftover, ftruncate(file, 0) == 0 else { throw .leftover(path: path) }
  }

  /// Whether everything in a file is also in the film made from it, even after a power failure.
  private static func isFinished(
    _ file: Int32, _ path: String, at output: OutputFile, _ container: MediaContainer
  ) -> Bool {
    let index = FragmentIndex(of: file)
    guard output.permissions != nil, let end = index.end, !index.isDamaged else { return false }
    let source = Remuxer.Source(path: path, byteCount: end)
    guard (try? FilmComparison.isFinished(source, index, at: output.path, in: container)) == true,
      (try? OutputFile.synchronize(output.path)) != nil
    else { return false }
    OutputFile.synchronizeFolder(of: output.path)
    return true
  }

  private static func foreign(_ path: String) -> OutputError {
    .cannotCreate(
      path: path, reason: "it exists and is not a recording: move it away, or choose another name")
  }
}
