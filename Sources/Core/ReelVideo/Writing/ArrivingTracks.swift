import Synchronization

/// The chapters and captions that come while a film is recorded.
package final class ArrivingTracks: Sendable {
  /// A chapter or caption, and when it begins, in seconds of the film.
  typealias Mark = (mark: PictureMark, seconds: Double)

  private let marks = Mutex<[Mark]>([])

  /// A time after the end of every film: a caption lasts until the next one.
  private static let open = 1e9

  /// Creates tracks to which nothing has come.
  package init() {}

  /// Adds what begins at a time; times never go back.
  package func add(_ mark: PictureMark, at seconds: Double) { marks.withLock { $0.append((mark, seconds)) } }

  /// Returns what came after a number of marks.
  func marks(after count: Int) -> [Mark] { marks.withLock { Array($0.dropFirst(count)) } }

  /// Adds what has come so far to the tracks of a film.
  func add(to tracks: inout FilmTracks) {
    var cues: [CaptionTrack.Cue] = []
    for (mark, seconds) in marks(after: 0) {
      switch mark {
      case .chapter(let title): tracks.chapters.append(FilmChapter(title, at: seconds))
      case .caption(let text):
        if let last = cues.indices.last, cues[last].end > seconds { cues[last].end = seconds }
        if !text.isEmpty { cues.append(.init(text, from: seconds, to: Self.open)) }
      }
    }
    cues.removeAll { $0.start >= $0.end }
    if !cues.isEmpty { tracks.captions.append(CaptionTrack(cues)) }
  }
}

extension ArrivingTracks: Hashable {
  /// Whether both are the same tracks.
  package static func == (left: ArrivingTracks, right: ArrivingTracks) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
