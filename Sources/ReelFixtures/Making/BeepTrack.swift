#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sound of a fixture: a tenth of a second of 1000 Hz at each whole second, silence between.
struct BeepTrack {
  static let sampleRate = 48_000
  static let beepLength = sampleRate / 10

  /// One wave: 48 samples.
  ///
  /// It begins with a cosine's 1, so that the first sample of a beep is the first that is heard.
  private static let wave = (0..<48).map { Float(0.5 * cos(2 * .pi * Double($0) / 48)) }
  /// The last samples fade, so that the end does not click.
  private static let fade = 480

  /// The sample of an index, counted from the clip's time 0.
  static func sample(_ index: Int) -> Float {
    guard index >= 0 else { return 0 }
    let offset = index % sampleRate
    guard offset < beepLength else { return 0 }
    let left = beepLength - offset
    return wave[offset % 48] * (left < fade ? Float(left) / Float(fade) : 1)
  }

  /// The samples of a range.
  static func samples(_ range: Range<Int>) -> [Float] { range.map(sample) }
}
