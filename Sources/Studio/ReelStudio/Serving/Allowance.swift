/// How much may come in a time: a vessel that fills steadily, is full at first, and from which everything that comes is taken.
struct Allowance: Sendable {
  /// What it holds at most.
  private let most: Double
  /// What flows in within a second.
  private let perSecond: Double
  private var left: Double
  private var time: ContinuousClock.Instant?

  init(most: Int, perSecond: Int) {
    (self.most, self.perSecond) = (Double(most), Double(perSecond))
    left = Double(most)
  }

  /// Takes what came.
  ///
  /// - Returns: how long to wait before anything else is taken in; zero where there is enough left.
  mutating func take(_ amount: Int, at now: ContinuousClock.Instant) -> Duration {
    fill(at: now)
    left -= Double(amount)
    return left < 0 ? .seconds(-left / perSecond) : .zero
  }

  /// Takes what came if there is enough left; otherwise nothing is taken, and it has to be refused.
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
