/// A time or length in a movie, exact: a number of ticks, each an exact fraction of a second.
public struct MediaTime: Hashable, Sendable, CustomStringConvertible {
  /// The number of ticks.
  public var ticks: Int
  /// A tick is `tickNumerator` / `tickDenominator` seconds.
  public var tickNumerator: Int
  /// Positive.
  public var tickDenominator: Int

  /// Creates a time of so many ticks.
  public init(ticks: Int, tickNumerator: Int, tickDenominator: Int) {
    self.ticks = ticks
    self.tickNumerator = tickNumerator
    self.tickDenominator = tickDenominator
  }

  /// The time in seconds, correctly rounded while the parts stay below 2⁵³.
  public var seconds: Double { Double(ticks * tickNumerator) / Double(tickDenominator) }

  /// Returns the frame that begins exactly at this time, or nil where none does.
  public func frameIndex(at rate: FrameRate) -> Int? {
    let (index, rest) = (ticks * tickNumerator * rate.numerator).quotientAndRemainder(
      dividingBy: tickDenominator * rate.denominator)
    return rest == 0 ? index : nil
  }

  /// Returns the frame whose time is nearest, for containers that round times.
  public func nearestFrameIndex(at rate: FrameRate) -> Int {
    Int((seconds * rate.framesPerSecond).rounded())
  }

  /// The fraction of seconds: `3003·1/30000 s`.
  public var description: String { "\(ticks)·\(tickNumerator)/\(tickDenominator) s" }
}
