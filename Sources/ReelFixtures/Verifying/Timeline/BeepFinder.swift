/// Finds where beeps begin in a stream of sound.
///
/// A beep begins where it gets loud after a twentieth of a second of quiet. Loud is a third of the loudest sample so far, so that neither
/// volume nor what a lossy codec smears around a beep matters much.
struct BeepFinder: Sendable {
  /// When beeps began, in seconds, in order.
  ///
  /// One that is heard from the first sample on may have begun before, and what was moved to before 0 have been cut away: it
  /// counts only where there is no other.
  var onsets: [Double] { isFirstCut && found.count > 1 ? Array(found.dropFirst()) : found }

  private var found: [Double] = []
  private var isFirstCut = false
  private var firstTime: Double?
  private var loudest: Float = 0
  private var quietSince = -Double.infinity

  private static let quiet = 0.05
  /// A lossy codec may swallow some of the first waves.
  private static let start = 0.005
  private static let floor: Float = 0.02

  /// Takes the next samples.
  ///
  /// - Parameters:
  ///   - start: when the first one sounds, in seconds.
  ///   - rate: samples a second.
  mutating func append(_ samples: some Sequence<Float>, start: Double, rate: Double) {
    let first = firstTime ?? start
    firstTime = first
    for (index, sample) in samples.enumerated() {
      loudest = max(loudest, abs(sample))
      guard abs(sample) > max(Self.floor, loudest / 3) else { continue }
      let time = start + Double(index) / rate
      if time - quietSince > Self.quiet {
        if found.isEmpty { isFirstCut = time - first < Self.start }
        found.append(time)
      }
      quietSince = time
    }
  }
}

extension Timeline {
  /// Returns how much later a beep is heard than its flash is seen, in seconds; the median of all beeps.
  ///
  /// The flash is in the first frame at or after each whole second of the clip. Nil where no beep is within half a second of a flash.
  func soundOffset(onsets: [Double]) -> Double? {
    let rate = rates.frames
    guard rate > 0, rate.isFinite else { return nil }
    var flashes: [Double] = []
    var shown = FrameSet()
    for slot in slots where slot.isRead {
      let number = Int(slot.number)
      let second = (Double(number) / rate).rounded(.down)
      // Rounding must not move a flash into the frame after it.
      let flash = Int(nearest: (second * rate - 1e-6).rounded(.up))
      guard number == flash, !shown.contains(number) else { continue }
      shown.insert(number)
      flashes.append(slot.time + second - Double(number) / rate)
    }
    flashes.sort()
    let offsets = onsets.compactMap { onset -> Double? in
      let nearest = flashes.min { abs($0 - onset) < abs($1 - onset) }
      return nearest.flatMap { abs(onset - $0) < 0.5 ? onset - $0 : nil }
    }
    return Rhythm.median(offsets)
  }
}
