import ReelGeometry

/// A frame rate in frames per second, as an exact fraction.
///
/// Frame n is shown at n / rate; times are computed from n, never summed, so nothing drifts.
public struct FrameRate: Hashable, Sendable {
  /// The legal rates, in frames per second.
  public static let range: ClosedRange<Double> = 0.001...1000

  /// The number of frames in `denominator` seconds; positive, and in lowest terms with the denominator.
  public let numerator: Int
  /// The seconds in which `numerator` frames are shown; positive.
  public let denominator: Int

  /// Creates a rate of `numerator` frames in `denominator` seconds: `FrameRate(30_000, 1001)`.
  ///
  /// - Throws: `InvalidValue` for a rate outside `range`, or a fraction whose parts exceed one million in lowest terms.
  public init(_ numerator: Int, _ denominator: Int = 1) throws(InvalidValue) {
    let invalid = InvalidValue(
      "frame rate", denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)",
      expected: "from 0.001 to 1000, as a number (10, 29.97) or a fraction (30000/1001)")
    guard numerator > 0, denominator > 0 else { throw invalid }
    let divisor = greatestCommonDivisor(numerator, denominator)
    guard numerator / divisor <= 1_000_000, denominator / divisor <= 1_000_000,
      Self.range.contains(Double(numerator) / Double(denominator))
    else { throw invalid }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Returns the lowest rate whose frames include those of both: 60 for 30 and 20.
  ///
  /// - Throws: `InvalidValue` if that rate is outside `range`, as for 30 and 30000/1001.
  public func common(with other: FrameRate) throws(InvalidValue) -> FrameRate {
    let shared = greatestCommonDivisor(numerator, other.numerator)
    return try FrameRate(
      numerator / shared * other.numerator, greatestCommonDivisor(denominator, other.denominator))
  }

  /// Returns the number of frames of this rate for each frame of another, if it is a whole number.
  ///
  /// - Parameter other: A rate that is not higher.
  public func frames(perFrameOf other: FrameRate) -> Int? {
    let (frames, rest) = (numerator * other.denominator).quotientAndRemainder(dividingBy: denominator * other.numerator)
    return rest == 0 && frames > 0 ? frames : nil
  }

  /// Frames per second, rounded to a floating-point number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// Returns the time at which a frame is shown, in seconds, correctly rounded.
  public func seconds(ofFrame index: Int) -> Double { Double(index * denominator) / Double(numerator) }

  /// Returns the time at which a frame is shown, rounded down to the attosecond.
  public func time(ofFrame index: Int) -> Duration {
    let (seconds, rest) = (index * denominator).quotientAndRemainder(dividingBy: numerator)
    let attoseconds = Int64(rest).multipliedFullWidth(by: 1_000_000_000_000_000_000)
    return Duration(
      secondsComponent: Int64(seconds),
      attosecondsComponent: Int64(numerator).dividingFullWidth(attoseconds).quotient)
  }

  /// Returns the last frame shown at or before `elapsed`; 0 for times before the first.
  ///
  /// - Precondition: `elapsed` is less than a thousand years.
  public func frame(at elapsed: Duration) -> Int {
    guard elapsed > .zero else { return 0 }
    var index = Int(clamping: (elapsed / .seconds(1) * framesPerSecond).rounded(.down))
    // The quotient is rounded: step to the frame that the exact times give.
    while time(ofFrame: index + 1) <= elapsed { index += 1 }
    while index > 0, time(ofFrame: index) > elapsed { index -= 1 }
    return index
  }

  /// Returns the number of frames in a number of seconds: seconds × rate, rounded to the nearest, from 1 to 2³¹ − 1.
  ///
  /// NaN counts as 0 seconds.
  public func frameCount(seconds: Double) -> Int {
    let count = (seconds * Double(numerator) / Double(denominator)).rounded()
    guard count > 1 else { return 1 }
    return count < Double(Int32.max) ? Int(clamping: count) : Int(Int32.max)
  }
}

extension FrameRate: ExpressibleByIntegerLiteral {
  /// Creates a whole rate; a literal outside `range` is a programming error and traps.
  public init(integerLiteral value: Int) {
    do {
      try self.init(value)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension FrameRate: ExpressibleByFloatLiteral {
  /// Creates a rate as `init(_:)` reads the same digits: `29.97` is 30000/1001, `12.5` is 25/2.
  ///
  /// A literal outside `range` is a programming error and traps. Use `init(parsing:)`, which throws, for rates
  /// that are known only at run time.
  public init(floatLiteral value: Double) {
    do {
      try self.init(parsing: "\(value)")
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension FrameRate: LosslessStringConvertible {
  /// Reads `10`, `12.5`, `30000/1001`.
  ///
  /// `23.976`, `23.98`, `29.97`, `47.95`, `59.94` and `119.88` mean the broadcast fractions over 1001. Other numbers are
  /// rounded to three decimal places.
  public init?(_ description: String) {
    guard let rate = try? FrameRate(parsing: description) else { return nil }
    self = rate
  }

  /// Parses a rate as `init(_:)` does, and explains what is wrong with an invalid one.
  ///
  /// - Throws: `InvalidValue` for text that is not a rate, or a rate outside `range`.
  public init(parsing text: String) throws(InvalidValue) {
    if let rate = try Self.broadcastRate(text) {
      self = rate
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      try self.init(numerator, denominator)
    } else if let number = Double(text), Self.range.contains(number) {
      try self.init(Int(clamping: (number * 1000).rounded()), 1000)
    } else {
      throw InvalidValue(
        "frame rate", text, expected: "from 0.001 to 1000, as a number (10, 29.97) or a fraction (30000/1001)")
    }
  }

  /// The broadcast fraction that a decimal number abbreviates: the one it equals in all its decimal places, at least two.
  private static func broadcastRate(_ text: String) throws(InvalidValue) -> FrameRate? {
    let places = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.count ?? 0
    guard (2...9).contains(places), let number = Double(text) else { return nil }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    for numerator in [24_000, 30_000, 48_000, 60_000, 120_000]
    where (Double(numerator) / 1001 * scale).rounded() == (number * scale).rounded() {
      return try FrameRate(numerator, 1001)
    }
    return nil
  }

  /// The rate as `init(parsing:)` reads it: `10` or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
