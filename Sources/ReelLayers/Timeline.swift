/// The actions of a stage that are still to come, in the order in which they are due.
struct Timeline {
  /// What comes first among actions that are due at the same time.
  enum Rank: Int {
    /// What ends has ended before the next thing begins.
    case completion, action
  }

  struct Entry {
    /// The stage's time at which it is due; infinite while it never is.
    fileprivate(set) var time: Double
    let rank: Rank
    /// The layer in whose time it was scheduled; nil for the stage's own, and when the layer is no more.
    fileprivate(set) weak var clock: Layer?
    /// The time of the layer.
    fileprivate let localTime: Double
    let action: () -> Void
  }

  /// The latest first, so that the next one is taken from the end.
  private var entries: [Entry] = []

  /// Adds an action behind those of the same time and rank.
  ///
  /// - Parameters:
  ///   - time: When it is due, in the time of `clock`.
  ///   - clock: A layer; nil for the stage's time.
  mutating func add(at time: Double, of clock: Layer? = nil, rank: Rank, _ action: @escaping () -> Void) {
    let due = clock.map { $0.stageTime(of: time) } ?? time
    insert(Entry(time: due, rank: rank, clock: clock, localTime: time, action: action))
  }

  private mutating func insert(_ entry: Entry) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let other = entries[middle]
      if (other.time, other.rank.rawValue) > (entry.time, entry.rank.rawValue) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    entries.insert(entry, at: low)
  }

  /// Finds anew when the actions are due that were scheduled in the time of layers which are still on a stage.
  mutating func reschedule() {
    guard entries.contains(where: { $0.clock != nil }) else { return }
    let old = entries
    entries = []
    for var entry in old.reversed() {
      if let clock = entry.clock, clock.stage != nil { entry.time = clock.stageTime(of: entry.localTime) }
      insert(entry)
    }
  }

  /// Takes out the next action that is due at a time or was due before it.
  mutating func next(dueAt time: Double) -> Entry? {
    guard let last = entries.last, last.time <= time else { return nil }
    return entries.removeLast()
  }
}
