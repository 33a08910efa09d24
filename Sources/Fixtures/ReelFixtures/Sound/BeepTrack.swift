import ReelPlatform

/// The sound of a fixture: a beep of a tenth of a second at each whole second, and silence between beeps.
///
/// In drawing version 1 all beeps are the same 1000 Hz tone. From version 2, each contains its number: see `BeepCode`.
struct BeepTrack {
  static let sampleRate = 48_000
  static let beepLength = sampleRate / 10
  /// The amplitude of a beep, where 1 is full scale.
  static let level: Float = 0.5

  /// One period of 100 Hz, of which all tones are multiples.
  ///
  /// A beep begins at a cosine's maximum, so its first sample is audible.
  private static let wave = (0..<480).map { level * Float(cos(2 * .pi * Double($0) / 480)) }
  /// The number of samples that fade out, to avoid a click at the end.
  private static let fade = 480

  /// The version of the drawing.
  let drawing: Int

  /// The samples in a range of indices counted from the clip's time 0.
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

  /// The samples of a beep.
  ///
  /// The phase continues from one tone to the next.
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
