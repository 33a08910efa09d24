/// A time or length in a movie, exact: a number of ticks, each an exact fraction of a second.
public struct MediaTime: Hashable, Sendable, CustomStringConvertible {
  /// The number of ticks.
  public var ticks: Int
  /// The numerator of a tick's length in seconds.
  public var tickNumerator: Int
  /// The denominator of a tick's length in seconds; positive.
  public var tickDenominator: Int

  /// Creates a time from ticks.
  public init(ticks: Int, tickNumerator: Int, tickDenominator: Int) {
    self.ticks = ticks
    self.tickNumerator = tickNumerator
    self.tickDenominator = tickDenominator
  }

  /// The time in seconds, correctly rounded while the parts and their product stay below 2⁵³.
  public var seconds: Double { Double(ticks) * Double(tickNumerator) / Double(tickDenominator) }

  /// The time rounded down to the attosecond, as `FrameRate.time(ofFrame:)` rounds; nil for times beyond any movie.
  public var elapsed: Duration? {
    guard tickDenominator > 0 else { return nil }
    let (product, overflows) = ticks.multipliedReportingOverflow(by: tickNumerator)
    guard !overflows else { return nil }
    var (seconds, rest) = product.quotientAndRemainder(dividingBy: tickDenominator)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + tickDenominator) }
    let attoseconds = Int64(rest).multipliedFullWidth(by: 1_000_000_000_000_000_000)
    return Duration(
      secondsComponent: Int64(seconds),
      attosecondsComponent: Int64(tickDenominator).dividingFullWidth(attoseconds).quotient)
  }

  /// Returns the frame that begins exactly at this time, or nil if none does.
  public func frameIndex(at rate: FrameRate) -> Int? {
    // The numbers come from a file and may be anything. If a product overflows, there is no such frame.
    let (factor, overflows) = tickNumerator.multipliedReportingOverflow(by: rate.numerator)
    let (dividend, overflowsToo) = ticks.multipliedReportingOverflow(by: factor)
    let (divisor, overflowsAlso) = tickDenominator.multipliedReportingOverflow(by: rate.denominator)
    guard !overflows, !overflowsToo, !overflowsAlso, divisor != 0 else { return nil }
    let (index, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    return rest == 0 ? index : nil
  }

  /// Returns the frame whose time is nearest, for containers that round times; nil for times beyond all movies.
  public func nearestFrameIndex(at rate: FrameRate) -> Int? {
    let index = (seconds * rate.framesPerSecond).rounded()
    return abs(index) < 1e15 ? Int(clamping: index) : nil
  }

  /// Ticks times the length of a tick: `3003·1/30000 s`.
  public var description: String { "\(ticks)·\(tickNumerator)/\(tickDenominator) s" }
}
