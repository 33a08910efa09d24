import ReelTiming
import ReelVideo

/// A chapter of a film in frames.
public struct ChapterFrames: Hashable, Sendable {
  /// The name of the chapter.
  public var title: String
  /// Its frames in the film; one at least.
  public var frames: Range<Int>
}

extension FilmDescription {
  /// The chapters in the order of their times, each up to the next one.
  ///
  /// A chapter has the frames that are shown from its beginning on. One without any, because the next one begins at once or the film
  /// ends before it, is left out, and what comes before the first one is a chapter of its own, as in `FilmTracks.chaptersFromStart`.
  ///
  /// - Throws: As `frameCount` does.
  public var chapterFrames: [ChapterFrames] {
    get throws {
      let end = try frameCount
      let sorted = tracks.chaptersFromStart.enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }.map(\.element)
      let starts = sorted.map { chapter in
        // A billionth of a frame forgives decimals that binary numbers can't hold.
        let first = (chapter.start * film.frameRate.framesPerSecond - 1e-9).rounded(.up)
        return Int(clamping: max(0, min(first, Double(end))))
      }
      return zip(sorted, zip(starts, starts.dropFirst() + [end])).compactMap { chapter, range in
        range.0 < range.1 ? ChapterFrames(title: chapter.title, frames: range.0..<range.1) : nil
      }
    }
  }
}
