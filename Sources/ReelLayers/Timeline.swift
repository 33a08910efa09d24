/// The actions of a stage that are still to come, in the order in which they are due.
struct Timeline {
  /// What comes first among actions that are due at the same time.
  enum Rank: Int {
    /// What ends has ended before the next thing begins.
    case completion, action
  }

  struct Entry {
    let time: Double
    let rank: Rank
    let action: () -> Void
  }

  /// The latest first, so that the next one is taken from the end.
  private var entries: [Entry] = []

  /// Adds an action behind those of the same time and rank.
  mutating func add(at time: Double, rank: Rank, _ action: @escaping () -> Void) {
    let entry = Entry(time: time, rank: rank, action: action)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let other = entries[middle]
      if (other.time, other.rank.rawValue) > (time, rank.rawValue) { low = middle + 1 } else { high = middle }
    }
    entries.insert(entry, at: low)
  }

  /// Takes out the next action that is due at a time or was due before it.
  mutating func next(dueAt time: Double) -> Entry? {
    guard let last = entries.last, last.time <= time else { return nil }
    return entries.removeLast()
  }
}
