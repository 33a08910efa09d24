import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelVideo

/// One part of a film, in the folder that collects all parts.
///
///     let part = try FilmPart(3/8 of the film, in: folder)
///     if try part.isWhole { return }
///     let making = try part.begin()
///     try await making?.recorder.record(frames: part.frames.count)
///     try making?.commit()
package struct FilmPart: FarmPart {
  package let number: PartNumber
  /// The part's frames in the film; empty if there are more parts than segments.
  package let frames: Range<Int>
  package let folder: PartFolder
  package let identity: PartIdentity

  private let segmented: SegmentedFilm
  private let head: PartHead

  /// Works out what the part must contain.
  ///
  /// Nothing is drawn or created.
  ///
  /// - Throws: The errors of `SegmentedFilm` for a film that cannot be divided, and those of
  ///   `FilmDescription.checkFonts()`.
  package init(_ number: PartNumber, of film: FilmDescription, in folder: PartFolder) throws {
    self.number = number
    self.folder = folder
    try film.checkFonts()
    segmented = try SegmentedFilm(film)
    identity = try PartIdentity(film)
    frames = segmented.segments.frames(ofPart: number.number, of: number.count, frameCount: segmented.frameCount)
    head = PartHead(identity, number: number, frames: frames)
  }

  /// Whether the part already exists, complete, of this same film and made by these versions.
  ///
  /// A part that is broken or belongs to another film does not count and is made again.
  package var isWhole: Bool { (try? folder.open(number))?.head == head }

  /// A part being made.
  ///
  /// Without `commit`, nothing is left of it.
  package struct Making {
    /// The recorder of the part; nil for a part without frames.
    package let recorder: Recorder?
    fileprivate let draft: PartDraft

    /// Gives the recorded part its final name and returns its size in bytes.
    package func commit() throws -> Int { try draft.commit() }
  }

  /// Prepares the folder and opens the file that the part is written to.
  ///
  /// - Throws: `OutputError` if that fails; the errors of `FilmDescription.source()`.
  package func begin() throws -> Making {
    let draft = try PartDraft(number, of: identity, in: folder)
    let destination = draft.destination(head: try head.json)
    if frames.isEmpty { try destination.writeNothing() }
    return Making(recorder: frames.isEmpty ? nil : try segmented.recorder(of: frames, to: destination), draft: draft)
  }
}
