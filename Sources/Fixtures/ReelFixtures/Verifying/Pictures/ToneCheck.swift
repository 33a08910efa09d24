import ReelPlatform

/// Determines what happened to the greys of a clip whose black and white are unchanged.
struct ToneCheck: Sendable {
  /// For each drawn grey, the sum of the observed levels and the number of pixels.
  private var greys = [(sum: Double, count: Double)](repeating: (0, 0), count: 256)

  /// The minimum mean difference, of 255, for each kind of change; codecs make smaller ones.
  private static let (minStretch, minBend, minSteps, minCrush) = (5.0, 2.0, 3.0, 3.0)
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

  /// A change of greys, as a curve.
  private struct Curve: Sendable {
    var words: String
    /// The least mean difference that it must make, of 255.
    var minError: Double
    var level: @Sendable (Double) -> Double
  }

  /// The change in words; nil if the greys are as drawn or no known curve explains them.
  var cause: String? {
    let points = points
    guard points.count >= Self.minGreys else { return nil }
    let curves = [
      Curve(words: Self.stretchedWords, minError: Self.minStretch) { Self.stretched($0 * 255) / 255 },
      bend(points, black: 0, white: 1),
      // Filters often bend luma from 0 to 255, of which black is at 16.
      bend(points, black: 16.0 / 255, white: 235.0 / 255),
    ]
    return best(curves + Self.steps + crushes(points), points)
  }

  /// The number of steps that greys were rounded to, in words; nil if they were not.
  var roundingCause: String? {
    let points = points
    return points.count >= Self.minGreys ? best(Self.steps, points) : nil
  }

  /// The words of the curve that explains the greys best; nil if none does.
  private func best(_ curves: [Curve], _ points: [(drawn: Double, seen: Double)]) -> String? {
    func error(_ curve: (Double) -> Double) -> Double {
      points.reduce(0) { $0 + ($1.seen - curve($1.drawn)) * ($1.seen - curve($1.drawn)) }
    }
    let untouched = error { $0 }
    let distance = (untouched / Double(points.count)).squareRoot() * 255
    let likely = curves.filter { $0.minError < distance }.map { ($0.words, error($0.level)) }
    guard let best = likely.min(by: { $0.1 < $1.1 }), best.1 < (1 - Self.minShare) * untouched else { return nil }
    return best.0
  }

  private func bend(_ points: [(drawn: Double, seen: Double)], black: Double, white: Double) -> Curve {
    let range = white - black
    // In logarithms, seen = drawnᵍ is a line through the origin.
    let logs = points.filter { $0.seen > 0.01 }.map { (log(black + range * $0.drawn), log(black + range * $0.seen)) }
    let gamma = logs.reduce(0) { $0 + $1.0 * $1.1 } / max(1e-9, logs.reduce(0) { $0 + $1.0 * $1.0 })
    let words = "greys \(gamma > 1 ? "darker" : "lighter"), as by a gamma of \(decimal(1 / gamma, places: 2))"
    return Curve(words: words, minError: Self.minBend) { max(0, (pow(black + range * $0, gamma) - black) / range) }
  }

  /// Greys rounded to fewer bits, of luma or of the picture's levels, to the lower step or the nearest.
  private static let steps: [Curve] = (2...5).flatMap { bits in
    let step = Double(1 << (8 - bits))
    let words = "greys in \(1 << bits) steps, as with \(bits) bits"
    return [FloatingPointRoundingRule.down, .toNearestOrAwayFromZero].flatMap { rule in
      [
        Curve(words: words, minError: minSteps) { level in (rounded(16 + level * 219, rule, step) - 16) / 219 },
        Curve(words: words, minError: minSteps) { level in rounded(level * 255, rule, step) / 255 },
        Curve(words: words, minError: minSteps) { level in min(1, rounded(level * 255, rule, step) / (256 - step)) },
      ]
    }
  }

  private static func rounded(_ level: Double, _ rule: FloatingPointRoundingRule, _ step: Double) -> Double {
    (level / step).rounded(rule) * step
  }

  /// Dark greys that became black and light ones that became white, with the other greys kept or stretched.
  private func crushes(_ points: [(drawn: Double, seen: Double)]) -> [Curve] {
    let levels = points.map(\.drawn)
    let between = zip(levels, levels.dropFirst()).map { ($0 + $1) / 2 }
    func words(_ limit: Double, isBlack: Bool) -> String {
      let level = decimal((limit * 255).rounded(), places: 0)
      return isBlack ? "greys below about \(level) of 255 are black" : "greys above about \(level) of 255 are white"
    }
    var curves: [Curve] = []
    func add(_ limit: Double, isBlack: Bool, _ level: @escaping @Sendable (Double) -> Double) {
      curves.append(Curve(words: words(limit, isBlack: isBlack), minError: Self.minCrush, level: level))
    }
    for limit in between {
      add(limit, isBlack: true) { $0 < limit ? 0 : $0 }
      add(limit, isBlack: false) { $0 > limit ? 1 : $0 }
    }
    for part in stride(from: 0.02, through: 0.3, by: 0.005) {
      add(part, isBlack: true) { max(0, ($0 - part) / (1 - part)) }
      add(1 - part, isBlack: false) { min(1, $0 / (1 - part)) }
    }
    return curves
  }
}
