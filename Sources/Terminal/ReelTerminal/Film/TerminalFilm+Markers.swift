import ReelGeometry

extension TerminalFilm {
  /// A marker of the recording, and its time in the film.
  public struct Marker: Hashable, Sendable {
    /// The label, or a text such as "Marker 2" if it has none.
    public var label: String
    /// The time in seconds of the film.
    public var time: Double
  }

  /// The markers that the film shows, in order of time; they become its chapters.
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

  /// Whether the recording includes keys.
  public var hasKeys: Bool {
    cast.events.contains { if case .input = $0.event { true } else { false } }
  }
}
