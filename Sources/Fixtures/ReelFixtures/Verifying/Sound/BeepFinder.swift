/// A detected beep.
struct HeardBeep: Hashable, Sendable {
  /// When it begins, in seconds.
  var time: Double
  /// What its tones say, from 0 to 511; nil if they say nothing.
  var number: Int?
  /// Its loudest sample.
  var level: Float
  /// Whether the sound begins with it: its own beginning may have been cut away.
  var isCut: Bool
}

/// Finds where beeps begin in a stream of sound, and reads their numbers.
///
/// A beep begins where it gets loud after a twentieth of a second of quiet. Loud is a third of the loudest sample so far, so that neither
/// volume nor what a lossy codec smears around a beep matters much.
struct BeepFinder: Sendable {
  /// The beeps so far, in order.
  var beeps: [HeardBeep] { found + (open.map { [read($0)] } ?? []) }

  private var found: [HeardBeep] = []
  private var open: (beep: HeardBeep, samples: [Float])?
  private var rate = 0.0
  private var firstTime: Double?
  /// When the samples so far end.
  private var end: Double?
  private var loudest: Float = 0
  private var quietSince = -Double.infinity
  private let floor: Float

  private static let quiet = 0.05
  /// A lossy codec may lose some of the first waves.
  private static let start = 0.005
  /// What is read of a beep, in seconds.
  private static let length = 0.105

  /// Creates a finder.
  ///
  /// - Parameter floor: what is never loud.
  init(floor: Float = 0.02) { self.floor = floor }

  /// Takes the next samples.
  ///
  /// - Parameters:
  ///   - samples: from -1 to 1.
  ///   - start: when the first one sounds, in seconds.
  ///   - rate: samples a second.
  mutating func append(_ samples: [Float], start: Double, rate: Double) {
    let first = firstTime ?? start
    firstTime = first
    self.rate = rate
    // Where times go back, as where a segment comes again, nothing that was heard before goes on.
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
