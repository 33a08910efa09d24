import ReelVideo

/// The rates of a movie, derived from its pictures: one of the pictures and one of the clip's frames.
///
/// They differ if frames were dropped or duplicated to fit another rate.
public struct TimelineRates: Hashable, Sendable {
  /// Pictures per second.
  public let pictures: Double
  /// The clip's original frames per second.
  public let frames: Double
  /// Whether pictures come at a constant rate, apart from single faults.
  public let isConstant: Bool
  /// Whether frames were dropped or duplicated evenly to fit the rate of the pictures.
  public let isConverted: Bool
  /// Whether all frames are present, but at another constant rate than they were made for.
  public let isRetimed: Bool

  /// The usual rates of films.
  ///
  /// Other rates are accepted only from a manifest or a header.
  static let usual: [Double] =
    [1, 2, 5, 8, 10, 12, 12.5, 15, 16, 18, 20, 24, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 240]
    + [24_000, 30_000, 48_000, 60_000, 120_000].map { $0 / 1001 }

  init(slots: [Timeline.Slot], reference: TimelineReference) {
    let known = reference.frameRate?.framesPerSecond
    let header = reference.headerRate?.framesPerSecond
    guard slots.count > 2, let rhythm = Rhythm(slots.map(\.time), tick: reference.tick) else {
      let interval = slots.count == 2 ? slots[1].time - slots[0].time : 0
      pictures = known ?? header ?? (interval > 0 ? 1 / interval : 1)
      frames = known ?? pictures
      (isConstant, isConverted, isRetimed) = (true, false, false)
      return
    }
    isConstant = rhythm.isConstant
    let rate = rhythm.rate(trusted: [known, header].compactMap(\.self), others: Self.usual)
    let read = slots.filter(\.isRead)
    let span = (read.last?.time ?? 0) - (read.first?.time ?? 0)
    let slope = span > 0 ? Double((read.last?.number ?? 0) - (read.first?.number ?? 0)) / span : 0
    if let known {
      frames = known
      pictures = isConstant ? rate : known
      let differs = isConstant && abs(rate / known - 1) > 1e-6
      // If the frames keep their old speed, the clip was converted; if they have the speed of the pictures, it was
      // retimed. In a short clip both look nearly the same, but only a conversion drops or duplicates frames.
      let (first, last) = (Int(read.first?.number ?? 0), Int(read.last?.number ?? 0))
      let surplus = Double(last - first - max(0, read.count - 1))
      let isNearOldSpeed = abs(Double(last - first) - span * known) < 2
      isConverted =
        differs
        && (abs(slope / known - 1) < abs(slope / rate - 1) || surplus * (known - rate) > 0 && isNearOldSpeed)
      isRetimed = differs && !isConverted
    } else {
      pictures = rate
      isRetimed = false
      let candidate = Self.usual.filter { abs($0 / slope - 1) < 0.03 }.min {
        Self.distance($0, slope, rate) < Self.distance($1, slope, rate)
      }
      isConverted = isConstant && StepPattern.isEven(read.map(\.number)) && candidate != nil
      frames = isConverted ? candidate ?? rate : rate
    }
  }

  /// The mismatch between a rate and a slope.
  ///
  /// Rates over 1001 and integral rates hardly occur together.
  private static func distance(_ candidate: Double, _ slope: Double, _ rate: Double) -> Double {
    let isWhole = { (rate: Double) in abs(rate - rate.rounded()) < 1e-6 }
    return abs(candidate / slope - 1) + (isWhole(candidate) == isWhole(rate) ? 0 : 0.005)
  }
}

/// The steps from one frame number to the next.
enum StepPattern {
  /// Whether steps other than 1 are as even as in a rate conversion.
  ///
  /// There must be at least three of them.
  static func isEven(_ numbers: [Int32]) -> Bool {
    guard numbers.count > 2, let first = numbers.first, let last = numbers.last, last > first else { return false }
    let ratio = Double(last - first) / Double(numbers.count - 1)
    let steps = zip(numbers, numbers.dropFirst()).map { Int($1) - Int($0) }
    let (low, high) = (Int(clamping: ratio.rounded(.down)), Int(clamping: ratio.rounded(.up)))
    guard steps.allSatisfy({ $0 == low || $0 == high }) else { return false }
    let events = steps.indices.filter { steps[$0] != 1 }
    let gaps = zip(events, events.dropFirst()).map { $1 - $0 }
    guard events.count >= 3, let shortest = gaps.min(), let longest = gaps.max() else { return false }
    return longest - shortest <= 1 && (events.first ?? 0) <= 3 * longest
      && steps.count - (events.last ?? 0) <= 3 * longest
  }
}

/// The intervals between pictures.
struct Rhythm {
  private let times: [Double]
  private let tolerance: Double
  /// The median of the intervals in seconds.
  let median: Double
  /// Whether most intervals are equal within the precision of the clock.
  let isConstant: Bool

  /// Creates the rhythm of pictures; nil if no time passes.
  init?(_ times: [Double], tick: Double) {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let median = Self.median(intervals), median > 0 else { return nil }
    self.times = times
    self.median = median
    tolerance = TimelineReference(tick: tick).tolerance(interval: median)
    let tolerance = tolerance
    let same = intervals.reduce(0) { $0 + (abs($1 - median) <= tolerance ? 1 : 0) }
    isConstant = same * 10 >= intervals.count * 6
  }

  /// Returns the rate that explains most of the times, or else an estimate from the intervals.
  ///
  /// - Parameters:
  ///   - trusted: Rates that are preferred to others if they explain as much; the first has the highest priority.
  ///   - others: Rates that are used if they explain more.
  func rate(trusted: [Double], others: [Double]) -> Double {
    let short = max(1, min(times.count / 10, 300))
    let estimate = Double(short) / (Self.median(differences(short)) ?? median)
    // Only long stretches distinguish 30 from 30000/1001. A fault in a stretch affects all candidates alike.
    let long = max(1, min(times.count / 4, 2000))
    let stretches = differences(long)
    func score(_ rate: Double) -> (rate: Double, misses: Int, error: Double) {
      let errors = stretches.map { abs($0 - Double(long) / rate) }
      return (rate, errors.count { $0 > tolerance }, Self.median(errors) ?? 0)
    }
    let isNear = { (rate: Double) in
      abs(rate / estimate - 1) < 0.012 + self.tolerance / self.median / Double(short)
    }
    let known = trusted.filter(isNear).map(score)
    let scores = known + others.filter(isNear).map(score)
    guard let best = scores.min(by: { ($0.misses, $0.error + 1e-9) < ($1.misses, $1.error) }) else { return estimate }
    if let first = known.first(where: { $0.misses <= best.misses + stretches.count / 20 }) { return first.rate }
    return isConstant && best.misses * 2 > stretches.count && best.error > 2 * tolerance ? estimate : best.rate
  }

  private func differences(_ lag: Int) -> [Double] {
    guard times.count > lag else { return [] }
    return (lag..<times.count).map { times[$0] - times[$0 - lag] }
  }

  static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
