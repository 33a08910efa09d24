import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo

/// A sink that writes each frame as a separate picture file, numbered from 0.
///
/// The pictures are made in a hidden folder, `.%d.png.partial`, inside the destination folder. `finish` moves them to
/// their names and removes older ones of the same pattern with higher numbers, so that no film ends with the pictures
/// of another. Until then, and after a failure or `cancel`, the previous files stay. Only one sequence of a pattern
/// is made in a folder at a time. Each file appears whole or not at all.
///
/// Only pictures that Reel made and that are unchanged since then are replaced or removed; a hidden manifest,
/// `.%d.png.manifest`, lists them. A sequence that would include another file is refused.
///
/// A frame number that was dropped in live recording gets the previous picture, so that the sequence has no gaps.
public actor PictureSequence: FrameSink {
  nonisolated let names: NumberedNames
  private let pictures: PictureFolder
  private let format: PictureFormat
  private let isDurable: Bool
  private let executor = SerialQueueExecutor(label: "reel.picture-sequence")
  /// The hidden folder, held open with a lock that the system drops with the process; nil if nothing is being made.
  private var partial: Int32?
  private var hasMadeFolder = false
  private var nextIndex: Int { made.count }
  private var lastPicture: [UInt8] = []
  /// The pictures so far, for the manifest.
  private var made: [HiddenManifest.Entry] = []
  private var lastEntry = HiddenManifest.Entry([], name: "")
  private var byteCount: Int { made.reduce(0) { $0 + $1.byteCount } }

  /// A dedicated queue, because writing blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink without writing anything.
  ///
  /// - Parameters:
  ///   - names: The file names. Their folder is created if it is missing and its parent exists.
  ///   - format: The format of each picture.
  ///   - replacing: Which existing files may be replaced.
  ///   - isDurable: Whether every picture is synced to disk as soon as it is made, so that it survives a power
  ///     failure.
  public init(
    names: NumberedNames, format: PictureFormat = .png, replacing: ReplacementPolicy = .named, isDurable: Bool = false
  ) {
    self.format = format
    self.names = names
    self.isDurable = isDurable
    pictures = PictureFolder(names: names, replacing: replacing)
  }

  deinit {
    if let partial { close(partial) }
  }

  /// Compares the free disk space with 2 bits per pixel: drawings need less, photographs more.
  ///
  /// - Throws: `InvalidValue` for transparent frames in a format without transparency, `MovieError.memoryShort`.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    try format.check(stream)
    try stream.reserveMemory()
    guard let frameCount else { return nil }
    let needed = Double(stream.size.area) * Double(frameCount) / 4
    // The folder may not exist yet.
    let folder = names.folderPath
    let isThere = OutputFile.kind(at: folder) == OutputFile.folderKind
    return SpaceShortage(
      neededBytes: Int(clamping: min(needed, 9e18)), inFolder: isThere ? folder : Self.parent(of: folder))
  }

  /// Creates the folder if it is missing, and rejects one that is not writable.
  ///
  /// - Throws: `OutputError` if the path is not a writable folder, if files with names of the sequence must not be
  ///   replaced, or if the folder holds the pictures of another unfinished recording.
  public func begin(_ stream: FrameStream) throws {
    try format.check(stream)
    let folder = names.folderPath
    hasMadeFolder = mkdir(folder, 0o777) == 0
    guard hasMadeFolder || errno == EEXIST else {
      throw errno == ENOENT
        ? OutputError.folderMissing(path: Self.parent(of: folder))
        : OutputError.cannotCreate(path: folder, reason: SystemError(errno, "mkdir").reason)
    }
    do {
      try OutputFile.checkFolder(folder, of: folder)
      partial = try pictures.openPartial()
    } catch {
      if hasMadeFolder { rmdir(folder) }
      throw error
    }
  }

  /// Writes one picture, after repeating the previous one for dropped numbers.
  ///
  /// - Throws: `OutputError.writeFailed`, which names the folder with the pictures kept so far.
  public func append(_ frame: Frame) throws {
    try fill(upTo: frame.time.index)
    if lastPicture.isEmpty || !frame.changed.isEmpty {
      lastPicture = try format.data(of: frame.bitmap)
      lastEntry = HiddenManifest.Entry(lastPicture, name: "")
    }
    try fill(upTo: frame.time.index + 1)
  }

  /// Repeats the last picture for the remaining numbers, and gives all pictures their names.
  ///
  /// - Throws: `OutputError`, which names the folder with the kept pictures; `MovieError.noFrames` if there are no
  ///   frames.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    try fill(upTo: frameCount)
    guard partial != nil else { throw MovieError.writerClosed }
    guard nextIndex > 0 else {
      cancel()
      throw MovieError.noFrames(path: names.folderPath)
    }
    do throws(OutputError) {
      try pictures.move(made)
    } catch {
      closePartialFolder()
      throw error
    }
    closePartialFolder()
    return RecordedOutput(url: names.folder, byteCount: byteCount)
  }

  /// Removes the pictures made so far; older ones stay.
  public func cancel() {
    guard partial != nil else { return }
    pictures.removePartial(0..<nextIndex)
    closePartialFolder()
    if hasMadeFolder { rmdir(names.folderPath) }
  }

  /// Ends immediately and keeps the pictures made so far in the hidden folder.
  public func abandon() -> String? {
    guard partial != nil else { return nil }
    return keep()
  }

  // MARK: - Pictures

  private func fill(upTo end: Int) throws {
    guard partial != nil else { throw MovieError.writerClosed }
    while nextIndex < end, !lastPicture.isEmpty {
      let unfinished = pictures.partialPath(PictureFolder.unfinishedName)
      do throws(SystemError) {
        try OutputFile.write(lastPicture, to: unfinished)
        if isDurable { try OutputFile.synchronize(unfinished) }
        guard rename(unfinished, pictures.partialPath(names.name(of: nextIndex))) == 0 else {
          throw SystemError(errno, "rename", path: unfinished)
        }
        if isDurable { OutputFile.synchronizeFolder(of: unfinished) }
      } catch {
        unlink(unfinished)
        throw failure(error.reason)
      }
      lastEntry.name = names.name(of: nextIndex)
      made.append(lastEntry)
    }
  }

  /// Ends after a failure, keeps any pictures, and returns the error that reports them.
  private func failure(_ reason: String) -> OutputError {
    let path = pictures.path(of: nextIndex)
    let free = DiskSpace.free(at: path)
    return .writeFailed(path: path, bytesWritten: byteCount, reason: reason, keptPath: keep(), freeBytes: free)
  }

  /// Ends, and keeps the hidden folder if it holds pictures.
  private func keep() -> String? {
    let isWorthKeeping = nextIndex > 0 && OutputFile.kind(at: names.partialFolderPath) == OutputFile.folderKind
    if isWorthKeeping { closePartialFolder() } else { cancel() }
    return isWorthKeeping ? names.partialFolderPath : nil
  }

  // MARK: - Folders

  private func closePartialFolder() {
    if let folder = partial.take() { close(folder) }
  }

  static func parent(of folder: String) -> String {
    var folder = Substring(folder)
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return OutputFile.split(String(folder)).folder
  }
}
