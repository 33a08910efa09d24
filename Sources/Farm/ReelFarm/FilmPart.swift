import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelVideo

/// One part of a film, in the folder where all of them gather.
///
///     let part = try FilmPart(3/8 of the film, in: folder)
///     if try part.isWhole { return }
///     let making = try part.begin()
///     try await making?.recorder.record(frames: part.frames.count)
///     try making?.commit()
package struct FilmPart: FarmPart {
  package let number: PartNumber
  /// Its frames in the film; none if there are more parts than segments.
  package let frames: Range<Int>
  package let folder: PartFolder
  package let identity: PartIdentity

  private let pieces: FilmPieces
  private let head: PartHead

  /// Works out what the part has to be; nothing is drawn or created.
  ///
  /// - Throws: As `FilmPieces` does for a film that cannot be made in parts.
  package init(_ number: PartNumber, of film: FilmDescription, in folder: PartFolder) throws {
    self.number = number
    self.folder = folder
    pieces = try FilmPieces(film)
    identity = try PartIdentity(film)
    frames = pieces.segments.frames(ofPart: number.number, of: number.count, frameCount: pieces.frameCount)
    head = PartHead(identity, number: number, frames: frames)
  }

  /// Whether it is there already, whole and of this very film and these versions.
  ///
  /// One that is broken, or is of another film, is not: it is made again.
  package var isWhole: Bool { (try? folder.open(number))?.head == head }

  /// A part in the making; without `commit` nothing is left of it.
  package struct Making {
    /// Records the part; nil for one without frames.
    package let recorder: Recorder?
    fileprivate let draft: PartDraft

    /// Gives the part its name, once it is recorded, and returns its size in bytes.
    package func commit() throws -> Int { try draft.commit() }
  }

  /// Prepares the folder, and opens the file in which the part grows.
  ///
  /// - Throws: `OutputError` where that fails; as `FilmDescription.source()` does.
  package func begin() throws -> Making {
    let draft = try PartDraft(number, of: identity, in: folder)
    let destination = draft.destination(head: try head.json)
    if frames.isEmpty { try destination.writeNothing() }
    return Making(recorder: frames.isEmpty ? nil : try pieces.recorder(of: frames, to: destination), draft: draft)
  }
}
