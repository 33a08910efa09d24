import ReelGeometry

extension TerminalFilm {
  /// A moment that somebody marked while recording, and when the film shows it.
  public struct Marker: Hashable, Sendable {
    /// What it was called; "Marker 2" where it has no label.
    public var label: String
    /// When it is shown, in seconds of the film.
    public var time: Double
  }

  /// The marked moments that the film shows, in the order of time; a film has them as chapters.
  public var markers: [Marker] {
    let timing = timing
    let length = timing.duration + replay.hold
    var markers: [Marker] = []
    for (event, time) in zip(cast.events, timing.times) {
      guard case .marker(let label) = event.event, event.time >= replay.from else { continue }
      let name = label.onOneLine(limit: 200)
      markers.append(
        Marker(label: name.isEmpty ? "Marker \(markers.count + 1)" : name, time: shownTime(of: time, length: length)))
    }
    return loopOffset > 0 ? markers.sorted { $0.time < $1.time } : markers
  }

  /// Whether the recording tells which keys were pressed.
  public var hasKeys: Bool {
    cast.events.contains { if case .input = $0.event { true } else { false } }
  }
}
