import ReelPlatform

/// Finds out what happened to the greys of a clip whose black and white are where they were drawn.
struct ToneCheck: Sendable {
  /// For each grey that was drawn, the sum of what is seen, and the number of pixels.
  private var greys = [(sum: Double, count: Double)](repeating: (0, 0), count: 256)

  /// Greys that differ by less on average, of 255, are a codec's doing.
  private static let minError = 5.0
  /// A curve has to explain so much of the squares of the differences.
  private static let minShare = 0.9
  /// What players show where luma from 0 to 255 is taken for luma from 16 to 235, in words.
  static let stretchedWords = "full range taken for limited: greys near black and white are lost"
  /// So many greys are told from each other at least, or nothing is said.
  private static let minGreys = 4

  /// Takes in a pixel that was drawn grey.
  ///
  /// - Parameters:
  ///   - seen: how light it is in the picture, from 0 to 255.
  ///   - drawn: how light it was drawn.
  mutating func add(seen: Double, drawn: UInt8) {
    greys[Int(drawn)].sum += seen
    greys[Int(drawn)].count += 1
  }

  /// Returns what a level from 0 to 255 becomes where full range is taken for limited.
  static func stretched(_ level: Double) -> Double { max(0, min(255, (level - 16) * 255 / 219)) }

  /// The greys of which enough is seen, from 0 to 1.
  private var points: [(drawn: Double, seen: Double)] {
    // Single pixels lie on edges.
    let most = greys.reduce(0) { max($0, $1.count) }
    return greys.enumerated().filter { (8..<248).contains($0.offset) && $0.element.count >= max(4, most / 100) }
      .map { (drawn: Double($0.offset) / 255, seen: $0.element.sum / $0.element.count / 255) }
  }

  /// Whether it has seen enough greys to say something.
  var isTelling: Bool { points.count >= Self.minGreys }

  /// What was done, in words; nil where the greys are as they were drawn, or no known curve explains them.
  var cause: String? {
    let points = points
    guard points.count >= Self.minGreys else { return nil }
    func error(_ curve: (Double) -> Double) -> Double {
      points.reduce(0) { $0 + ($1.seen - curve($1.drawn)) * ($1.seen - curve($1.drawn)) }
    }
    let untouched = error { $0 }
    guard (untouched / Double(points.count)).squareRoot() * 255 > Self.minError else { return nil }
    let stretched = error { Self.stretched($0 * 255) / 255 }
    // seen = drawnᵍ is a line through the origin in logarithms.
    let logs = points.filter { $0.seen > 0.01 }.map { (log($0.drawn), log($0.seen)) }
    let gamma = logs.reduce(0) { $0 + $1.0 * $1.1 } / max(1e-9, logs.reduce(0) { $0 + $1.0 * $1.0 })
    let bent = error { pow($0, gamma) }
    guard min(stretched, bent) < (1 - Self.minShare) * untouched else { return nil }
    return stretched < bent
      ? Self.stretchedWords
      : "greys \(gamma > 1 ? "darker" : "lighter"), as by a gamma of \(decimal(1 / gamma, places: 2))"
  }
}
