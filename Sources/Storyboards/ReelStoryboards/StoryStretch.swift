import ReelGeometry
import ReelTiming

/// A part of the film of a storyboard, to look at it alone: every frame is the one that the whole film has there.
public struct StoryStretch: Hashable, Sendable {
  /// The title of a chapter, or the id of a scene; nil for all of them.
  public var only: String?
  /// Where it begins, in seconds of the film; nil for the beginning.
  public var from: Double?
  /// Where it ends, in seconds of the film; nil for the end.
  public var to: Double?

  /// Creates the stretch of the whole film.
  public init() {}
}

extension StoryResolver {
  /// When a stretch begins and ends; nil for all of the film.
  func clip(
    _ stretch: StoryStretch, _ film: StoryFilm, _ times: [Int: TimeSpan]
  ) -> TimeSpan? {
    guard stretch != StoryStretch() else { return nil }
    var (start, end) = (0.0, film.end)
    if let name = stretch.only {
      guard let named = span(named: name, film, times) else { return nil }
      (start, end) = (named.start, named.end)
    }
    if let from = stretch.from { start = max(start, from) }
    if let to = stretch.to { end = min(end, to) }
    // It begins at the frame that is shown then.
    let rate = storyboard.film.frameRate
    start = rate.seconds(ofFrame: Int(clamping: (start * rate.framesPerSecond + 1e-6).rounded(.down)))
    guard start < end else {
      problems.add(
        .option("--from, --to"),
        "nothing is left of the film, which lasts \(StoryClock.text(film.end)): it would go from \(StoryClock.text(start)) to \(StoryClock.text(end))"
      )
      return nil
    }
    return TimeSpan(start, end)
  }

  /// When a chapter or scene begins and ends; notes a problem where there is none of that name.
  private func span(
    named name: String, _ film: StoryFilm, _ times: [Int: TimeSpan]
  ) -> TimeSpan? {
    let chapters = film.chapters.sorted { $0.start < $1.start }
    if let index = chapters.firstIndex(where: { $0.title == name }) {
      return TimeSpan(chapters[index].start, index + 1 < chapters.count ? chapters[index + 1].start : film.end)
    }
    if let index = items.firstIndex(where: { $0.id == name }), let time = times[index] { return time }
    let known = chapters.map(\.title) + items.compactMap(\.id)
    problems.add(
      .option("--only"),
      "there is no chapter or scene “\(name.namingInvisible(limit: 60))”: "
        + (known.isEmpty ? "give a scene an id or a chapter" : "there are \(known.joined(separator: ", "))"))
    return nil
  }
}
