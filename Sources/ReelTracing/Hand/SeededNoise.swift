#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random numbers that are the same for a seed with every version of Swift (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from `low` up to, but not including, `high`.
  mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }
}

/// A smooth unsteadiness between −1 and 1: three waves whose lengths do not fit each other.
struct SmoothNoise {
  private var waves: [(frequency: Double, phase: Double, share: Double)] = []

  /// - Parameter wavelength: The length of the longest wave.
  init(_ random: inout SeededNumbers, wavelength: Double) {
    for (shortening, share) in [(1.0, 0.65), (0.47, 0.27), (0.21, 0.08)] {
      let length = wavelength * shortening * random.number(0.8, 1.2)
      waves.append((frequency: 2 * .pi / length, phase: random.number(0, 2 * .pi), share: share))
    }
  }

  func value(at place: Double) -> Double {
    waves.reduce(0) { $0 + $1.share * sin($1.frequency * place + $1.phase) }
  }
}
