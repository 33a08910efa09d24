import ReelGeometry

/// The uneven pauses of a person typing, from a seed.
struct TypingRhythm {
  private var random: SplitMix64
  private var last: Character?

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the pause after a character as a factor of the usual pause, from 0.4 to 3.
  ///
  /// Pauses vary. They are longer after a word or punctuation, and shorter when a letter repeats.
  mutating func factor(after character: Character) -> Double {
    // The sum of three uniform numbers is nearly normally distributed.
    let even = (0..<3).reduce(0.0) { sum, _ in sum + Double(random.below(1 << 20)) / Double(1 << 20) } / 3
    var factor = 0.45 + 1.1 * even
    if character == last { factor *= 0.8 }
    if character.isWhitespace { factor *= 1.35 } else if !character.isLetter { factor *= 1.25 }
    // Now and then a person thinks.
    if random.below(24) == 0 { factor *= 1.9 }
    last = character
    return min(max(factor, 0.4), 3)
  }
}
