import ReelPlatform

/// The loudness of a film's sound in each millisecond.
struct SoundEnvelope: Sendable {
  /// Values per second.
  static let rate = 1000.0
  /// The longest sound that is kept, in seconds.
  private static let longest = 24 * 3600.0
  /// Sound below this energy is silence.
  private static let floor: Float = 1e-7

  /// The time of the first value in seconds; nil before there is one.
  private(set) var start: Double?
  private var energies: [Float] = []
  private var counts: [UInt16] = []
  private var previous: Float = 0
  private var end = 0.0

  /// The duration in seconds.
  var duration: Double { Double(energies.count) / Self.rate }

  /// Adds the next samples.
  mutating func append(_ samples: [Float], start time: Double?, rate: Double) {
    let time = time ?? end
    let origin = start ?? time
    start = origin
    end = time + Double(samples.count) / rate
    guard end - origin < Self.longest, end > origin else { return }
    let needed = Int((end - origin) * Self.rate) + 1
    if needed > energies.count {
      energies += [Float](repeating: 0, count: needed - energies.count)
      counts += [UInt16](repeating: 0, count: needed - counts.count)
    }
    for (index, sample) in samples.enumerated() {
      // Low tones hum along while others begin and end.
      let sharp = sample - 0.9 * previous
      previous = sample
      let slot = Int(clamping: ((time - origin) + Double(index) / rate) * Self.rate)
      guard slot >= 0, slot < energies.count, counts[slot] < .max else { continue }
      energies[slot] += sharp * sharp
      counts[slot] += 1
    }
  }

  /// The loudness between two times, in units of a natural logarithm of energy; silence outside the sound.
  ///
  /// - Parameters:
  ///   - time: The time of the first value.
  ///   - count: The number of values.
  ///   - speed: Seconds of this sound per second of the result.
  func levels(from time: Double, count: Int, speed: Double = 1) -> [Float] {
    let first = (time - (start ?? 0)) * Self.rate
    return (0..<count).map { index in
      let slot = Int(nearest: first + Double(index) * speed)
      guard slot >= 0, slot < energies.count, counts[slot] > 0 else { return log(Self.floor) }
      return log(energies[slot] / Float(counts[slot]) + Self.floor)
    }
  }

  /// The mean energy of the loudest tenth, which tells sound from silence.
  var loudness: Float {
    let sorted = energies.indices.map { counts[$0] > 0 ? energies[$0] / Float(counts[$0]) : 0 }.sorted()
    let part = sorted.suffix(max(1, sorted.count / 10))
    return part.isEmpty ? 0 : part.reduce(0, +) / Float(part.count)
  }

  /// Whether there is hardly any sound.
  var isSilent: Bool { loudness < 4 * Self.floor }
}
