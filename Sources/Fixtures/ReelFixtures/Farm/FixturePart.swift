import ReelFarm
import ReelFiles
import ReelVideo

/// One part of a fixture, in the folder that collects all parts.
package struct FixturePart: FarmPart {
  package let number: PartNumber
  /// The part's pictures in the clip, in presentation order; empty if there are more parts than segments.
  package let pictures: Range<Int>
  package let folder: PartFolder
  package let identity: PartIdentity

  private let pieces: FixturePieces
  private let head: PartHead

  /// Works out what the part must contain.
  ///
  /// Nothing is drawn or created.
  ///
  /// - Throws: The errors of `FixturePieces` for a fixture that cannot be divided.
  package init(_ number: PartNumber, of recipe: FixtureRecipe, in folder: PartFolder) throws {
    self.number = number
    self.folder = folder
    pieces = try FixturePieces(recipe)
    identity = try FixtureDescription(recipe).identity
    pictures = pieces.segments.frames(ofPart: number.number, of: number.count, frameCount: pieces.pictureCount)
    head = PartHead(identity, number: number, frames: pictures)
  }

  /// Whether the part already exists, complete, of this same fixture and made by these versions.
  package var isWhole: Bool {
    guard var there = (try? folder.open(number))?.head, there.pictures?.count == pictures.count else { return false }
    there.pictures = nil
    return there == head
  }

  /// Makes the part.
  ///
  /// Blocks while the encoder works: do not call it on a thread of Swift's cooperative pool.
  ///
  /// - Parameters:
  ///   - isCancelled: Called before every picture; true stops the work and leaves nothing.
  ///   - progress: Receives the number of completed pictures.
  /// - Returns: The size of the part's file in bytes.
  /// - Throws: `CancellationError`, `ClipError`, `OutputError`.
  package func make(isCancelled: () -> Bool, progress: (Int) -> Void = { _ in }) throws -> Int {
    let draft = try PartDraft(number, of: identity, in: folder)
    // The head contains the pictures' hashes, which are complete only after the last picture.
    let spool: SpooledFile
    do throws(SystemError) {
      spool = try SpooledFile(inFolder: folder.path)
    } catch {
      throw OutputError.cannotCreate(path: path, reason: error.reason)
    }
    var head = head
    head.pictures = try pieces.write(
      pictures, to: PacketDestination(descriptor: spool.descriptor, path: path), isCancelled: isCancelled,
      progress: progress)
    try PacketFileReader(descriptor: spool.descriptor, path: path).copy(to: draft.destination(head: try head.json))
    return try draft.commit()
  }
}
