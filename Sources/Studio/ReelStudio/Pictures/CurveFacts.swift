import ReelCurves

/// The facts about a curve that the page needs to request its pictures.
struct CurveFacts: Encodable, Sendable {
  /// The name of the curve.
  var name: String
  /// The first level that draws anything, and the last with distinguishable lines.
  var levels: [Int]
  /// The number of lines of each level, from level 0.
  var lines: [Double]

  /// All named curves.
  static let all: [CurveFacts] = LSystem.Named.allCases.compactMap { named in
    let curve = LSystemCurve(named.system)
    guard let first = curve.firstLevel, let finest = try? curve.finestLevel() else { return nil }
    return CurveFacts(
      name: named.rawValue, levels: [first, finest], lines: (0...finest).map { curve.lineCount(level: $0) })
  }
}
