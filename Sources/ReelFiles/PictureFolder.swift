#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The paths of a sequence of pictures: the folder where they stand, and the hidden one in which they are made.
///
/// A hidden manifest beside the pictures tells which of them Reel made (`MadeFiles`). All others stay as they are, and a
/// sequence to which one of them would belong is refused.
package struct PictureFolder: Sendable {
  package let names: NumberedNames
  package let replacing: ReplacementPolicy

  /// The name of a picture while it is written.
  package static let unfinishedName = "unfinished"
  /// The name of the manifest while it is written.
  static let manifestName = "manifest"
  /// The name of the file that says that pictures are worth nothing before they are in the folder.
  static let draftName = "draft"

  package init(names: NumberedNames, replacing: ReplacementPolicy) {
    self.names = names
    self.replacing = replacing
  }

  /// The path of the picture of a number, in its folder.
  package func path(of index: Int) -> String { names.path(names.name(of: index)) }

  /// The path of a file in the hidden folder.
  package func partialPath(_ name: String) -> String { "\(names.partialFolderPath)/\(name)" }

  /// The numbers of the pictures in the hidden folder.
  package func partialPictures() throws(OutputError) -> [Int] {
    try Self.names(in: names.partialFolderPath).compactMap(names.number)
  }

  /// The numbers of the files of this pattern that stand in the folder.
  func pictures() throws(OutputError) -> [Int] {
    let found = try Self.names(in: names.folderPath)
    let exact = Set(found.compactMap(names.number))
    // Where the file system does not tell 1.PNG from 1.png, the one stands under the name of the other.
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
      throw .cannotCreate(path: folder, reason: "the names in it can't be read: choose another folder")
    }
  }

  // MARK: - The hidden folder

  /// Makes the hidden folder, or takes over one without pictures, locks it, and checks what stands beside it.
  ///
  /// - Parameter isDraft: whether the pictures are worth nothing before they are in the folder: what a process that died has
  ///   left of them, the next one removes.
  /// - Returns: the folder, held open with a lock that the system drops with the process.
  /// - Throws: `OutputError.inUse` while a recording is at work in it, `leftover` where one has left pictures;
  ///   `alreadyExists` and `foreign` for files that must not be replaced.
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

  /// Locks the hidden folder that is there.
  package func openLeftover() throws(OutputError) -> Int32 {
    let path = names.partialFolderPath
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var own = stat()
    guard folder >= 0, fstat(folder, &own) == 0, own.st_uid == geteuid() else {
      if folder >= 0 { close(folder) }
      throw .cannotCreate(path: path, reason: "something that is no recording is in the way: move it away first")
    }
    let isLocked = flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    // The one before may have removed it between the opening and the lock.
    var there = stat()
    guard isLocked, lstat(path, &there) == 0, there.st_ino == own.st_ino, there.st_dev == own.st_dev else {
      close(folder)
      throw .inUse(path: path)
    }
    return folder
  }

  /// Whether what is in the hidden folder is worth nothing.
  package var isDraft: Bool { MadeFiles.Identity(partialPath(Self.draftName)) != nil }

  /// Removes what a process that died has left in the hidden folder, unless it is pictures that are worth keeping.
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

  /// Removes pictures from the hidden folder, then the folder; files of other names stay, and the folder with them.
  package func removePartial(_ numbers: some Sequence<Int>, keepsFolder: Bool = false) {
    for number in numbers { unlink(partialPath(names.name(of: number))) }
    for name in [Self.unfinishedName, Self.manifestName, Self.draftName] { unlink(partialPath(name)) }
    if !keepsFolder { rmdir(names.partialFolderPath) }
  }

  // MARK: - The folder

  /// What stands in the folder under names of the pattern, when all of it may be replaced.
  package struct Standing {
    fileprivate var files: MadeFiles
    /// Reel's own pictures, as they were found.
    fileprivate var own: [Int: MadeFiles.Identity] = [:]
  }

  /// Looks at what stands in the folder under names of the pattern.
  ///
  /// - Parameters:
  ///   - keptPath: where the pictures are when they are made already.
  ///   - moved: the number of pictures that were moved before, and are no hindrance.
  /// - Throws: `OutputError` for what must not be replaced: a file that Reel did not make or that was changed since, with
  ///   `.never` any file, and always a folder.
  package func standing(keptPath: String?, moved: Int = 0) throws(OutputError) -> Standing {
    var standing = Standing(files: try MadeFiles(path: names.manifestPath, replacing: replacing))
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

  /// Whether pictures stand in the folder that a recording can have moved there: all of these numbers, and Reel's own.
  package func hasMoved(_ numbers: Range<Int>) throws(OutputError) -> Bool {
    let files = try MadeFiles(path: names.manifestPath, replacing: replacing)
    return numbers.allSatisfy { number in
      replacing == .always ? MadeFiles.Identity(path(of: number)) != nil : files.own(names.name(of: number)) != nil
    }
  }

  /// Moves pictures out of the hidden folder, and removes older ones of the same pattern with higher numbers.
  ///
  /// The manifest tells of the new pictures before the first one moves, and still of the old ones: killed at any moment, the
  /// next run knows all of them as Reel's own.
  ///
  /// - Parameters:
  ///   - first: the number of the first picture.
  ///   - made: the pictures in the order of their numbers.
  ///   - keepsPictures: whether what could not be moved is kept for `UnfinishedPictures`.
  /// - Throws: `OutputError.alreadyExists` and `foreign` for what must not be replaced, before anything is moved;
  ///   `writeFailed` on the way.
  package func move(first: Int = 0, _ made: [MadeFiles.Entry], keepsPictures: Bool = true) throws(OutputError) {
    let keptPath = keepsPictures ? names.partialFolderPath : nil
    let numbers = first..<first + made.count
    func failure(_ path: String, _ reason: String) -> OutputError {
      .writeFailed(
        path: path, bytesWritten: made.reduce(0) { $0 + $1.byteCount }, reason: reason, keptPath: keptPath,
        freeBytes: DiskSpace.free(at: path))
    }
    // Before the pictures were made this would be a folder in which none can be; now it is one that lacks them.
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
      // While a picture is left to be moved, a recording that dies here can be finished; after that nobody would remove them.
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
    // The pictures stand; should this fail, the manifest tells of the replaced ones, too.
    standing.files.settle(made)
    try? standing.files.write(by: partialPath(Self.manifestName))
    removePartial([])
    OutputFile.synchronizeFolder(of: path(of: 0))
  }

  /// Removes Reel's own pictures with numbers that the new sequence does not have.
  private func removeOlder(from end: Int, _ standing: Standing, _ keptPath: String?) throws(OutputError) {
    for number in try pictures() where number >= end {
      let path = path(of: number)
      if replacing == .never { throw .alreadyExists(path: path, keptPath: keptPath) }
      guard replacing == .always || isOwn(number, standing) else {
        throw .foreign(path: path, otherCount: 0, keptPath: keptPath)
      }
      // One that stayed would be shown behind the new ones, as if it belonged to them.
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .cannotCreate(
          path: names.folderPath,
          reason: "\(path), which is older, can't be removed: \(SystemError(errno, "unlink").reason)")
      }
    }
  }

  /// Whether the picture of a number is Reel's own still: it is read again only where it was touched since.
  private func isOwn(_ number: Int, _ standing: Standing) -> Bool {
    guard let before = standing.own[number] else { return false }
    return MadeFiles.Identity(path(of: number)) == before || standing.files.own(names.name(of: number)) != nil
  }

  private func move(_ index: Int, _ standing: inout Standing) throws(SystemError) {
    let (source, target) = (partialPath(names.name(of: index)), path(of: index))
    let mayReplace = replacing == .always || replacing == .named && isOwn(index, standing)
    var status = stat()
    if mayReplace, lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // As open to others as the picture that it replaces.
      chmod(source, status.st_mode & 0o777)
    }
    try OutputFile.move(source, to: target, replacing: mayReplace)
    // A link leaves the other name.
    if !mayReplace { unlink(source) }
  }
}
