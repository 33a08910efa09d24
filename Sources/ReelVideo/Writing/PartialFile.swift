#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
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
/// overwritten, as it may be all that is left of it. An advisory lock, which the system drops with the process, tells the
/// two apart. Only an empty file that nobody holds is taken over: its recording died before it wrote anything.
final class PartialFile {
  /// The target of the movie.
  let target: String
  /// The growing file: `NAME.partial.mp4`, or `NAME.mov.partial.mp4` where the target does not end in `.mp4`.
  let path: String
  private let folder: String
  private let finishingPath: String
  private let descriptor: Int32

  init(target url: URL, replaceExisting: Bool) throws(MovieError) {
    guard url.isFileURL else {
      throw .cannotCreate(path: url.absoluteString, reason: "only files can be written")
    }
    target = url.standardizedFileURL.path(percentEncoded: false)
    let targetURL = URL(filePath: target, directoryHint: .notDirectory)
    let name = targetURL.lastPathComponent
    folder = targetURL.deletingLastPathComponent().path(percentEncoded: false)
    let stem = name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name
    path = folder + stem + ".partial.mp4"
    // No longer than the name above: it must not be too long for the file system only at the end.
    finishingPath = folder + "." + stem + ".final.mp4"
    try Self.checkTarget(target, folder: folder, replaceExisting: replaceExisting)
    // Last: from here on `deinit` runs, and it may remove the file only when it is this object's own.
    descriptor = try Self.openExclusively(path)
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
  var isInPlace: Bool {
    var own = stat()
    var there = stat()
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }

  /// Removes the file; one that somebody else has put in its place stays.
  func remove() {
    if isInPlace { unlink(path) }
  }

  /// Puts the finished movie, which `write` makes from this file at the path it is given, in the place of the target.
  ///
  /// At every moment the target is what it was before or the whole movie, also when the machine loses power.
  ///
  /// - Returns: The size of the movie in bytes.
  func replaceTarget(
    keepExisting: Bool, write: (_ source: String, _ path: String) throws(FFmpegError) -> Void
  ) throws(FFmpegError) -> Int {
    let size: Int
    do throws(FFmpegError) {
      guard isInPlace else { throw FFmpegError(.systemError(ENOENT), operation: path) }
      try write(path, finishingPath)
      size = try synchronize(finishingPath)
      try move(finishingPath, keepExisting: keepExisting)
    } catch {
      unlink(finishingPath)
      throw error
    }
    remove()
    // The folder holds the names. Some file systems cannot sync one; the movie is in place all the same.
    _ = try? synchronize(folder)
    return size
  }

  private func move(_ source: String, keepExisting: Bool) throws(FFmpegError) {
    if keepExisting {
      // A link fails where a file is; a rename would replace it. Where links are unknown a check must do.
      if link(source, target) == 0 {
        unlink(source)
        return
      }
      let number = errno
      if number == EEXIST || access(target, F_OK) == 0 {
        throw FFmpegError(.systemError(EEXIST), operation: "link")
      }
    }
    guard rename(source, target) == 0 else { throw FFmpegError(.systemError(errno), operation: "rename") }
  }

  private func synchronize(_ path: String) throws(FFmpegError) -> Int {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FFmpegError(.systemError(errno), operation: "open") }
    defer { close(file) }
    var status = stat()
    guard fsync(file) == 0, fstat(file, &status) == 0 else {
      throw FFmpegError(.systemError(errno), operation: "fsync")
    }
    return Int(status.st_size)
  }

  private static func checkTarget(_ target: String, folder: String, replaceExisting: Bool) throws(MovieError) {
    var status = stat()
    guard stat(folder, &status) == 0 else {
      throw errno == ENOENT ? .folderMissing(path: folder) : .cannotCreate(path: target, reason: describe(errno: errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotCreate(path: target, reason: "\(folder) is not a folder")
    }
    if stat(target, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path: target) }
      if !replaceExisting { throw .alreadyExists(path: target) }
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .cannotCreate(path: target, reason: describe(errno: errno))
    }
  }

  private static func openExclusively(_ path: String) throws(MovieError) -> Int32 {
    var file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    let isOurs = file >= 0
    if !isOurs, errno == EEXIST { file = open(path, O_RDWR | O_CLOEXEC) }
    guard file >= 0 else {
      // A file that is there but closed to us is somebody's, alive or not.
      let number = errno
      throw access(path, F_OK) == 0
        ? .partialExists(path: path, isInUse: false) : .cannotCreate(path: path, reason: describe(errno: number))
    }
    // Some file systems know no locks: there, only the one who made the file goes on.
    let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
    let isInUse = !isLocked && errno == EWOULDBLOCK
    var own = stat()
    var there = stat()
    let isEmpty = fstat(file, &own) == 0 && own.st_size == 0
    let isInPlace = stat(path, &there) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev
    guard !isInUse, isOurs || (isLocked && isEmpty && isInPlace) else {
      close(file)
      throw .partialExists(path: path, isInUse: isInUse)
    }
    return file
  }
}

/// Returns the system's words for an error number.
func describe(errno number: Int32) -> String { FFmpegError(.systemError(number), operation: "").message }
