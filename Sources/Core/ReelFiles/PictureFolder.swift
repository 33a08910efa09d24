import ReelPlatform

/// The paths of a picture sequence: its folder, and the hidden folder for pictures in progress.
///
/// A hidden manifest beside the pictures lists the ones that Reel made (`HiddenManifest`). All others stay as they are, and a sequence that
/// would include one of them is refused.
package struct PictureFolder: Sendable {
  package let names: NumberedNames
  package let replacing: ReplacementPolicy

  /// The name of a picture in progress.
  package static let unfinishedName = "unfinished"
  /// The name of the manifest in progress.
  static let manifestName = "manifest"
  /// The name of the file that marks pictures as useless until they are moved to the folder.
  static let draftName = "draft"

  package init(names: NumberedNames, replacing: ReplacementPolicy) {
    self.names = names
    self.replacing = replacing
  }

  /// The path of the picture with a number, in its folder.
  package func path(of index: Int) -> String { names.path(names.name(of: index)) }

  /// The path of a file in the hidden folder.
  package func partialPath(_ name: String) -> String { "\(names.partialFolderPath)/\(name)" }

  /// The numbers of the pictures in the hidden folder.
  package func partialPictures() throws(OutputError) -> [Int] {
    try Self.names(in: names.partialFolderPath).compactMap(names.number)
  }

  /// The numbers of the files in the folder that match the pattern.
  func pictures() throws(OutputError) -> [Int] {
    let found = try Self.names(in: names.folderPath)
    let exact = Set(found.compactMap(names.number))
    // On a case-insensitive file system, 1.PNG is also named 1.png.
    var status = stat()
    let similar = found.compactMap(names.numberIgnoringCase).filter { number in
      !exact.contains(number) && lstat(path(of: number), &status) == 0
    }
    return exact.sorted() + similar
  }

  private static func names(in folder: String) throws(OutputError) -> [String] {
    guard access(folder, R_OK) == 0 else {
      throw .cannotCreate(path: folder, reason: SystemError(errno, "access").reason)
    }
    do {
      return try FolderNames.read(folder)
    } catch {
      throw .cannotCreate(path: folder, reason: "its file names can't be read: choose another folder")
    }
  }

  // MARK: - The hidden folder

  /// Creates the hidden folder or takes over one without pictures, locks it, and checks the files in the folder itself.
  ///
  /// - Parameter isDraft: Whether the pictures are useless until they are moved: if the process dies, the next run removes them.
  /// - Returns: The folder, open and locked until the process ends.
  /// - Throws: `OutputError.inUse` while a recording uses it, `leftover` if a recording left pictures in it; `alreadyExists` and
  ///   `foreign` for files that must not be replaced.
  package func openPartial(isDraft: Bool = false) throws(OutputError) -> Int32 {
    let path = names.partialFolderPath
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, reason: SystemError(errno, "mkdir").reason)
    }
    let folder = try openLeftover()
    do throws(OutputError) {
      try empty()
      do throws(OutputError) {
        _ = try standing(keptPath: nil)
        if isDraft { try markAsDraft() }
        return folder
      } catch {
        rmdir(path)
        throw error
      }
    } catch {
      close(folder)
      throw error
    }
  }

  /// Locks the existing hidden folder.
  package func openLeftover() throws(OutputError) -> Int32 {
    let path = names.partialFolderPath
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var own = stat()
    guard folder >= 0, fstat(folder, &own) == 0, own.st_uid == geteuid() else {
      if folder >= 0 { close(folder) }
      throw .cannotCreate(path: path, reason: "it exists and is not a recording: move it away first")
    }
    let isLocked = flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    // The previous owner may have removed the folder between opening and locking.
    var there = stat()
    guard isLocked, lstat(path, &there) == 0, there.st_ino == own.st_ino, there.st_dev == own.st_dev else {
      close(folder)
      throw .inUse(path: path)
    }
    return folder
  }

  /// Whether what is in the hidden folder is useless.
  package var isDraft: Bool { HiddenManifest.Identity(partialPath(Self.draftName)) != nil }

  /// Removes the leftovers of a dead process from the hidden folder, except pictures worth keeping.
  private func empty() throws(OutputError) {
    let left = try partialPictures()
    guard left.isEmpty || isDraft else { throw .leftover(path: names.partialFolderPath) }
    removePartial(left, keepsFolder: true)
  }

  private func markAsDraft() throws(OutputError) {
    do throws(SystemError) {
      try OutputFile.write([], to: partialPath(Self.draftName))
    } catch {
      throw .cannotCreate(path: partialPath(Self.draftName), reason: error.reason)
    }
  }

  /// Removes pictures from the hidden folder, then the folder itself unless it contains other files.
  package func removePartial(_ numbers: some Sequence<Int>, keepsFolder: Bool = false) {
    for number in numbers { unlink(partialPath(names.name(of: number))) }
    for name in [Self.unfinishedName, Self.manifestName, Self.draftName] { unlink(partialPath(name)) }
    if !keepsFolder { rmdir(names.partialFolderPath) }
  }

  // MARK: - The folder

  /// The files in the folder that match the pattern; all may be replaced.
  package struct Standing {
    fileprivate var files: HiddenManifest
    /// Reel's own pictures, as they were found.
    fileprivate var own: [Int: HiddenManifest.Identity] = [:]
  }

  /// Inspects the files in the folder that match the pattern.
  ///
  /// - Parameters:
  ///   - keptPath: where the pictures are, if they are already made.
  ///   - moved: the number of pictures that were already moved; these are ignored.
  /// - Throws: `OutputError` for a file that must not be replaced: one that Reel did not make or that was changed since, any file with
  ///   `.never`, and always a folder.
  package func standing(keptPath: String?, moved: Int = 0) throws(OutputError) -> Standing {
    var standing = Standing(files: try HiddenManifest(path: names.manifestPath, replacing: replacing))
    let found = try pictures()
    var foreign: [Int] = []
    for number in found {
      if let identity = standing.files.own(names.name(of: number)) {
        standing.own[number] = identity
      } else {
        foreign.append(number)
      }
    }
    if replacing == .never, let taken = found.filter({ $0 >= moved || standing.own[$0] == nil }).min() {
      throw .alreadyExists(path: path(of: taken), keptPath: keptPath)
    }
    var status = stat()
    if let folder = foreign.first(where: { lstat(path(of: $0), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR }) {
      throw .cannotCreate(
        path: path(of: folder), reason: "a folder of that name is in the way: move it away, or choose another name")
    }
    if replacing != .always, let first = foreign.min() {
      throw .foreign(path: path(of: first), otherCount: foreign.count - 1, keptPath: keptPath)
    }
    return standing
  }

  /// Checks whether the pictures may be written, before any work is done for them; nothing is created.
  ///
  /// A missing folder is accepted, because it will be created.
  ///
  /// - Throws: `OutputError` for files that must not be replaced, and for a folder that is not writable.
  package func check() throws(OutputError) {
    let folder = names.folderPath
    guard OutputFile.exists(folder) else { return }
    try OutputFile.checkFolder(folder, of: folder)
    _ = try standing(keptPath: nil)
  }

  /// Whether the folder holds pictures that this recording may have moved there: all of these numbers, made by Reel.
  package func hasMoved(_ numbers: Range<Int>) throws(OutputError) -> Bool {
    let files = try HiddenManifest(path: names.manifestPath, replacing: replacing)
    return numbers.allSatisfy { number in
      replacing == .always ? HiddenManifest.Identity(path(of: number)) != nil : files.own(names.name(of: number)) != nil
    }
  }

  /// Moves pictures out of the hidden folder, and removes older ones of the same pattern with higher numbers.
  ///
  /// Before the first picture moves, the manifest lists the new ones as well as the old ones. So if this process is killed, the next run
  /// recognizes all of them as Reel's own.
  ///
  /// - Parameters:
  ///   - first: the number of the first picture.
  ///   - made: the pictures in numerical order.
  ///   - keepsPictures: whether pictures that could not be moved are kept for `UnfinishedPictures`.
  /// - Throws: `OutputError.alreadyExists` and `foreign` for what must not be replaced, before anything is moved;
  ///   `writeFailed` on the way.
  package func move(first: Int = 0, _ made: [HiddenManifest.Entry], keepsPictures: Bool = true) throws(OutputError) {
    let keptPath = keepsPictures ? names.partialFolderPath : nil
    let numbers = first..<first + made.count
    func failure(_ path: String, _ reason: String) -> OutputError {
      .writeFailed(
        path: path, bytesWritten: made.reduce(0) { $0 + $1.byteCount }, reason: reason, keptPath: keptPath,
        freeBytes: DiskSpace.free(at: path))
    }
    // Before the work, this error would mean that the folder is unusable. Now it means that pictures are missing from it.
    func late(_ error: OutputError) -> OutputError {
      if keepsPictures, case .cannotCreate(let path, let reason) = error { failure(path, reason) } else { error }
    }
    var standing: Standing
    do throws(OutputError) { standing = try self.standing(keptPath: keptPath, moved: first) } catch {
      throw late(error)
    }
    do throws(SystemError) {
      standing.files.add(made)
      try standing.files.write(by: partialPath(Self.manifestName))
    } catch {
      throw failure(names.manifestPath, error.reason)
    }
    for index in numbers {
      // Until the last picture is moved, a recording that dies here can be finished. Afterwards nothing would remove the older pictures.
      if index == numbers.last {
        do throws(OutputError) {
          try removeOlder(from: numbers.upperBound, standing, keptPath)
        } catch {
          throw late(error)
        }
      }
      do throws(SystemError) {
        try move(index, &standing)
      } catch {
        if error.code == EEXIST, error.operation == "link" {
          throw replacing == .never
            ? .alreadyExists(path: path(of: index), keptPath: keptPath)
            : .foreign(path: path(of: index), otherCount: 0, keptPath: keptPath)
        }
        throw failure(path(of: index), error.reason)
      }
    }
    // The pictures are complete. If this fails, the manifest still lists the replaced ones as well.
    standing.files.replaceEntries(made)
    try? standing.files.write(by: partialPath(Self.manifestName))
    removePartial([])
    OutputFile.synchronizeFolder(of: path(of: 0))
  }

  /// Removes Reel's own pictures with numbers beyond the new sequence.
  private func removeOlder(from end: Int, _ standing: Standing, _ keptPath: String?) throws(OutputError) {
    for number in try pictures() where number >= end {
      let path = path(of: number)
      if replacing == .never { throw .alreadyExists(path: path, keptPath: keptPath) }
      guard replacing == .always || isOwn(number, standing) else {
        throw .foreign(path: path, otherCount: 0, keptPath: keptPath)
      }
      // A leftover would be shown after the new pictures as if it belonged to them.
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .cannotCreate(
          path: names.folderPath,
          reason: "the older picture \(path) can't be removed: \(SystemError(errno, "unlink").reason)")
      }
    }
  }

  /// Whether a picture is unchanged since Reel made it; it is read again only if it was touched since.
  private func isOwn(_ number: Int, _ standing: Standing) -> Bool {
    guard let before = standing.own[number] else { return false }
    return HiddenManifest.Identity(path(of: number)) == before || standing.files.own(names.name(of: number)) != nil
  }

  private func move(_ index: Int, _ standing: inout Standing) throws(SystemError) {
    let (source, target) = (partialPath(names.name(of: index)), path(of: index))
    let mayReplace = replacing == .always || replacing == .named && isOwn(index, standing)
    var status = stat()
    if mayReplace, lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // The picture inherits the permissions of the one it replaces.
      chmod(source, status.st_mode & 0o777)
    }
    try OutputFile.move(source, to: target, replacing: mayReplace)
    // `link` keeps the old name.
    if !mayReplace { unlink(source) }
  }
}
