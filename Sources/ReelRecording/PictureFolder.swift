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

/// The places of a sequence of pictures: the folder where they stand, and the hidden one in which they are made.
struct PictureFolder {
  let names: NumberedNames
  let replacing: ReplacementPolicy

  /// The name of a picture while it is written.
  static let unfinishedName = "unfinished"

  /// The path of the picture of a number, in its place.
  func path(of index: Int) -> String {
    let name = names.name(of: index)
    return names.folderPath.hasSuffix("/") ? names.folderPath + name : "\(names.folderPath)/\(name)"
  }

  /// The path of a file in the hidden folder.
  func partialPath(_ name: String) -> String { "\(names.partialFolderPath)/\(name)" }

  /// The numbers of the pictures of this pattern that stand in their places.
  func pictures() throws(OutputError) -> [Int] { try pictures(in: names.folderPath) }

  /// The numbers of the pictures in the hidden folder.
  func partialPictures() throws(OutputError) -> [Int] { try pictures(in: names.partialFolderPath) }

  private func pictures(in folder: String) throws(OutputError) -> [Int] {
    guard access(folder, R_OK) == 0 else {
      throw .cannotCreate(path: folder, reason: OutputError.reason(errno: errno))
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(names.number)
    } catch {
      throw .cannotCreate(path: folder, reason: "the names in it can't be read: choose another folder")
    }
  }

  /// Makes the hidden folder, or takes over one without pictures, and locks it.
  ///
  /// - Returns: the folder, held open with a lock that the system drops with the process.
  /// - Throws: `OutputError.inUse` while a recording is at work in it, `leftover` where one has left pictures.
  func openPartial() throws(OutputError) -> Int32 {
    let path = names.partialFolderPath
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, reason: OutputError.reason(errno: errno))
    }
    let folder = try openLeftover()
    do throws(OutputError) {
      guard try partialPictures().isEmpty else { throw .leftover(path: path) }
      unlink(partialPath(Self.unfinishedName))
      return folder
    } catch {
      close(folder)
      throw error
    }
  }

  /// Locks the hidden folder that is there.
  func openLeftover() throws(OutputError) -> Int32 {
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

  /// Moves pictures to their places, and removes older ones of the same pattern with higher numbers.
  ///
  /// - Throws: `OutputError.alreadyExists` before anything is moved; `writeFailed` on the way.
  func moveToPlaces(_ numbers: Range<Int>, byteCount: Int) throws(OutputError) {
    var status = stat()
    if replacing == .never, let taken = numbers.map(path).first(where: { lstat($0, &status) == 0 }) {
      throw .alreadyExists(path: taken, keptPath: names.partialFolderPath)
    }
    for index in numbers {
      // While a picture is left to be moved, a recording that dies here can be finished; after that nobody would remove them.
      if index == numbers.last {
        for old in (try? pictures()) ?? [] where old >= numbers.upperBound { unlink(path(of: old)) }
      }
      let (source, target) = (partialPath(names.name(of: index)), path(of: index))
      if lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        // As open to others as the picture that it replaces.
        chmod(source, status.st_mode & 0o777)
      }
      guard rename(source, target) == 0 else {
        throw .writeFailed(
          path: target, bytesWritten: byteCount, reason: OutputError.reason(errno: errno),
          keptPath: names.partialFolderPath, freeBytes: DiskSpace.free(at: target))
      }
    }
    rmdir(names.partialFolderPath)
    OutputPlace.synchronizeFolder(of: path(of: 0))
  }
}
