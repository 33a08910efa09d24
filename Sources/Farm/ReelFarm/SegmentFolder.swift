import ReelFiles
import ReelFilms
import ReelPlatform
import ReelVideo

/// The segments that jobs make ahead of a growing film, in a folder beside it: `film.partial.parts`.
///
/// They are parts of the film, as many as it has segments, and each gets its name when it is whole. So what a crash leaves of them is as
/// good as before: the next recording of the same film takes them up. The folder goes when the film is complete.
package struct SegmentFolder: Sendable {
  /// The ending of the folder's name.
  private static let ending = ".partial.parts"

  /// The folder.
  package let folder: PartFolder

  /// Names the folder beside a film; nothing is created.
  package init(beside film: OutputFile) {
    let name = film.name
    folder = PartFolder(
      film.sibling("", name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name, Self.ending))
  }

  /// Names the folder beside an unfinished film, `film.partial.mp4`; nil for any other name.
  package init?(besideUnfinished path: String) {
    guard path.hasSuffix(".partial.mp4") else { return nil }
    folder = PartFolder(path.dropLast(".partial.mp4".count) + Self.ending)
  }

  /// Whether it is there.
  package var exists: Bool { access(folder.path, F_OK) == 0 }

  /// The segments that are whole, by their heads, in their order.
  package var whole: [PartHead] { folder.parts.compactMap { try? folder.open($0)?.head } }

  /// Creates it, and writes the description of the film, by which `capture join` knows what the segments are.
  ///
  /// Nothing waits for the disk: what a loss of power tears has no digest, and is made again.
  ///
  /// - Throws: `OutputError` for a folder that cannot be made.
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

  /// Removes all segments and the folder; what else is in it stays, and then the folder does.
  func remove() {
    for part in folder.parts { unlink(folder.path(of: part)) }
    for name in folder.names where SegmentFile.isDraft(name) { unlink("\(folder.path)/\(name)") }
    unlink(folder.descriptionPath)
    rmdir(folder.path)
  }
}

/// The file in which a segment grows, locked until it is whole or gone.
final class SegmentFile: Sendable {
  /// The open file.
  let descriptor: Int32
  private let draft: String
  private let path: String

  private static let draftPrefix = "."
  private static let draftEnding = ".growing"

  /// Whether a file of that name is a segment that is not whole.
  static func isDraft(_ name: String) -> Bool {
    name.hasPrefix(draftPrefix) && name.hasSuffix(draftEnding)
      && PartNumber(fileName: String(name.dropFirst(draftPrefix.count).dropLast(draftEnding.count))) != nil
  }

  /// Opens the file of a segment, also one that a crash left unfinished.
  ///
  /// - Throws: `OutputError` where the folder does not take one, or another process writes it.
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

  /// Gives the file its name: the segment is whole.
  func keep() throws(OutputError) {
    guard rename(draft, path) == 0 else {
      throw .cannotCreate(path: path, reason: SystemError(errno, "rename").reason)
    }
  }

  /// Removes the segment: it is in the film.
  func remove() { unlink(path) }

  deinit {
    unlink(draft)
    close(descriptor)
  }
}
