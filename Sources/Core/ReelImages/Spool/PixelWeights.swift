import ReelGeometry
import ReelPlatform

/// How much the error of a pixel counts, by the top byte of its word in a spool.
///
/// The byte is the number of pictures that show the pixel. For lossy movies it is a code of that number and of the activity around the
/// pixel (`PictureActivity`): errors are seen in skin and sky, and hardly in leaves.
struct PixelWeights {
  /// Weights of durations alone.
  static let durations = PixelWeights(isMasked: false)
  /// Weights of durations and activities.
  static let masked = PixelWeights(isMasked: true)

  /// The durations that a code distinguishes: all up to 16, then steps of a fifth.
  private static let known: [Int] = Array(0...16) + [19, 23, 28, 33, 40, 49, 58, 70, 84, 101, 122, 147, 177, 212, 255]
  /// The position of the activity in a word.
  static let activityShift: UInt32 = 29

  /// Whether activities count.
  let isMasked: Bool
  /// The weight for each top byte.
  let values: [Float]
  /// The weights of a histogram are integers, so they are counted in parts of this number.
  let parts: Int

  private init(isMasked: Bool) {
    self.isMasked = isMasked
    parts = isMasked ? 8 : 1
    values = (0..<256).map { byte in
      isMasked ? Float(Self.known[byte & 31]) * Self.share(ofActivity: byte >> 5) : Float(byte)
    }
  }

  /// Returns how much an error counts: half of its visibility for four times the activity.
  private static func share(ofActivity activity: Int) -> Float { 2 * powf(0.5, Float(activity) / 2) }

  /// Returns the top byte for a pixel that is shown for a number of pictures, at least one.
  func code(_ word: UInt32, duration: Int) -> UInt32 {
    guard isMasked else { return UInt32(min(duration, 255)) }
    return (word >> Self.activityShift) << 5 | UInt32((Self.known.firstIndex { $0 > duration } ?? Self.known.count) - 1)
  }

  /// Returns the weight of a pixel in a histogram.
  func count(_ word: UInt32, duration: Int) -> Int {
    isMasked ? max(1, Int(clamping: Float(parts) * values[Int(word >> 24)])) : duration
  }

  /// Returns the number of pictures that show a pixel, at most 255.
  func duration(_ word: UInt32) -> Int { isMasked ? Self.known[Int(word >> 24 & 31)] : Int(word >> 24) }
}
