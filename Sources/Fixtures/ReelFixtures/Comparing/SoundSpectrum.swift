import ReelPlatform
import ReelVideo

/// The mean spectrum of a film's sound.
struct SoundSpectrum: Sendable {
  /// The samples in a window, and the time between two windows in seconds.
  private static let (window, step) = (256, 0.1)
  private static let wave = (0..<window).map { cos(2 * Float.pi * Float($0) / Float(window)) }
  private static let shape = wave.map { 0.5 - 0.5 * $0 }
  /// The part of the strongest power from which a frequency is heard, and of a reference's from which it is kept.
  private static let (heard, kept): (Double, Double) = (1e-7, 0.03)

  /// The sample rate in hertz; 0 before there is sound.
  private(set) var rate = 0.0
  private var powers = [Double](repeating: 0, count: window / 2)
  private var next = 0.0
  private var end = 0.0

  /// Adds the next samples.
  mutating func append(_ samples: ClipSamples) {
    let time = end
    rate = Double(samples.sampleRate)
    end += Double(samples.samples.count) / rate
    guard time >= next, samples.samples.count >= Self.window else { return }
    next = time + Self.step
    let shaped = zip(samples.samples, Self.shape).map { $0 * $1 }
    for frequency in powers.indices {
      var (real, imaginary): (Float, Float) = (0, 0)
      var phase = 0
      for sample in shaped {
        real += sample * Self.wave[phase]
        imaginary += sample * Self.wave[(phase + 3 * Self.window / 4) % Self.window]
        phase = (phase + frequency) % Self.window
      }
      powers[frequency] += Double(real * real + imaginary * imaginary)
    }
  }

  /// The highest frequency that is heard in both sounds and that in the reference alone, in hertz; nil without sound.
  static func limits(seen: SoundSpectrum, drawn: SoundSpectrum) -> (seen: Double, drawn: Double)? {
    guard seen.rate > 0, drawn.rate > 0, let loudest = drawn.powers.max(), loudest > 0,
      let strongest = seen.powers.max(), strongest > 0
    else { return nil }
    let (step, other) = (drawn.rate / Double(window), seen.rate / Double(window))
    guard let last = drawn.powers.lastIndex(where: { $0 > heard * loudest }) else { return nil }
    let common = (0...last).last { index in
      let place = Int(nearest: Double(index) * step / other)
      guard place < seen.powers.count else { return false }
      return seen.powers[place] / strongest > kept * drawn.powers[index] / loudest
        && drawn.powers[index] > heard * loudest
    }
    return (Double(common ?? 0) * step, Double(last) * step)
  }
}
