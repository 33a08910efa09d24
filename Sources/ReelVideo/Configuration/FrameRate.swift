import ReelGeometry

/// A number of frames a second, as an exact fraction.
///
/// Frame n is shown at n / rate; times are computed from n each time, never summed, so that nothing drifts.
public struct FrameRate: Hashable, Sendable {
  /// The legal rates, in frames a second.
  public static let range: ClosedRange<Double> = 0.001...1000

  /// The frames in `denominator` seconds; positive, and with the denominator in lowest terms.
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

  /// Frames a second, rounded to a floating-point number.
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

  /// Returns the last frame whose time is not after `elapsed`; 0 for times before the first.
  public func frame(at elapsed: Duration) -> Int {
    guard elapsed > .zero else { return 0 }
    var index = Int((elapsed / .seconds(1) * framesPerSecond).rounded(.down))
    // The quotient is rounded: step to the frame that the exact times name.
    while time(ofFrame: index + 1) <= elapsed { index += 1 }
    while index > 0, time(ofFrame: index) > elapsed { index -= 1 }
    return index
  }

  /// Returns the number of frames in so many seconds: seconds × rate, rounded to the nearest, at least 1.
  public func frameCount(seconds: Double) -> Int {
    max(1, Int((seconds * Double(numerator) / Double(denominator)).rounded()))
  }
}

extension FrameRate: ExpressibleByIntegerLiteral {
  /// Creates a whole rate; a literal outside `range` is a programming error and stops the program.
  public init(integerLiteral value: Int) {
    do {
      try self.init(value)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension FrameRate: LosslessStringConvertible {
  /// Reads `10`, `12.5`, `30000/1001`; `23.976`, `23.98`, `29.97`, `59.94` and `119.88` mean the broadcast fractions over 1001.
  public init?(_ description: String) {
    guard let rate = try? FrameRate(parsing: description) else { return nil }
    self = rate
  }

  /// Reads a rate as `init(_:)` does, and says what is wrong with one that cannot be.
  ///
  /// - Throws: `InvalidValue` for text that is no rate, or a rate outside `range`.
  public init(parsing text: String) throws(InvalidValue) {
    let broadcast = ["23.976": 24_000, "23.98": 24_000, "29.97": 30_000, "59.94": 60_000, "119.88": 120_000]
    if let numerator = broadcast[text] {
      try self.init(numerator, 1001)
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      try self.init(numerator, denominator)
    } else if let number = Double(text), Self.range.contains(number) {
      try self.init(Int((number * 1000).rounded()), 1000)
    } else {
      throw InvalidValue(
        "frame rate", text, expected: "from 0.001 to 1000, as a number (10, 29.97) or a fraction (30000/1001)")
    }
  }

  /// The rate as it is read: `10` or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
