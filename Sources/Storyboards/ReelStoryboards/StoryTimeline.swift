import ReelFilms
import ReelGeometry
import ReelScenes

/// The start and end of everything in a film, as text.
public struct StoryTimeline: Sendable {
  private let film: FilmDescription

  /// Creates the timeline of a film.
  ///
  /// - Parameter film: The description of a storyboard, or of any film.
  public init(_ film: FilmDescription) { self.film = film }

  /// A line for each scene, transition, caption and overlay, ordered by start; the last line is the film's length.
  public var lines: [String] {
    var rows: [(start: Double, end: Double, what: String)] = []
    var begin = 0.0
    for entry in film.scenes.entries {
      if let story = entry.scene as? StoryFilm {
        rows += Self.rows(of: story)
      } else if let length = entry.duration {
        rows.append((begin, begin + length, type(of: entry.scene).kind))
        begin += length
      }
    }
    let end = (try? film.duration) ?? begin
    for piece in film.tracks.sound.pieces {
      let name = piece.path.split(separator: "/").last.map(String.init) ?? piece.path
      rows.append((piece.start, min(piece.end ?? end, end), "sound: \(name.onOneLine(limit: 60))"))
    }
    var lines = rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map {
      _, row in
      "\(Self.text(row.start)) – \(Self.text(row.end))  \(row.what)"
    }
    if let count = try? film.frameCount {
      lines.append("\(count) frames of \(film.film.size) at \(film.film.frameRate) a second")
    }
    return lines
  }

  private static func rows(of story: StoryFilm) -> [(start: Double, end: Double, what: String)] {
    var rows: [(start: Double, end: Double, what: String)] = []
    for (index, page) in story.pages.enumerated() {
      rows += self.rows(of: page.parts)
      if index + 1 < story.pages.count, page.transition.overlap > 0 {
        rows.append((story.pages[index + 1].start, page.end, "transition: \(page.transition.name)"))
      }
    }
    rows += story.chapters.map { ($0.start, $0.start, "chapter: \($0.title.onOneLine(limit: 60))") }
    rows += story.captions.map { ($0.start, $0.end, "caption: \($0.text.onOneLine(limit: 60))") }
    rows += story.overlays.map {
      ($0.start, $0.end, "overlay: \($0.scene.map { type(of: $0.scene).kind } ?? $0.look.kind.rawValue)")
    }
    return rows
  }

  private static func rows(of parts: [StoryFilm.Part]) -> [(start: Double, end: Double, what: String)] {
    parts.flatMap { part in
      (part.scene.map { [(part.start, part.end, type(of: $0.scene).kind)] } ?? []) + rows(of: part.parts ?? [])
    }
  }

  /// Seconds with three decimals, padded to align in columns.
  private static func text(_ seconds: Double) -> String {
    let thousandths = Int(clamping: (seconds * 1000).rounded())
    let digits = "\(1000 + thousandths % 1000)".dropFirst()
    let whole = "\(thousandths / 1000)"
    return String(repeating: " ", count: max(0, 5 - whole.count)) + "\(whole).\(digits)"
  }
}
