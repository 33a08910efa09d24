/// Brings a terminal to any moment of a session.
///
/// It goes on from where it is. To go back, it begins again from one of a few moments that it keeps.
package struct CastPlayer {
  /// The terminal at the moment that was shown last.
  package private(set) var terminal: Terminal

  private let events: [Cast.TimedEvent]
  private let timing: CastTiming
  /// The number of events that the terminal has been given.
  private(set) var next = 0
  private var kept: [(next: Int, terminal: Terminal)]
  /// The bytes since the last moment that was kept.
  private var bytesSinceKept = 0

  /// How many bytes lie between two moments that are kept at least, and how many moments there are at most.
  private static let (keptEvery, keptLimit) = (1 << 18, 64)

  /// When something happened last, in seconds of the film.
  package var lastChange: Double { next > 0 ? timing.times[next - 1] : 0 }

  /// Begins a session.
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
      // `utf8` of a native string is contiguous: the closure is called with its own memory.
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
