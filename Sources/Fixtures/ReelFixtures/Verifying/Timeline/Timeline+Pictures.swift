extension Timeline {
  /// The state of a picture, or of a frame of the clip, in a drawing of the timeline.
  enum State: Int, Comparable, CaseIterable {
    case good, duplicated, reordered, unreadable, foreign, dropped

    static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }
  }

  /// Returns the state of each picture of the movie, in columns; a column has its worst state.
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

  /// Returns the state of each frame of the clip, in columns; a column has its worst state.
  func frameStates(columns: Int) -> [State] {
    let highest = slots.lazy.filter(\.isRead).map(\.number).max()
    let count = reference.frameCount ?? highest.map { Int($0) + 1 } ?? 0
    guard count > 0 else { return [] }
    var states = [State](repeating: .good, count: min(columns, count))
    /// Marks whole columns, because a short movie can list a million frames again and again.
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

  /// Returns a limited number of points on the line through times and frame numbers.
  func points(most: Int) -> [(time: Double, number: Int)] {
    let read = slots.filter(\.isRead)
    guard read.count > most, most > 1 else { return read.map { ($0.time, Int($0.number)) } }
    return (0..<most).map { index in
      let slot = read[index * (read.count - 1) / (most - 1)]
      return (slot.time, Int(slot.number))
    }
  }
}
