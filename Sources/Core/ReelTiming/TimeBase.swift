/// The length of one tick of a clock, as an exact fraction of a second.
public struct TimeBase: Hashable, Sendable, CustomStringConvertible {
  /// The seconds in `denominator` ticks; positive.
  public let numerator: Int
  /// The ticks in `numerator` seconds; positive.
  public let denominator: Int

  /// Creates a clock with a tick of `numerator` / `denominator` seconds.
  ///
  /// - Precondition: both are positive.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(numerator > 0 && denominator > 0, "a tick of \(numerator)/\(denominator) s is not positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a clock with one tick per frame.
  public init(_ rate: FrameRate) { self.init(rate.denominator, rate.numerator) }

  /// Returns the time after a number of ticks.
  public func time(_ ticks: Int) -> MediaTime {
    MediaTime(ticks: ticks, tickNumerator: numerator, tickDenominator: denominator)
  }

  /// The fraction: `1001/30000`.
  public var description: String { "\(numerator)/\(denominator)" }
}
