import ReelLayers

/// A change over a period of time.
struct Change {
  var begin: Double
  var duration: Double
  var curve: TimingCurve

  func value(from: Double, to: Double, at time: Double) -> Double {
    if time >= begin + duration { return to }
    if time <= begin { return from }
    return from.interpolated(to: to, fraction: curve.value(at: (time - begin) / duration))
  }
}
