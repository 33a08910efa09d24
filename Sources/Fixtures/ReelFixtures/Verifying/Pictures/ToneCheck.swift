import ReelPlatform

/// Determines what happened to the greys of a clip whose black and white are unchanged.
struct ToneCheck: Sendable {
  /// For each drawn grey, the sum of the observed levels and the number of pixels.
  private var greys = [(sum: Double, count: Double)](repeating: (0, 0), count: 256)

  /// The maximum mean difference, of 255, that counts as codec loss.
  private static let minError = 5.0
  /// The minimum share of the squared differences that a curve must explain.
  private static let minShare = 0.9
  /// The description of luma from 0 to 255 that is taken for luma from 16 to 235.
  static let stretchedWords = "full range taken for limited: greys near black and white are lost"
  /// The minimum number of different greys for a verdict.
  private static let minGreys = 4

  /// Adds a pixel that was drawn grey.
  ///
  /// - Parameters:
  ///   - seen: Its level in the picture, from 0 to 255.
  ///   - drawn: The drawn level.
  mutating func add(seen: Double, drawn: UInt8) {
    greys[Int(drawn)].sum += seen
    greys[Int(drawn)].count += 1
  }

  /// Returns the level that results if full range is taken for limited, from 0 to 255.
  static func stretched(_ level: Double) -> Double { max(0, min(255, (level - 16) * 255 / 219)) }

  /// The greys with enough pixels, from 0 to 1.
  private var points: [(drawn: Double, seen: Double)] {
    // Single pixels are at edges.
    let most = greys.reduce(0) { max($0, $1.count) }
    return greys.enumerated().filter { (8..<248).contains($0.offset) && $0.element.count >= max(4, most / 100) }
      .map { (drawn: Double($0.offset) / 255, seen: $0.element.sum / $0.element.count / 255) }
  }

  /// Whether there are enough greys for a verdict.
  var isTelling: Bool { points.count >= Self.minGreys }

  /// The change in words; nil if the greys are as drawn or no known curve explains them.
  var cause: String? {
    let points = points
    guard points.count >= Self.minGreys else { return nil }
    func error(_ curve: (Double) -> Double) -> Double {
      points.reduce(0) { $0 + ($1.seen - curve($1.drawn)) * ($1.seen - curve($1.drawn)) }
    }
    let untouched = error { $0 }
    guard (untouched / Double(points.count)).squareRoot() * 255 > Self.minError else { return nil }
    let stretched = error { Self.stretched($0 * 255) / 255 }
    // In logarithms, seen = drawnᵍ is a line through the origin.
    let logs = points.filter { $0.seen > 0.01 }.map { (log($0.drawn), log($0.seen)) }
    let gamma = logs.reduce(0) { $0 + $1.0 * $1.1 } / max(1e-9, logs.reduce(0) { $0 + $1.0 * $1.0 })
    let bent = error { pow($0, gamma) }
    guard min(stretched, bent) < (1 - Self.minShare) * untouched else { return nil }
    return stretched < bent
      ? Self.stretchedWords
      : "greys \(gamma > 1 ? "darker" : "lighter"), as by a gamma of \(decimal(1 / gamma, places: 2))"
  }
}
