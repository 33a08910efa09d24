import ReelFiles
import ReelPlatform
import ReelVideo

/// The file of a part being made.
///
/// Without `commit`, nothing is left of it.
package final class PartDraft {
  private let draft: OutputDraft
  private let number: PartNumber
  private let identity: PartIdentity
  private let folder: PartFolder
  private let descriptor: Int32
  private let path: String

  /// Prepares the folder and opens the file.
  ///
  /// - Throws: `OutputError` if that fails, or if a file of that name is not a part; `FarmError.otherFilm`.
  package init(_ number: PartNumber, of identity: PartIdentity, in folder: PartFolder) throws {
    (self.number, self.identity, self.folder) = (number, identity, folder)
    try folder.prepare(for: identity, writing: number)
    path = folder.path(of: number)
    let file = try OutputFile(path: path, replacing: folder.replacing)
    try file.requireKind("part of a film or fixture", beginning: PacketFile.beginning)
    draft = try OutputDraft(for: file)
    descriptor = open(draft.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputError.cannotCreate(path: path, reason: SystemError(errno, "open").reason) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The destination of the part's packets.
  package func destination(head: [UInt8]) -> PacketDestination {
    PacketDestination(descriptor: descriptor, path: path, head: head)
  }

  /// Gives the part its final name once its packets are written, and returns its size in bytes.
  ///
  /// - Throws: `FarmError.otherFilm` if parts of another film came meanwhile.
  package func commit() throws -> Int {
    try folder.prepare(for: identity, writing: number)
    return try draft.commit()
  }
}
