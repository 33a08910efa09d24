import ReelTiming
import ReelVideo

/// A chapter of a film as a range of frames.
public struct ChapterFrames: Hashable, Sendable {
  /// The name of the chapter.
  public var title: String
  /// The chapter's frames in the film; at least one.
  public var frames: Range<Int>
}

extension FilmDescription {
  /// The chapters in order of time, each ending where the next one begins.
  ///
  /// A chapter's frames are those shown from its beginning on. A chapter without frames is omitted, because the next one begins at once
  /// or the film ends first. Frames before the first chapter form a chapter of their own, as in `FilmTracks.chaptersFromStart`.
  ///
  /// - Throws: The errors of `frameCount`.
  public var chapterFrames: [ChapterFrames] {
    get throws {
      let end = try frameCount
      let sorted = tracks.chaptersFromStart.enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }.map(\.element)
      let starts = sorted.map { chapter in
        // A billionth of a frame absorbs the error of decimals that have no exact binary form.
        let first = (chapter.start * film.frameRate.framesPerSecond - 1e-9).rounded(.up)
        return Int(clamping: max(0, min(first, Double(end))))
      }
      return zip(sorted, zip(starts, starts.dropFirst() + [end])).compactMap { chapter, range in
        range.0 < range.1 ? ChapterFrames(title: chapter.title, frames: range.0..<range.1) : nil
      }
    }
  }
}
