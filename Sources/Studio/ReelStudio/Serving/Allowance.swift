/// A token bucket: it starts full, refills steadily, and everything that arrives is taken from it.
struct Allowance: Sendable {
  /// The capacity.
  private let most: Double
  /// The refill per second.
  private let perSecond: Double
  private var left: Double
  private var time: ContinuousClock.Instant?

  init(most: Int, perSecond: Int) {
    (self.most, self.perSecond) = (Double(most), Double(perSecond))
    left = Double(most)
  }

  /// Takes an amount that has arrived.
  ///
  /// - Returns: the time to wait before accepting anything else; zero if enough is left.
  mutating func take(_ amount: Int, at now: ContinuousClock.Instant) -> Duration {
    fill(at: now)
    left -= Double(amount)
    return left < 0 ? .seconds(-left / perSecond) : .zero
  }

  /// Takes an amount if enough is left; otherwise takes nothing, and the amount must be refused.
  mutating func admits(_ amount: Int, at now: ContinuousClock.Instant) -> Bool {
    fill(at: now)
    guard left >= Double(amount) else { return false }
    left -= Double(amount)
    return true
  }

  private mutating func fill(at now: ContinuousClock.Instant) {
    if let time { left = min(most, left + perSecond * ((now - time) / .seconds(1))) }
    time = now
  }
}
