import ReelTracing

/// The lines of a session without expected paths, which are not judged.
struct PlainLines {
  private var last: [Int: TouchEvent] = [:]

  mutating func handle(_ event: TouchEvent) -> [TracedLine] {
    defer { last[event.touch] = event.phase == .began || event.phase == .moved ? event : nil }
    guard event.phase != .began, event.phase != .cancelled, let before = last[event.touch] else { return [] }
    return [
      TracedLine(
        start: before.point, end: event.point, startMilliseconds: before.milliseconds,
        endMilliseconds: event.milliseconds, touch: event.touch, isInside: true)
    ]
  }
}
