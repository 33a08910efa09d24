import ReelFilms
import ReelGeometry
import ReelScenes
import ReelTiming
import ReelVideo

/// The start and end of everything in a film, as text.
public struct StoryTimeline: Sendable {
  private let film: FilmDescription

  /// Creates the timeline of a film.
  ///
  /// - Parameter film: The description of a storyboard, or of any film.
  public init(_ film: FilmDescription) { self.film = film }

  /// A line for each scene, transition, caption and overlay, ordered by start; the last line is the film's length.
  public var lines: [String] {
    var rows: [(time: TimeSpan, what: String)] = []
    var begin = 0.0
    for entry in film.scenes.entries {
      if let story = entry.scene as? StoryFilm {
        rows += Self.rows(of: story)
      } else if let length = entry.duration {
        rows.append((TimeSpan(begin, begin + length), type(of: entry.scene).kind))
        begin += length
      }
    }
    let end = (try? film.duration) ?? begin
    for piece in film.tracks.sound.pieces {
      let name = piece.path.split(separator: "/").last.map(String.init) ?? piece.path
      let own = piece.loops ? nil : (try? piece.duration).map { piece.start + $0 }
      let time = TimeSpan(piece.start, [piece.end, own, end].compactMap(\.self).min() ?? end)
      rows.append((time, "sound: \(name.onOneLine(limit: 60))"))
    }
    let sorted = rows.enumerated().sorted {
      ($0.element.time.start, $0.offset) < ($1.element.time.start, $1.offset)
    }
    var lines = sorted.map { _, row in "\(Self.text(row.time.start)) – \(Self.text(row.time.end))  \(row.what)" }
    if let count = try? film.frameCount {
      lines.append("\(count) frames of \(film.film.size) at \(film.film.frameRate) a second")
    }
    return lines
  }

  private static func rows(of story: StoryFilm) -> [(time: TimeSpan, what: String)] {
    var rows: [(time: TimeSpan, what: String)] = []
    for (index, page) in story.pages.enumerated() {
      rows += self.rows(of: page.parts, until: page.end)
      if index + 1 < story.pages.count, page.transition.overlap > 0 {
        rows.append((TimeSpan(story.pages[index + 1].start, page.end), "transition: \(page.transition.name)"))
      }
    }
    rows += story.chapters.map { (TimeSpan($0.start, $0.start), "chapter: \($0.title.onOneLine(limit: 60))") }
    rows += story.captions.map { (TimeSpan($0.start, $0.end), "caption: \($0.text.onOneLine(limit: 60))") }
    rows += story.allOverlays.map {
      (TimeSpan($0.start, $0.end), "overlay: \($0.scene.map { type(of: $0.scene).kind } ?? $0.look.kind.rawValue)")
    }
    return rows
  }

  /// The scenes of a page or a group, which end with it at the latest.
  private static func rows(of parts: [StoryFilm.Part], until end: Double) -> [(time: TimeSpan, what: String)] {
    var rows: [(time: TimeSpan, what: String)] = []
    let isGrouped = parts.contains { $0.parts != nil }
    for part in parts {
      let time = TimeSpan(part.start, min(part.end, end))
      // The ground of columns is not a scene of its own.
      if let scene = part.scene?.scene, !(isGrouped && scene is BlankScene) {
        rows.append((time, type(of: scene).kind))
      }
      rows += self.rows(of: part.parts ?? [], until: time.end)
    }
    return rows
  }

  /// Seconds with three decimals, padded to align in columns.
  private static func text(_ seconds: Double) -> String {
    let thousandths = Int(clamping: (seconds * 1000).rounded())
    let digits = "\(1000 + thousandths % 1000)".dropFirst()
    let whole = "\(thousandths / 1000)"
    return String(repeating: " ", count: max(0, 5 - whole.count)) + "\(whole).\(digits)"
  }
}
