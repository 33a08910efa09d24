import ReelGeometry

/// A Koch snowflake on a canvas: a triangle on whose sides smaller triangles grow, level by level.
///
/// The flake is drawn on a canvas, where y grows downwards: at level 0 it is a triangle with its apex up, and each level adds bumps on
/// the outside. All levels lie in the circle of `radius` around `center`, which passes through the corners of the triangle and the points
/// of the star at level 1. So a flake does not move while it grows.
///
/// Levels may be fractional: at 2.4 the bumps of level 3 have risen to 40 % of their
/// height out of the sides of level 2.
///
///     let flake = try Snowflake(level: 4, radius: 300, center: Point(x: 640, y: 360))
///     context.fill(flake.path(), with: .white)
///
/// Corners are computed from whole numbers (see `KochWalk`), so the curve closes exactly and its directions are exact
/// multiples of 60° at every whole level.
public struct Snowflake: Hashable, Sendable {
  /// The legal levels; level 12 has 50 331 648 segments.
  public static let levels: ClosedRange<Int> = 0...12

  /// The level, which may be fractional.
  public internal(set) var level: Double
  /// The distance from the centre to the corners of the triangle, in points.
  public let radius: Double
  /// The centre of the triangle and of every level.
  public let center: Point

  /// Creates a flake in a circle.
  ///
  /// - Throws: `InvalidValue` for a level outside `levels`, a radius that is negative, or numbers that are not finite.
  public init(level: Double, radius: Double, center: Point = .zero) throws(InvalidValue) {
    guard level >= Double(Self.levels.lowerBound), level <= Double(Self.levels.upperBound) else {
      throw Self.invalidLevel(level)
    }
    guard radius >= 0, radius.isFinite else {
      throw InvalidValue("snowflake radius", radius, expected: "0 or more, and finite")
    }
    guard center.x.isFinite, center.y.isFinite else {
      throw InvalidValue("snowflake centre", "(\(center.x), \(center.y))", expected: "finite")
    }
    self.level = level
    self.radius = radius
    self.center = center
  }

  /// Creates a flake on a triangle whose sides have a length.
  ///
  /// - Throws: `InvalidValue` for a level outside `levels`, a side that is negative, or numbers that are not finite.
  public init(level: Double, side: Double, center: Point = .zero) throws(InvalidValue) {
    guard side >= 0, side.isFinite else {
      throw InvalidValue("snowflake side", side, expected: "0 or more, and finite")
    }
    try self.init(level: level, radius: side / 3.0.squareRoot(), center: center)
  }

  static func invalidLevel(_ level: some CustomStringConvertible) -> InvalidValue {
    InvalidValue("snowflake level", level, expected: "from \(levels.lowerBound) to \(levels.upperBound)")
  }

  /// The side of the triangle of level 0: radius·√3.
  public var side: Double { radius * 3.0.squareRoot() }

  /// The number of straight pieces: 3·4ⁿ at a whole level n, and the next level's number in between.
  public var segmentCount: Int { KochWalk.segmentCount(level: fineLevel) }

  /// The length of a straight piece: side/3ⁿ at a whole level n; in between, its reciprocal grows linearly.
  public var segmentLength: Double { side / power(3, wholeLevel) / (1 + 2 * rise) }

  /// The length of the whole outline: 3·side·(4/3)ⁿ at level n.
  ///
  /// Above level n, with bumps risen to f, a segment of length 1 becomes two thirds of its length and two flanks of √(1 + 3f²)/6, by
  /// Pythagoras.
  public var perimeter: Double {
    3 * side * power(4.0 / 3, wholeLevel) * (2 + (1 + 3 * rise * rise).squareRoot()) / 3
  }

  /// The area inside: (8 − 3·(4/9)ⁿ)/5 of the triangle's at level n; in between, it grows with the bumps.
  ///
  /// Level n + 1 adds 3·4ⁿ triangles of 9⁻⁽ⁿ⁺¹⁾ of the first; the sum is a geometric series that tends to 8/5.
  public var area: Double {
    let triangle = side * side * 3.0.squareRoot() / 4
    let small = power(4.0 / 9, wholeLevel)
    return triangle * ((8 - 3 * small) / 5 + rise * small / 3)
  }

  /// Returns the flake without the levels that are too fine to see.
  ///
  /// Levels with segments shorter than `minimumSegment` are omitted, so the number of segments is at most about
  /// 3·(side/minimumSegment)^1.262 at any level. The remaining corners do not move.
  public func simplified(minimumSegment: Double = defaultMinimumSegment) -> Snowflake {
    var visible = 0
    var length = side / 3
    while visible < Self.levels.upperBound, length >= minimumSegment {
      visible += 1
      length /= 3
    }
    var result = self
    result.level = min(level, Double(visible))
    return result
  }

  /// The last whole level that is complete.
  var wholeLevel: Int { Int(clamping: level) }

  /// The height to which the bumps of the next level have risen: from 0 up to but not including 1.
  var rise: Double { level - level.rounded(.down) }

  /// The level whose corners the picture has, risen or not.
  var fineLevel: Int { Int(clamping: level.rounded(.up)) }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
