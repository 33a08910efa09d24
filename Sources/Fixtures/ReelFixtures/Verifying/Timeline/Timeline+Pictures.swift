extension Timeline {
  /// What a picture, or a frame of the clip, is in a drawing of the timeline.
  enum State: Int, Comparable, CaseIterable {
    case good, duplicated, reordered, unreadable, foreign, dropped

    static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }
  }

  /// Returns what each picture of the movie is; of several in one column the worst.
  func pictureStates(columns: Int) -> [State] {
    let slots = slots
    var states = [State](repeating: .good, count: min(columns, slots.count))
    var (highest, previous): (Int32, Int32) = (-1, -1)
    for (index, slot) in slots.enumerated() {
      let state: State =
        switch slot.kind {
        case .foreign: .foreign
        case .unreadable, .blended, .torn: .unreadable
        case .frame where slot.number == previous: .duplicated
        case .frame: slot.number < highest ? .reordered : .good
        }
      if slot.isRead { (highest, previous) = (max(highest, slot.number), slot.number) }
      let column = index * states.count / slots.count
      states[column] = max(states[column], state)
    }
    return states
  }

  /// Returns whether each frame of the clip is seen; of several in one column the worst.
  func frameStates(columns: Int) -> [State] {
    let highest = slots.lazy.filter(\.isRead).map(\.number).max()
    let count = reference.frameCount ?? highest.map { Int($0) + 1 } ?? 0
    guard count > 0 else { return [] }
    var states = [State](repeating: .good, count: min(columns, count))
    /// A column at a time: a few lines of a movie can tell of a million frames again and again.
    func mark(_ span: Finding.Span, _ state: State) {
      guard span.first < count else { return }
      let first = span.first * states.count / count
      for column in first...min(span.last, count - 1) * states.count / count {
        states[column] = max(states[column], state)
      }
    }
    for finding in findings {
      let state: State? =
        switch finding.kind {
        case .dropped: .dropped
        case .duplicated, .frozen, .stale: .duplicated
        case .reordered: .reordered
        default: nil
        }
      guard let state else { continue }
      for span in finding.spans { mark(span, state) }
    }
    return states
  }

  /// Returns at most so many points of the line that leads through times and frame numbers.
  func points(most: Int) -> [(time: Double, number: Int)] {
    let read = slots.filter(\.isRead)
    guard read.count > most, most > 1 else { return read.map { ($0.time, Int($0.number)) } }
    return (0..<most).map { index in
      let slot = read[index * (read.count - 1) / (most - 1)]
      return (slot.time, Int(slot.number))
    }
  }
}
