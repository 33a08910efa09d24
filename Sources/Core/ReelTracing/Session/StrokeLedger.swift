/// Tracks which strokes of a session count: undo removes the stroke that began last, redo restores it.
package struct StrokeLedger: Sendable {
  /// The stroke of each finger that is down.
  private var open: [Int: Int] = [:]
  /// The strokes that count, in the order of their beginnings.
  private var done: [Int] = []
  /// The strokes that can be restored, the latest last.
  private var undone: [Int] = []
  private var counts: [Bool] = []

  package init() {}

  /// Whether there is a stroke to undo.
  package var canUndo: Bool { !done.isEmpty }
  /// Whether there is a stroke to redo.
  package var canRedo: Bool { !undone.isEmpty }

  /// Whether a stroke counts.
  package func counts(_ stroke: Int) -> Bool { counts[stroke] }

  /// Records an event, and returns its stroke; nil if no finger is down or comes down.
  ///
  /// A new stroke clears the undone strokes. A finger that moves without having come down comes down there, as in `Tracer`.
  package mutating func handle(_ event: TouchEvent) -> Int? {
    switch event.phase {
    case .began: return begin(event.touch)
    case .moved: return open[event.touch] ?? begin(event.touch)
    case .ended, .cancelled: return open.removeValue(forKey: event.touch)
    }
  }

  private mutating func begin(_ touch: Int) -> Int {
    let stroke = counts.count
    open[touch] = stroke
    counts.append(true)
    done.append(stroke)
    undone = []
    return stroke
  }

  /// Undoes the stroke that began last; returns false if there is none.
  package mutating func undo() -> Bool {
    guard let stroke = done.popLast() else { return false }
    counts[stroke] = false
    undone.append(stroke)
    return true
  }

  /// Restores the stroke that was undone last; returns false if there is none.
  package mutating func redo() -> Bool {
    guard let stroke = undone.popLast() else { return false }
    counts[stroke] = true
    done.append(stroke)
    return true
  }
}

extension TraceSession.Other {
  /// An undo or redo, as a line of a session: `[milliseconds,"undo"]`.
  package enum Step: String, Sendable {
    case undo, redo
  }

  /// The line's undo or redo; nil for any other line.
  package var step: Step? {
    let bytes = text.utf8.filter { !TraceSessionReader.isSpace($0) }
    if bytes.last != UInt8(ascii: "]") { return nil }
    return [Step.undo, .redo].first {
      bytes.suffix($0.rawValue.utf8.count + 4).elementsEqual(",\"\($0.rawValue)\"]".utf8)
    }
  }

  /// Whether the line adds data to the preceding event: `[milliseconds,"pressure",0.5,touch]`.
  var isOfEvent: Bool { text.firstRange(of: "\"pressure\"") != nil && text.first == "[" }
}

extension TraceSession {
  /// Returns the ledger of all strokes, and the stroke of each event.
  package func ledger() -> (StrokeLedger, strokes: [Int?]) {
    var ledger = StrokeLedger()
    var strokes: [Int?] = []
    var waiting = others[...]
    func take(_ other: Other) {
      switch other.step {
      case .undo: _ = ledger.undo()
      case .redo: _ = ledger.redo()
      case nil: break
      }
    }
    for (index, event) in events.enumerated() {
      while let other = waiting.first, other.eventsBefore <= index { take(waiting.removeFirst()) }
      strokes.append(ledger.handle(event))
    }
    waiting.forEach(take)
    return (ledger, strokes)
  }

  /// Returns the session without undone strokes, and without the undo and redo lines.
  ///
  /// A session without such lines is returned unchanged. The times of the remaining strokes also stay unchanged.
  public func leavingOutUndone() -> TraceSession {
    guard others.contains(where: { $0.step != nil }) else { return self }
    let (ledger, strokes) = ledger()
    var kept = TraceSession(header: header)
    var waiting = others[...]
    var isLastKept = true
    func take(_ other: Other) {
      guard other.step == nil, isLastKept || !other.isOfEvent else { return }
      kept.others.append(Other(text: other.text, eventsBefore: kept.events.count))
    }
    for (index, event) in events.enumerated() {
      while let other = waiting.first, other.eventsBefore <= index { take(waiting.removeFirst()) }
      isLastKept = strokes[index].map(ledger.counts) ?? true
      if isLastKept { kept.events.append(event) }
    }
    waiting.forEach(take)
    return kept
  }
}
