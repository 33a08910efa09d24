import ReelGeometry

/// How an animation spends its time: a cubic Bézier curve from (0, 0) to (1, 1), as CSS and Core Animation define it.
///
/// x is the share of the duration that has passed, y the share of the change that has been made. y may leave 0 to 1, so
/// that an animation draws back before it starts or overshoots.
public struct TimingCurve: Hashable, Sendable {
  /// The first control point.
  public let control1: Point
  /// The second control point.
  public let control2: Point

  /// Even all the way.
  public static let linear = TimingCurve(Point(x: 0, y: 0), Point(x: 1, y: 1))
  /// Quick at first and slow at the end: CSS's `ease`, the default of Core Animation.
  public static let ease = TimingCurve(Point(x: 0.25, y: 0.1), Point(x: 0.25, y: 1))
  /// Slow at first.
  public static let easeIn = TimingCurve(Point(x: 0.42, y: 0), Point(x: 1, y: 1))
  /// Slow at the end.
  public static let easeOut = TimingCurve(Point(x: 0, y: 0), Point(x: 0.58, y: 1))
  /// Slow at both ends.
  public static let easeInOut = TimingCurve(Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))

  private init(_ control1: Point, _ control2: Point) {
    self.control1 = control1
    self.control2 = control2
  }

  /// Creates the curve that CSS writes `cubic-bezier(x1, y1, x2, y2)`.
  ///
  /// - Throws: `InvalidValue` if an x lies outside 0 to 1, where time would run backwards, or a y is not finite.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(InvalidValue) {
    guard 0...1 ~= x1, 0...1 ~= x2, y1.isFinite, y2.isFinite else {
      throw InvalidValue(
        "timing curve", "(\(x1), \(y1), \(x2), \(y2))", expected: "x1, y1, x2, y2 with x1 and x2 from 0 to 1")
    }
    self.init(Point(x: x1, y: y1), Point(x: x2, y: y2))
  }

  /// Returns the share of the change after a share of the time; outside 0 to 1 it stands still at the ends.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    if control1.x == control1.y, control2.x == control2.y { return x }
    return Self.bezier(control1.y, control2.y, at: parameter(at: x))
  }

  /// Finds the parameter at which the curve has reached x.
  ///
  /// x grows with the parameter, so the root is between two bounds that Newton's steps must respect; where the curve is
  /// too flat for them the interval is halved instead.
  private func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = x
    for _ in 0..<80 {
      let error = Self.bezier(control1.x, control2.x, at: t) - x
      if abs(error) < 1e-15 { break }
      if error < 0 { low = t } else { high = t }
      let next = t - error / Self.slope(control1.x, control2.x, at: t)
      // Also false if the slope is 0 and the step therefore infinite or not a number.
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  /// One coordinate of a cubic Bézier curve that runs from 0 to 1, by Horner's scheme.
  private static func bezier(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    (((1 + 3 * p1 - 3 * p2) * t + 3 * p2 - 6 * p1) * t + 3 * p1) * t
  }

  private static func slope(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    (3 * (1 + 3 * p1 - 3 * p2) * t + 6 * p2 - 12 * p1) * t + 3 * p1
  }
}
