/// The timing of a transaction's changes.
struct Timing {
  /// The length of one run, in seconds of the layer's own time.
  var duration: Double
  /// The delay before the first run, in seconds.
  var delay = 0.0
  var curve = TimingCurve.ease
  var repetition = Repetition.once

  /// The seconds until the changes are complete.
  var length: Double { duration == 0 ? delay : delay + duration * repetition.count }

  /// Returns the fraction of the change at a number of seconds after the first run began, which must be within the runs.
  func fraction(after seconds: Double) -> Double {
    let runs = seconds / duration
    // Rounding may end the last run slightly early.
    let run = min(runs.rounded(.down), repetition.count - 1)
    let isBack = repetition.autoreverses && run.truncatingRemainder(dividingBy: 2) == 1
    return curve.value(at: isBack ? 1 - (runs - run) : runs - run)
  }
}
