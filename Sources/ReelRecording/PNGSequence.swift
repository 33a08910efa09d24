import ReelCanvas
import ReelGeometry
import ReelVideo

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

/// A sink that writes each frame as a PNG file, numbered from 0.
///
/// The pictures are made in a hidden folder, `.%d.png.partial`, in the folder where they will stand. `finish` moves them to
/// their places and removes older ones of the same pattern with higher numbers, so that no film ends with the pictures of
/// another. Until then, and after a failure or `cancel`, what was there before stays. Two sequences of one pattern are
/// never made at once in one folder. Each file appears whole or not at all.
///
/// A number that was dropped in live recording shows the picture before it, so that the sequence has no holes.
public actor PNGSequence: FrameSink {
  private let names: NumberedNames
  private let replacesExisting: Bool
  private let executor = SerialQueueExecutor(label: "reel.png-sequence")
  /// The hidden folder, held open with a lock that the system drops with the process; nil when nothing is being made.
  private var partial: Int32?
  private var hasMadeFolder = false
  private var nextIndex = 0
  private var lastPicture: [UInt8] = []
  private var byteCount = 0

  /// A queue of its own, since writing files blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is written yet.
  ///
  /// - Parameters:
  ///   - names: the names of the files. Their folder is made if only it, and not its parent, is missing.
  ///   - replaceExisting: whether files of those names may be there before.
  public init(names: NumberedNames, replaceExisting: Bool = true) {
    self.names = names
    self.replacesExisting = replaceExisting
  }

  deinit {
    if let partial { close(partial) }
  }

  /// Makes the folder if it is missing, and refuses one that cannot be written to.
  ///
  /// - Throws: `OutputError` where the folder is none or closed to writing, pictures are there that must not be replaced,
  ///   or the pictures of another recording that has not finished.
  public func begin(size: PixelSize, frameRate: FrameRate) throws {
    let folder = names.folderPath
    hasMadeFolder = mkdir(folder, 0o777) == 0
    guard hasMadeFolder || errno == EEXIST else {
      throw errno == ENOENT
        ? OutputError.folderMissing(path: Self.parent(of: folder))
        : OutputError.cannotCreate(path: folder, reason: OutputError.reason(errno: errno))
    }
    do {
      try OutputPlace.checkFolder(folder, of: folder)
      if !replacesExisting, let taken = try pictures().map(names.name).min() {
        throw OutputError.alreadyExists(path: path(taken))
      }
      partial = try openPartialFolder()
    } catch {
      if hasMadeFolder { rmdir(folder) }
      throw error
    }
  }

  /// Writes one picture, and the last one again for numbers that were dropped before it.
  ///
  /// - Throws: `OutputError.writeFailed`, which names the folder where the pictures so far are kept.
  public func append(_ frame: Frame) throws {
    try fill(upTo: frame.time.index)
    if lastPicture.isEmpty || !frame.changed.isEmpty { lastPicture = try frame.bitmap.pngData() }
    try fill(upTo: frame.time.index + 1)
  }

  /// Writes the last picture for the numbers that are left, and moves all to their places.
  ///
  /// - Throws: `OutputError`, which names the folder where the pictures are kept; `MovieError.noFrames` when there are none.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    try fill(upTo: frameCount)
    guard partial != nil else { throw MovieError.writerClosed }
    guard nextIndex > 0 else {
      cancel()
      throw MovieError.noFrames(path: names.folderPath)
    }
    try moveToPlaces()
    for old in (try? pictures()) ?? [] where old >= nextIndex { unlink(path(names.name(of: old))) }
    rmdir(names.partialFolderPath)
    closePartialFolder()
    return RecordedOutput(url: names.folder, byteCount: byteCount)
  }

  /// Removes the pictures made so far; those that were there before stay.
  public func cancel() {
    guard partial != nil else { return }
    for index in 0..<nextIndex { unlink(partialPath(names.name(of: index))) }
    unlink(partialPath(Self.unfinishedName))
    rmdir(names.partialFolderPath)
    closePartialFolder()
    if hasMadeFolder { rmdir(names.folderPath) }
  }

  // MARK: - Pictures

  /// The name of a picture while it is written.
  private static let unfinishedName = "unfinished"

  private func fill(upTo end: Int) throws {
    guard partial != nil else { throw MovieError.writerClosed }
    while nextIndex < end, !lastPicture.isEmpty {
      let name = names.name(of: nextIndex)
      let unfinished = partialPath(Self.unfinishedName)
      do throws(FFmpegError) {
        try OutputPlace.write(lastPicture, to: unfinished)
        guard rename(unfinished, partialPath(name)) == 0 else {
          throw FFmpegError(.systemError(errno), operation: "rename")
        }
      } catch {
        unlink(unfinished)
        throw failure(name, OutputError.reason(of: error))
      }
      byteCount += lastPicture.count
      nextIndex += 1
    }
  }

  private func moveToPlaces() throws(OutputError) {
    if !replacesExisting { try refuseToReplace((0..<nextIndex).map(names.name)) }
    for name in (0..<nextIndex).map(names.name) {
      var status = stat()
      if lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        // As open to others as the picture that it replaces.
        chmod(partialPath(name), status.st_mode & 0o777)
      }
      guard rename(partialPath(name), path(name)) == 0 else {
        throw failure(name, OutputError.reason(errno: errno))
      }
    }
  }

  private func refuseToReplace(_ files: [String]) throws(OutputError) {
    var status = stat()
    guard let taken = files.first(where: { lstat(path($0), &status) == 0 }) else { return }
    closePartialFolder()
    throw .alreadyExists(path: path(taken), keptPath: names.partialFolderPath)
  }

  /// Ends after a failure: keeps the pictures where there are any, and returns the error that says so.
  private func failure(_ name: String, _ reason: String) -> OutputError {
    let kept = nextIndex > 0 ? names.partialFolderPath : nil
    if kept == nil { cancel() } else { closePartialFolder() }
    return .writeFailed(path: path(name), bytesWritten: byteCount, reason: reason, keptPath: kept)
  }

  // MARK: - Folders

  private func path(_ name: String) -> String {
    names.folderPath.hasSuffix("/") ? names.folderPath + name : "\(names.folderPath)/\(name)"
  }

  private func partialPath(_ name: String) -> String { "\(names.partialFolderPath)/\(name)" }

  /// The numbers of the pictures of this pattern that are in the folder.
  private func pictures(in folder: String? = nil) throws(OutputError) -> [Int] {
    let folder = folder ?? names.folderPath
    guard access(folder, R_OK) == 0 else {
      throw .cannotCreate(path: folder, reason: OutputError.reason(errno: errno))
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(names.number)
    } catch {
      throw .cannotCreate(path: folder, reason: "the names in it can't be read: choose another folder")
    }
  }

  private func openPartialFolder() throws(OutputError) -> Int32 {
    let path = names.partialFolderPath
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, reason: OutputError.reason(errno: errno))
    }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var own = stat()
    guard folder >= 0, fstat(folder, &own) == 0, own.st_uid == geteuid() else {
      if folder >= 0 { close(folder) }
      throw .cannotCreate(path: path, reason: "something that is no recording is in the way: move it away first")
    }
    do throws(OutputError) {
      if flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(path: path) }
      // The one before may have removed it between the opening and the lock.
      var there = stat()
      guard lstat(path, &there) == 0, there.st_ino == own.st_ino, there.st_dev == own.st_dev else {
        throw .inUse(path: path)
      }
      guard try pictures(in: path).isEmpty else { throw .leftover(path: path) }
      unlink(partialPath(Self.unfinishedName))
      return folder
    } catch {
      close(folder)
      throw error
    }
  }

  private func closePartialFolder() {
    if let folder = partial.take() { close(folder) }
  }

  private static func parent(of folder: String) -> String {
    var folder = Substring(folder)
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return OutputPlace.split(String(folder)).folder
  }
}
