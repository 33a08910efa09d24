/// The way of one property from one value to another; without its type, as a layer keeps all of its own.
class AnyTrack {
  /// Whether the property changes what its layer draws.
  let redraws: Bool
  /// The time at which the value is reached.
  let end: Double
  /// Whether the property has come to rest, at the end of its way or because its layer has left the stage.
  private(set) var isOver = false

  init(end: Double, redraws: Bool) {
    self.end = end
    self.redraws = redraws
  }

  /// Puts the property to rest at the end of its way.
  func finish() { isOver = true }

  /// Returns whether the value at a time differs from the one shown last, and notes it as shown.
  func show(at time: Double) -> Bool { false }
}

/// The way of one property from one value to another: a pure function of time.
final class Track<Value: Interpolatable>: AnyTrack {
  private let from: Value
  private let to: Value
  private let begin: Double
  private let duration: Double
  private let curve: TimingCurve
  /// The value in the frame that was drawn last.
  private(set) var shown: Value

  init(
    from: Value, to: Value, begin: Double, duration: Double, curve: TimingCurve, shown: Value, redraws: Bool
  ) {
    self.from = from
    self.to = to
    self.begin = begin
    self.duration = duration
    self.curve = curve
    self.shown = shown
    super.init(end: begin + duration, redraws: redraws)
  }

  func value(at time: Double) -> Value {
    if isOver || time >= end { return to }
    if time <= begin { return from }
    return from.interpolated(to: to, fraction: curve.value(at: (time - begin) / duration))
  }

  override func show(at time: Double) -> Bool {
    let value = value(at: time)
    defer { shown = value }
    return value != shown
  }
}
