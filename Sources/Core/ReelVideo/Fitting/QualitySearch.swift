import ReelPlatform

/// A search for the constant rate factor with which a film's pictures fit into a number of bytes.
///
/// It takes at most three encodings, the first one included, unless none of them fits.
package struct QualitySearch {
  private struct Trial {
    var factor: Double
    /// The binary logarithm of the number of bytes.
    var size: Double
  }

  private let limit: Double
  private var tooLarge: Trial
  private var fitting: Trial?
  private var count = 1
  /// How fast the size fell from the first encoding to the last one, in bits for each unit of the factor; nil before it.
  private var slope: Double?

  /// The slopes that are believed.
  private static let slopes = 1.0 / 24...1.0 / 3
  /// The part of the limit to aim at.
  private static let aim = 0.96
  /// The part of the limit that is enough.
  private static let enough = 0.92
  /// The most encodings, and the most where none fits.
  private static let (most, mostInVain) = (3, 8)
  /// The highest factor.
  private static let highest = 51.0

  /// Begins a search after an encoding that was too large.
  ///
  /// - Parameters:
  ///   - limit: The bytes that the pictures may have.
  ///   - factor: The factor of that encoding, and `byteCount` the bytes of its pictures.
  package init(limit: Int, factor: Double, byteCount: Int) {
    self.limit = log2(Double(max(1, limit)))
    tooLarge = Trial(factor: factor, size: log2(Double(max(1, byteCount))))
  }

  /// The factor of the best encoding that fits, if any does.
  package var best: Double? { fitting?.factor }

  /// The factor to try next; nil if the search is over.
  package var next: Double? {
    let wanted = limit + log2(Self.aim)
    if let fitting {
      let room = fitting.factor - tooLarge.factor
      guard count < Self.most, fitting.size < limit + log2(Self.enough), room >= 0.02 else { return nil }
      // Where a size falls slowly, it falls more slowly the smaller it is: what is in every picture stays.
      let mean = max((tooLarge.size - fitting.size) / room, 1e-6)
      let step = (wanted - fitting.size) / (mean > 0.18 ? mean : 0.95 * mean)
      return Self.rounded(fitting.factor - min(max(step, 0.01), room - 0.01))
    }
    guard count < Self.mostInVain, tooLarge.factor < Self.highest else { return nil }
    let excess = tooLarge.size - wanted
    // Measured with films of this library: their size halves with 7 to 10 more.
    var step = slope.map { excess / (0.87 * $0) } ?? excess * (8 + 0.3 * excess)
    // After the third, larger steps: some film is better than none.
    if count >= Self.most { step += 4 }
    return Self.rounded(min(Self.highest, tooLarge.factor + max(0.25, step)))
  }

  /// Notes the bytes of the pictures with a factor.
  ///
  /// - Returns: Whether it is the best one that fits so far.
  package mutating func note(_ factor: Double, byteCount: Int) -> Bool {
    let trial = Trial(factor: factor, size: log2(Double(max(1, byteCount))))
    count += 1
    if trial.size <= limit {
      guard fitting.map({ $0.size < trial.size }) ?? true else { return false }
      fitting = trial
      return true
    }
    let measured = (tooLarge.size - trial.size) / max(factor - tooLarge.factor, 0.01)
    slope = min(max(measured, Self.slopes.lowerBound), Self.slopes.upperBound)
    if factor > tooLarge.factor { tooLarge = trial }
    return false
  }

  private static func rounded(_ factor: Double) -> Double { (factor * 100).rounded() / 100 }
}
