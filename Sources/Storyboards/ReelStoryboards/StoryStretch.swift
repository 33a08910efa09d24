import ReelGeometry
import ReelTiming

/// A part of a storyboard's film to look at separately.
///
/// Every frame equals the whole film's frame at that time.
public struct StoryStretch: Hashable, Sendable {
  /// The title of a chapter, or the id of a scene; nil for the whole film.
  public var only: String?
  /// The start, in seconds of the film; nil for the beginning.
  public var from: Double?
  /// The end, in seconds of the film; nil for the end.
  public var to: Double?

  /// Creates the stretch of the whole film.
  public init() {}
}

extension StoryResolver {
  /// The start and end of a stretch; nil for the whole film.
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
    // It begins with the frame shown at that time.
    let rate = storyboard.film.frameRate
    start = rate.seconds(ofFrame: Int(clamping: (start * rate.framesPerSecond + 1e-6).rounded(.down)))
    guard start < end else {
      problems.add(
        .option("--from, --to"),
        "nothing is left of the film, which lasts \(StoryClock.text(film.end)): the stretch would go from \(StoryClock.text(start)) to \(StoryClock.text(end))"
      )
      return nil
    }
    return TimeSpan(start, end)
  }

  /// The start and end of a chapter or scene; notes a problem if none has that name.
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
      "no chapter or scene is called “\(name.namingInvisible(limit: 60))”: "
        + (known.isEmpty ? "give a scene an id or a chapter" : "there are \(known.joined(separator: ", "))"))
    return nil
  }
}
