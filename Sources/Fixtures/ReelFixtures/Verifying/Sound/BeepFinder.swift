import ReelPlatform

/// A detected beep.
struct HeardBeep: Hashable, Sendable {
  /// The time at which it begins, in seconds.
  var time: Double
  /// The number in its tones, from 0 to 511; nil if they have none.
  var number: Int?
  /// The amplitude of its loudest sample.
  var level: Float
  /// Whether the sound begins with this beep, so that the beep's own beginning may be missing.
  var isCut: Bool
  /// Whether much of its wave is at full scale.
  var isClipped = false
}

/// Finds the beginnings of beeps in a stream of sound and reads their numbers.
///
/// A beep begins at the first loud sample after a twentieth of a second of quiet. Loud means a third of the loudest
/// sample so far, beyond full scale cut off as by a player. Volume therefore hardly matters, and neither does the smear
/// of a lossy codec around a beep.
struct BeepFinder: Sendable {
  /// The beeps so far, in order.
  var beeps: [HeardBeep] { found + (open.map { [read($0)] } ?? []) }

  private var found: [HeardBeep] = []
  private var open: (beep: HeardBeep, samples: [Float])?
  private var rate = 0.0
  private var firstTime: Double?
  /// The end time of the samples so far.
  private var end: Double?
  private var loudest: Float = 0
  private var quietSince = -Double.infinity
  private let floor: Float

  private static let quiet = 0.05
  /// The time in seconds after the start of the sound within which a beep may be cut.
  ///
  /// A lossy codec may lose some of the first periods.
  private static let start = 0.005
  /// The same for a beep without a number: a decoder also loses the packet before the first one of a cut file.
  private static let cutStart = 0.05
  /// The pause in seconds that no codec makes, but a packet before the beginning of the sound does.
  private static let pause = 0.005
  /// The share of samples near full scale that only a clipped wave has, an eighth in a sine, and the level that a codec
  /// gives only to one that it was given too loud.
  private static let clippedShare: Float = 0.25
  private static let beyondScale: Float = 1.25
  /// The duration of a beep that is read, in seconds.
  private static let length = 0.105

  private let halving: Double?

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - floor: The amplitude below which sound never counts as loud.
  ///   - halving: The time in seconds in which half of the loudest sample is forgotten; nil to remember it.
  init(floor: Float = 0.02, halving: Double? = nil) { (self.floor, self.halving) = (floor, halving) }

  /// Adds the next samples.
  ///
  /// - Parameters:
  ///   - samples: The samples, from -1 to 1.
  ///   - start: The time of the first sample in seconds.
  ///   - rate: The sample rate in hertz.
  mutating func append(_ samples: [Float], start: Double, rate: Double) {
    let first = firstTime ?? start
    firstTime = first
    self.rate = rate
    // If times go back, for example in a repeated segment, nothing heard before continues.
    if let end, start < end - Self.quiet {
      close()
      quietSince = -.infinity
    }
    if let end, start > end + Self.pause { endStretch(at: end) }
    end = start + Double(samples.count) / rate
    let fading = Float(halving.map { pow(0.5, 1 / ($0 * rate)) } ?? 1)
    for (index, sample) in samples.enumerated() {
      let level = min(1, abs(sample))
      loudest = max(loudest * fading, level)
      take(sample)
      guard level > max(floor, loudest / 3) else { continue }
      let time = start + Double(index) / rate
      if time - quietSince > Self.quiet {
        close()
        open = (HeardBeep(time: time, number: nil, level: level, isCut: time - first < Self.start), [sample])
      }
      quietSince = time
    }
  }

  /// Forgets a beep that had hardly begun when the sound paused: it is what a codec smeared ahead of the next one.
  private mutating func endStretch(at end: Double) {
    guard let beep = open?.beep, end - beep.time < BeepCode.toneLength else { return }
    (open, quietSince) = (nil, -.infinity)
  }

  private mutating func take(_ sample: Float) {
    guard open != nil else { return }
    open?.samples.append(sample)
    if Double(open?.samples.count ?? 0) >= Self.length * rate { close() }
  }

  private mutating func close() {
    if let open { found.append(read(open)) }
    open = nil
  }

  private func read(_ open: (beep: HeardBeep, samples: [Float])) -> HeardBeep {
    var beep = open.beep
    let highest = open.samples.reduce(0) { max($0, abs($1)) }
    beep.level = min(1, highest)
    beep.number = BeepCode.number(of: open.samples, rate: rate)
    let isEarly = beep.number == nil && beep.time - (firstTime ?? 0) < Self.cutStart
    beep.isCut = found.isEmpty && (beep.isCut || isEarly)
    let full = open.samples.count { abs($0) >= 0.98 }
    beep.isClipped = Float(full) > Self.clippedShare * Float(open.samples.count) || highest > Self.beyondScale
    return beep
  }
}
