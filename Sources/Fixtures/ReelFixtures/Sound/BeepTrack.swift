import ReelPlatform

/// The sound of a fixture: a beep of a tenth of a second at each whole second, silence between.
///
/// In drawings of version 1 all beeps are the same 1000 Hz. From version 2 on each carries its number: see `BeepCode`.
struct BeepTrack {
  static let sampleRate = 48_000
  static let beepLength = sampleRate / 10
  /// The level of a beep; 1 is the loudest that there is.
  static let level: Float = 0.5

  /// One wave of 100 Hz: all tones are multiples of it.
  ///
  /// A beep begins with a cosine's 1, so its first sample is audible.
  private static let wave = (0..<480).map { level * Float(cos(2 * .pi * Double($0) / 480)) }
  /// The last samples fade, so that the end does not click.
  private static let fade = 480

  /// The version of the drawing.
  let drawing: Int

  /// The samples of a range, whose indices count from the clip's time 0.
  func samples(_ range: Range<Int>) -> [Float] {
    var beep: (number: Int, samples: [Float]) = (-1, [])
    return range.map { index in
      guard index >= 0 else { return 0 }
      let (number, offset) = index.quotientAndRemainder(dividingBy: Self.sampleRate)
      guard offset < Self.beepLength else { return 0 }
      if beep.number != number { beep = (number, self.beep(number)) }
      return beep.samples[offset]
    }
  }

  /// The samples of a beep; from one tone to the next the wave goes on where it is.
  private func beep(_ number: Int) -> [Float] {
    let tones = drawing > 1 ? BeepCode.tones(of: number) : [BeepCode.marker]
    let length = Self.beepLength / tones.count
    var phase = 0
    return (0..<Self.beepLength).map { offset in
      let left = Self.beepLength - offset
      let sample = Self.wave[phase] * (left < Self.fade ? Float(left) / Float(Self.fade) : 1)
      phase = (phase + tones[offset / length] / 100) % Self.wave.count
      return sample
    }
  }
}
