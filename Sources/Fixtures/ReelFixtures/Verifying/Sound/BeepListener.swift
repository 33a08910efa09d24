import ReelVideo

/// Finds the beeps in a movie's sound.
struct BeepListener: Sendable {
  private var loud = BeepFinder()
  /// Finds beeps that the other finder takes for silence.
  private var faint = BeepFinder(floor: 0.0008, halving: 0.25)
  /// The end of the sound so far, in seconds.
  private var end: Double?

  /// The time in seconds within which a beep with the same number is an echo.
  private static let longestEcho = 5.0

  /// Adds samples, whose times are later than the movie's by `shift` seconds.
  mutating func add(_ samples: ClipSamples, shift: Double) {
    let start = samples.pts.map { $0.seconds - shift } ?? end ?? 0
    let rate = Double(samples.sampleRate)
    loud.append(samples.samples, start: start, rate: rate)
    faint.append(samples.samples, start: start, rate: rate)
    end = start + Double(samples.samples.count) / rate
  }

  /// The beeps.
  ///
  /// A faint sound counts as a beep only if it carries a number and does not echo a loud beep.
  var beeps: [HeardBeep] {
    let sure = loud.beeps
    return sure
      + faint.beeps.filter { beep in
        beep.number != nil
          && !sure.contains { $0.number == beep.number && abs($0.time - beep.time) < Self.longestEcho }
          && !sure.contains { abs($0.time - beep.time) < 0.2 }
      }
  }
}
