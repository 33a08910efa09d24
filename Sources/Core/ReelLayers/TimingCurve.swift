import ReelGeometry
import ReelPlatform

/// The pacing of an animation: a cubic Bézier curve from (0, 0) to (1, 1), as in CSS and Core Animation, a spring that comes to rest, or
/// steps.
///
/// x is the elapsed fraction of the duration, y the fraction of the change. y may leave the range from 0 to 1, so that an animation can
/// anticipate or overshoot.
public struct TimingCurve: Hashable, Sendable {
  private enum Shape: Hashable {
    case bezier(Point, Point)
    case spring(damping: Double)
    case steps(Int, StepJump)
  }

  /// The jumps of a step curve at its ends, in addition to those between steps; named as in CSS without `jump-`.
  public enum StepJump: Hashable, Sendable, CaseIterable {
    /// At the beginning.
    case start
    /// At the end.
    case end
    /// At neither end: the first step shows the beginning, the last one the end.
    case none
    /// At both ends.
    case both
  }

  private let shape: Shape

  /// Constant speed.
  public static let linear = TimingCurve(Point(x: 0, y: 0), Point(x: 1, y: 1))
  /// Fast at first and slow at the end: CSS's `ease`, the default of Core Animation.
  public static let ease = TimingCurve(Point(x: 0.25, y: 0.1), Point(x: 0.25, y: 1))
  /// Slow at first.
  public static let easeIn = TimingCurve(Point(x: 0.42, y: 0), Point(x: 1, y: 1))
  /// Slow at the end.
  public static let easeOut = TimingCurve(Point(x: 0, y: 0), Point(x: 0.58, y: 1))
  /// Slow at both ends.
  public static let easeInOut = TimingCurve(Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))
  /// Quick at first, with a long end: the curve of movements in storyboards.
  public static let settle = TimingCurve(Point(x: 0.2, y: 0), Point(x: 0, y: 1))

  private init(_ control1: Point, _ control2: Point) {
    shape = .bezier(control1, control2)
  }

  /// A spring that overshoots by a tenth and swings back.
  public static let spring = TimingCurve(shape: .spring(damping: 0.6))

  private init(shape: Shape) { self.shape = shape }

  /// Creates the curve of a spring that is released at 0 and at rest at 1.
  ///
  /// - Parameter springDamping: The damping ratio, more than 0 and up to 1. At 1 the spring does not overshoot; the nearer to 0, the
  ///   more often it swings.
  /// - Throws: `InvalidValue` for a ratio out of range.
  public init(springDamping: Double) throws(InvalidValue) {
    guard springDamping > 0, springDamping <= 1 else {
      throw InvalidValue("damping of a spring", springDamping, expected: "more than 0 and up to 1")
    }
    self.init(shape: .spring(damping: springDamping))
  }

  /// Creates a curve of equal steps: CSS's `steps(4, jump-end)`.
  ///
  /// - Parameters:
  ///   - count: The number of steps, from 1, or from 2 without jumps at the ends, to 10000.
  ///   - jump: The jumps at the ends.
  /// - Throws: `InvalidValue` for a number of steps out of range.
  public init(steps count: Int, jump: StepJump = .end) throws(InvalidValue) {
    let legal = (jump == .none ? 2 : 1)...10_000
    guard legal.contains(count) else {
      throw InvalidValue("number of steps", count, expected: "from \(legal.lowerBound) to \(legal.upperBound)")
    }
    self.init(shape: .steps(count, jump))
  }

  /// Creates a curve from the numbers of CSS's `cubic-bezier(x1, y1, x2, y2)`.
  ///
  /// - Throws: `InvalidValue` if an x is outside 0 to 1, where time would run backwards, or a y is not finite.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(InvalidValue) {
    guard 0...1 ~= x1, 0...1 ~= x2, y1.isFinite, y2.isFinite else {
      throw InvalidValue(
        "timing curve", "(\(x1), \(y1), \(x2), \(y2))", expected: "x1, y1, x2, y2 with x1 and x2 from 0 to 1")
    }
    self.init(Point(x: x1, y: y1), Point(x: x2, y: y2))
  }

  /// Returns the fraction of the change after a fraction of the time, which is clamped to 0…1.
  public func value(at x: Double) -> Double {
    if case .steps(let count, let jump) = shape, x >= 0 { return Self.steps(count, jump, at: x) }
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    switch shape {
    case .bezier(let control1, let control2):
      if control1.x == control1.y, control2.x == control2.y { return x }
      return Self.bezier(control1.y, control2.y, at: Self.parameter(control1.x, control2.x, at: x))
    case .spring(let damping):
      return Self.spring(damping, at: x) / Self.spring(damping, at: 1)
    case .steps(let count, let jump): return Self.steps(count, jump, at: x)
    }
  }

  /// Returns the value of the step at a fraction of the time; a fraction within rounding of a boundary counts as the boundary.
  private static func steps(_ count: Int, _ jump: StepJump, at x: Double) -> Double {
    let isEarly = jump == .start || jump == .both
    let done = (x * Double(count) + 1e-9).rounded(.down) + (isEarly ? 1 : 0)
    let jumps = count + (jump == .both ? 1 : jump == .none ? -1 : 0)
    return min(1, done / Double(jumps))
  }

  /// Returns the step response of a damped harmonic oscillator whose oscillation has decayed to a thousandth at 1.
  ///
  /// With the damping ratio ζ and the undamped frequency ω: 1 − e^(−ζωx)·(cos ω′x + ζω/ω′·sin ω′x), ω′ = ω√(1 − ζ²).
  private static func spring(_ damping: Double, at x: Double) -> Double {
    let decay = log(1000.0)
    let frequency = decay / damping * max(0, 1 - damping * damping).squareRoot()
    let swing = frequency > 1e-6 ? decay / frequency * sin(frequency * x) : decay * x
    return 1 - exp(-decay * x) * (cos(frequency * x) + swing)
  }

  /// Finds the parameter at which the curve has reached x.
  ///
  /// x grows with the parameter, so the root is between two bounds that Newton's steps must respect. Where the curve is too flat for
  /// Newton's method, the interval is halved instead.
  private static func parameter(_ x1: Double, _ x2: Double, at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = x
    for _ in 0..<80 {
      let error = bezier(x1, x2, at: t) - x
      if abs(error) < 1e-15 { break }
      if error < 0 { low = t } else { high = t }
      let next = t - error / slope(x1, x2, at: t)
      // Also false if the slope is 0 and the step is therefore infinite or NaN.
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  /// Returns one coordinate of a cubic Bézier curve from 0 to 1, by Horner's scheme.
  private static func bezier(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    (((1 + 3 * p1 - 3 * p2) * t + 3 * p2 - 6 * p1) * t + 3 * p1) * t
  }

  private static func slope(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    (3 * (1 + 3 * p1 - 3 * p2) * t + 6 * p2 - 12 * p1) * t + 3 * p1
  }
}
