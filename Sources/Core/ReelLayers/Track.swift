/// The type-erased animation of one property.
class AnyTrack {
  /// The effect of the property on screen.
  let effect: LayerEffect
  /// The layer's time at which the value is reached.
  let end: Double
  /// Whether the animation has ended, by itself or because its layer left the stage.
  private(set) var isOver = false

  init(end: Double, effect: LayerEffect) {
    self.end = end
    self.effect = effect
  }

  /// Ends the animation at its final value.
  func finish() { isOver = true }

  /// Returns whether a frame at a time of the layer must check the property.
  func isDue(at time: Double) -> Bool { false }

  /// Returns whether the value at a time differs from the last one shown, and records it as shown.
  func show(at time: Double) -> Bool { false }
}

/// The animation of one property: a pure function of its layer's time.
final class Track<Value: Interpolatable>: AnyTrack {
  private let from: Value
  private let to: Value
  private let begin: Double
  private let timing: Timing
  /// The animation that runs before this one begins.
  private var before: Track?
  /// The value in the last drawn frame.
  private(set) var shown: Value

  /// Creates an animation that begins at or after `now`, the layer's time, from the property's value at that time.
  init(
    from value: Value, before: Track?, to: Value, now: Double, timing: Timing, shown: Value, effect: LayerEffect
  ) {
    begin = now + timing.delay
    from = before?.value(at: begin) ?? value
    self.before = timing.delay > 0 ? before : nil
    self.to = to
    self.timing = timing
    self.shown = shown
    super.init(end: now + timing.length, effect: effect)
  }

  func value(at time: Double) -> Value {
    if isOver || time >= end { return to }
    if time <= begin { return before?.value(at: time) ?? from }
    return from.interpolated(to: to, fraction: timing.fraction(after: time - begin))
  }

  override func isDue(at time: Double) -> Bool { time >= end || value(at: time) != shown }

  override func show(at time: Double) -> Bool {
    let value = value(at: time)
    defer { shown = value }
    if time > begin { before = nil }
    return value != shown
  }
}
