/// Shows any moment of a session in a terminal.
///
/// It plays on from the current moment. To go back, it starts again from one of a few saved moments.
package struct CastPlayer {
  /// The terminal at the current moment.
  package private(set) var terminal: Terminal

  private let events: [Cast.TimedEvent]
  private let timing: CastTiming
  /// The number of events played.
  private(set) var next = 0
  private var kept: [(next: Int, terminal: Terminal)]
  /// The number of bytes since the last saved moment.
  private var bytesSinceKept = 0

  /// The least number of bytes between saved moments, and the most saved moments.
  private static let (keptEvery, keptLimit) = (1 << 18, 64)

  /// The time of the last event, in seconds of the film.
  package var lastChange: Double { next > 0 ? timing.times[next - 1] : 0 }

  /// Creates a player at the beginning of a session.
  package init(_ cast: Cast, _ timing: CastTiming) {
    events = cast.events
    self.timing = timing
    terminal = Terminal(columns: cast.columns, rows: cast.rows)
    kept = [(0, terminal)]
  }

  /// Shows the moment of the film at a time in seconds.
  package mutating func show(_ time: Double) {
    if next > 0, timing.times[next - 1] > time { goBack(to: time) }
    while next < timing.count, timing.times[next] <= time { step() }
  }

  private mutating func step() {
    switch events[next].event {
    case .output(let text):
      // `utf8` of a native string is contiguous, so the closure is called without a copy.
      if text.utf8.withContiguousStorageIfAvailable({ terminal.feed($0) }) == nil { terminal.feed(Array(text.utf8)) }
      bytesSinceKept += text.utf8.count
    case .resize(let columns, let rows):
      terminal.resize(columns: columns, rows: rows)
    case .input, .marker: break
    }
    next += 1
    guard bytesSinceKept >= Self.keptEvery, next > kept.last?.next ?? 0, kept.count < Self.keptLimit else { return }
    kept.append((next, terminal))
    bytesSinceKept = 0
  }

  private mutating func goBack(to time: Double) {
    let moment = kept.last { $0.next == 0 || timing.times[$0.next - 1] <= time } ?? kept[0]
    (next, terminal) = moment
    bytesSinceKept = 0
  }
}
