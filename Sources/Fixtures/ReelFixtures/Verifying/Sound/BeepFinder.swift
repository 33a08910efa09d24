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
}

/// Finds the beginnings of beeps in a stream of sound and reads their numbers.
///
/// A beep begins at the first loud sample after a twentieth of a second of quiet. Loud means a third of the loudest
/// sample so far. Volume therefore hardly matters, and neither does the smear of a lossy codec around a beep.
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
  /// The duration of a beep that is read, in seconds.
  private static let length = 0.105

  /// Creates a finder.
  ///
  /// - Parameter floor: The amplitude below which sound never counts as loud.
  init(floor: Float = 0.02) { self.floor = floor }

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
    end = start + Double(samples.count) / rate
    for (index, sample) in samples.enumerated() {
      let level = abs(sample)
      loudest = max(loudest, level)
      take(sample)
      guard level > max(floor, loudest / 3) else { continue }
      let time = start + Double(index) / rate
      if time - quietSince > Self.quiet {
        close()
        let isCut = found.isEmpty && time - first < Self.start
        open = (HeardBeep(time: time, number: nil, level: level, isCut: isCut), [sample])
      }
      quietSince = time
    }
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
    beep.level = open.samples.reduce(0) { max($0, abs($1)) }
    beep.number = BeepCode.number(of: open.samples, rate: rate)
    return beep
  }
}
