import ReelGeometry
import ReelPlatform

extension SplitMix64 {
  /// Returns a number from `low` up to, but not including, `high`.
  mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }
}

/// Smooth noise between −1 and 1: three waves with incommensurable lengths.
struct SmoothNoise {
  private var waves: [(frequency: Double, phase: Double, share: Double)] = []

  /// - Parameter wavelength: The length of the longest wave.
  init(_ random: inout SplitMix64, wavelength: Double) {
    for (shortening, share) in [(1.0, 0.65), (0.47, 0.27), (0.21, 0.08)] {
      let length = wavelength * shortening * random.number(0.8, 1.2)
      waves.append((frequency: 2 * .pi / length, phase: random.number(0, 2 * .pi), share: share))
    }
  }

  func value(at distance: Double) -> Double {
    waves.reduce(0) { $0 + $1.share * sin($1.frequency * distance + $1.phase) }
  }
}
