import ReelPlatform

/// A search for the first of many settings, ordered from the largest file to the smallest, whose file is small enough.
///
/// It ends before that when a file uses nine tenths of the bytes allowed.
package struct SizeSearch {
  /// Settings that were tried, and the size of their file.
  private struct Trial {
    var index: Int
    var byteCount: Int
  }

  private let count: Int
  private let limit: Int
  private var tooLarge: Trial?
  private var fitting: Trial?
  private var trialCount = 0

  /// The maximum number of files to make once one fits.
  private static let most = 12

  /// Creates a search among a number of settings.
  package init(count: Int, limit: Int) { (self.count, self.limit) = (count, limit) }

  /// The settings whose file is small enough, if known.
  package var best: Int? { fitting?.index }

  /// The settings to try next; nil if the search is over.
  package var next: Int? {
    guard let tooLarge else { return fitting == nil ? 0 : nil }
    if let fitting {
      let room = fitting.index - tooLarge.index
      guard room > 1, fitting.byteCount * 10 < limit * 9, trialCount < Self.most else { return nil }
      // Bytes fall by a similar share from each setting to the next; every second trial halves what is left, in case they don't.
      let share =
        trialCount % 2 == 0
        ? 0.5 : Self.ratio(tooLarge.byteCount, limit * 19 / 20) / Self.ratio(tooLarge.byteCount, fitting.byteCount)
      return tooLarge.index + max(1, min(room - 1, Int(clamping: (Double(room) * share).rounded(.up))))
    }
    let room = count - 1 - tooLarge.index
    guard room > 0 else { return nil }
    // Nothing is known about the smallest file; most films shrink to an eighth before the last settings.
    let share = min(1, max(0.05, Self.ratio(tooLarge.byteCount, limit) / 3))
    return tooLarge.index + max(1, Int(clamping: (Double(room) * share).rounded()))
  }

  /// Notes the size of a file.
  package mutating func note(_ byteCount: Int, at index: Int) {
    trialCount += 1
    let trial = Trial(index: index, byteCount: byteCount)
    if byteCount > limit { tooLarge = trial } else { fitting = trial }
  }

  /// The binary logarithm of a ratio of sizes.
  private static func ratio(_ large: Int, _ small: Int) -> Double {
    max(0.01, log2(Double(max(1, large)) / Double(max(1, small))))
  }
}
