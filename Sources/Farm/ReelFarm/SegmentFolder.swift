import ReelFiles
import ReelFilms
import ReelPlatform
import ReelVideo

/// The segments that jobs make ahead of a growing film, in a folder next to it: `film.partial.parts`.
///
/// They are parts of the film, as many as it has segments, and each gets its name when it is complete. After a crash,
/// the next recording of the same film reuses them. The folder is removed when the film is complete.
package struct SegmentFolder: Sendable {
  /// The suffix of the folder's name.
  private static let ending = ".partial.parts"

  /// The folder.
  package let folder: PartFolder

  /// Names the folder of a film.
  ///
  /// Nothing is created.
  package init(beside film: OutputFile) {
    let name = film.name
    folder = PartFolder(
      film.sibling("", name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name, Self.ending))
  }

  /// Names the folder of an unfinished film, `film.partial.mp4`; nil for any other name.
  package init?(besideUnfinished path: String) {
    guard path.hasSuffix(".partial.mp4") else { return nil }
    folder = PartFolder(path.dropLast(".partial.mp4".count) + Self.ending)
  }

  /// Whether the folder exists.
  package var exists: Bool { access(folder.path, F_OK) == 0 }

  /// The heads of the complete segments, in order.
  package var whole: [PartHead] { folder.parts.compactMap { try? folder.open($0)?.head } }

  /// Creates the folder and writes the film's description, from which `capture join` knows the segments.
  ///
  /// Nothing is synced to disk: a segment torn by a power loss has no valid digest and is made again.
  ///
  /// - Throws: `OutputError` for a folder that cannot be created.
  func create(for film: PartIdentity) throws {
    if mkdir(folder.path, 0o777) != 0, errno != EEXIST {
      throw OutputError.cannotCreate(path: folder.path, reason: SystemError(errno, "mkdir").reason)
    }
    unlink(folder.descriptionPath)
    do throws(SystemError) {
      try OutputFile.write(film.json, to: folder.descriptionPath)
    } catch {
      throw OutputError.cannotCreate(path: folder.descriptionPath, reason: error.reason)
    }
  }

  /// Removes all segments, and the folder unless it contains other files.
  func remove() {
    for part in folder.parts { unlink(folder.path(of: part)) }
    for name in folder.names where SegmentFile.isDraft(name) { unlink("\(folder.path)/\(name)") }
    unlink(folder.descriptionPath)
    rmdir(folder.path)
  }
}

/// The file that a segment is written to, locked until it is complete or removed.
final class SegmentFile: Sendable {
  /// The open file.
  let descriptor: Int32
  private let draft: String
  private let path: String

  private static let draftPrefix = "."
  private static let draftEnding = ".growing"

  /// Whether a file name is that of an unfinished segment.
  static func isDraft(_ name: String) -> Bool {
    name.hasPrefix(draftPrefix) && name.hasSuffix(draftEnding)
      && PartNumber(fileName: String(name.dropFirst(draftPrefix.count).dropLast(draftEnding.count))) != nil
  }

  /// Opens the file of a segment, even one that a crash left unfinished.
  ///
  /// - Throws: `OutputError` if the file cannot be created in the folder or another process is writing it.
  init(_ part: PartNumber, in folder: PartFolder) throws(OutputError) {
    path = folder.path(of: part)
    draft = "\(folder.path)/\(Self.draftPrefix)\(part.fileName)\(Self.draftEnding)"
    let file = open(draft, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .cannotCreate(path: path, reason: SystemError(errno, "open").reason) }
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(file)
      throw .inUse(path: path)
    }
    guard ftruncate(file, 0) == 0 else {
      let reason = SystemError(errno, "ftruncate").reason
      close(file)
      throw .cannotCreate(path: path, reason: reason)
    }
    descriptor = file
  }

  /// Gives the complete segment its final name.
  func keep() throws(OutputError) {
    guard rename(draft, path) == 0 else {
      throw .cannotCreate(path: path, reason: SystemError(errno, "rename").reason)
    }
  }

  /// Removes the segment once it is in the film.
  func remove() { unlink(path) }

  deinit {
    unlink(draft)
    close(descriptor)
  }
}
