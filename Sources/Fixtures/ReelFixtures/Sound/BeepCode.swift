import ReelPlatform

/// The number of a beep, encoded as six tones of 1/60 second: a 1000 Hz marker, three base-8 digits, and two check
/// digits.
///
/// Numbers repeat after 512 beeps. All tones are below 3 kHz, so that they pass the narrowest speech codecs.
enum BeepCode {
  /// The number of beeps that have distinct numbers.
  static let count = 512
  /// The frequency of the first tone in hertz.
  static let marker = 1000
  /// The tone of a digit in hertz.
  static func tone(_ digit: Int) -> Int { 600 + 300 * digit }
  /// The length of a tone in seconds.
  static let toneLength = 1.0 / 60

  /// Returns the frequencies of a beep's six tones in hertz.
  static func tones(of number: Int) -> [Int] {
    let digits = [number >> 6 & 7, number >> 3 & 7, number & 7]
    return [marker] + (digits + checks(digits)).map(tone)
  }

  /// Weighted sums of the digits, which detect a wrong digit and swapped ones.
  private static func checks(_ digits: [Int]) -> [Int] {
    [(1 + digits[0] + 3 * digits[1] + 5 * digits[2]) & 7, (3 + 5 * digits[0] + digits[1] + 3 * digits[2]) & 7]
  }

  /// Decodes the number of a beep; nil if its tones are unclear or a check digit is wrong.
  ///
  /// - Parameters:
  ///   - samples: The sound from the beep's first sample on.
  ///   - rate: The sample rate in hertz.
  static func number(of samples: [Float], rate: Double) -> Int? {
    // A lossy codec may shift the beginning by some milliseconds.
    for shift in [0, 0.004, -0.004] {
      let digits = (1...5).compactMap { digit(samples, at: Double($0) * toneLength + shift, rate: rate) }
      if digits.count == 5, Array(digits.suffix(2)) == checks(Array(digits.prefix(3))) {
        return digits[0] << 6 | digits[1] << 3 | digits[2]
      }
    }
    return nil
  }

  /// The digit whose tone is clearly the loudest in the middle of its time.
  private static func digit(_ samples: [Float], at start: Double, rate: Double) -> Int? {
    let first = Int(clamping: ((start + 0.003) * rate).rounded())
    let last = Int(clamping: ((start + toneLength - 0.002) * rate).rounded())
    guard first >= 0, last <= samples.count, last - first > 32 else { return nil }
    let window = samples[first..<last]
    let powers = (0..<8).map { power(window, of: Double(tone($0)) / rate) }
    let order = powers.indices.sorted { powers[$0] > powers[$1] }
    return powers[order[0]] > 4 * powers[order[1]] ? order[0] : nil
  }

  /// The power of a frequency, given as a fraction of the sample rate, in a Hann window (Goertzel 1958).
  private static func power(_ samples: ArraySlice<Float>, of frequency: Double) -> Double {
    let coefficient = 2 * cos(2 * .pi * frequency)
    var (before, last) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(samples.count))
      (before, last) = (last, Double(sample) * window + coefficient * last - before)
    }
    return last * last + before * before - coefficient * last * before
  }
}
