/// The pending actions of a stage, in due order.
struct ActionSchedule {
  /// The order of actions due at the same time.
  enum Rank: Int {
    /// Completions come before actions.
    case completion, action
  }

  struct Entry {
    /// The stage's time at which the action is due; infinite for never.
    fileprivate(set) var time: Double
    let rank: Rank
    /// The layer in whose time the action was scheduled; nil for the stage's own time, or if the layer is gone.
    fileprivate(set) weak var clock: Layer?
    /// The layer's time at which the action is due.
    fileprivate let localTime: Double
    let action: () -> Void
  }

  /// The entries in reverse order, so that the next one is last.
  private var entries: [Entry] = []

  /// Adds an action after existing ones of the same time and rank.
  ///
  /// - Parameters:
  ///   - time: The due time, in the time of `clock`.
  ///   - clock: A layer, or nil for the stage's time.
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

  /// Recomputes the due times of actions scheduled in the time of layers still on a stage.
  mutating func reschedule() {
    guard entries.contains(where: { $0.clock != nil }) else { return }
    let old = entries
    entries = []
    for var entry in old.reversed() {
      if let clock = entry.clock, clock.stage != nil { entry.time = clock.stageTime(of: entry.localTime) }
      insert(entry)
    }
  }

  /// Removes and returns the next action due at or before a time.
  mutating func next(dueAt time: Double) -> Entry? {
    guard let last = entries.last, last.time <= time else { return nil }
    return entries.removeLast()
  }
}
