import ReelPlatform

/// Compares the beeps that were heard with the whole seconds that were seen.
struct SoundCheck {
  /// A beep and the whole second that it belongs to.
  private struct Pair {
    var flash: Int
    var second: Int
    var time: Double
    /// The delay of the beep relative to its intended time, in seconds.
    var error: Double
    /// Whether the beep's beginning may be missing.
    var isCut: Bool
    var level: Float
  }

  /// The offset in seconds from which beeps are a finding.
  ///
  /// Codecs smear the beginning of a beep over a few milliseconds.
  static let tolerance = 0.015
  /// The loss in decibels from which faint sound is a finding, and that of single beeps.
  private static let faintness = 20.0
  private static let loneFaintness = 12.0
  /// The duration of a complete beep in seconds.
  fileprivate static let length = 0.1

  /// The findings about the sound.
  private(set) var findings: [Finding] = []
  /// The median delay of all beeps relative to their intended times, in seconds; nil if no beep has a picture.
  private(set) var offset: Double?
  /// The largest offset between a beep and its picture, in seconds.
  private(set) var worst: Double?
  /// The gain of the median beep in decibels; nil if there is none.
  private(set) var gain: Double?

  private let flashes: [Flash]
  private let beeps: [HeardBeep]
  /// The intended delay of each beep relative to its picture.
  private let made: [Int: Double]
  /// The intended time of the clip's second 0 in the sound, in seconds.
  private let start: Double

  /// Compares sound and pictures.
  ///
  /// - Parameters:
  ///   - beeps: The beeps that were heard.
  ///   - timeline: The pictures that were seen.
  ///   - plan: The intended times of the whole seconds in the picture; empty if they are on time.
  ///   - start: The intended time of the clip's second 0 in the sound, in seconds.
  init(_ beeps: [HeardBeep], _ timeline: Timeline, plan: [Flash] = [], start: Double = 0) {
    flashes = timeline.flashes
    (self.beeps, self.start) = (beeps, start)
    made = Dictionary(
      plan.map { ($0.second, start + Double($0.second) - $0.time) }, uniquingKeysWith: { first, _ in first })
    let pairs = pair()
    // A beep without its beginning gives no time, unless it is the only one.
    let whole = pairs.contains { !$0.isCut } ? pairs.filter { !$0.isCut } : pairs
    let errors = whole.map(\.error)
    offset = Rhythm.median(errors)
    worst = errors.max { abs($0) < abs($1) }
    findMissing(pairs, timeline)
    findFaintness(pairs)
    findClipping()
    findMoves(whole.sorted { $0.time < $1.time })
  }

  private func soundTime(of flash: Flash) -> Double { flash.time + (made[flash.second] ?? 0) }

  /// Whether a beep would begin before time 0, where clips have no sound, so that part or all of it never existed.
  private func beginsBeforeZero(_ second: Int) -> Bool { start + Double(second) < -0.001 }

  // MARK: - Matching beeps with flashes

  private func pair() -> [Pair] {
    let expected = flashes.map(soundTime(of:))
    func pair(_ beep: HeardBeep, with flash: Int) -> Pair {
      Pair(
        flash: flash, second: flashes[flash].second, time: beep.time, error: beep.time - expected[flash],
        isCut: beep.isCut || beginsBeforeZero(flashes[flash].second), level: beep.level)
    }
    let bySecond = Dictionary(grouping: flashes.indices) { flashes[$0].second % BeepCode.count }
    // If a second is seen twice at the same time, as in a repeated segment, each showing has its own beep.
    var taken: Set<Int> = []
    let numbered = beeps.compactMap { beep -> Pair? in
      guard let number = beep.number, let known = bySecond[number] else { return nil }
      func rank(_ flash: Int) -> (Double, Int) { (abs(expected[flash] - beep.time), taken.contains(flash) ? 1 : 0) }
      guard let nearest = known.min(by: { rank($0) < rank($1) }) else { return nil }
      taken.insert(nearest)
      return pair(beep, with: nearest)
    }
    // A beep without a number belongs to the nearest second if it is as late as the others.
    let shift = Rhythm.median(numbered.map(\.error)) ?? 0
    let order = expected.indices.sorted { expected[$0] < expected[$1] }
    let rest = beeps.filter { $0.number == nil }.compactMap { beep -> Pair? in
      let time = beep.time - shift
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        if expected[order[middle]] < time { low = middle + 1 } else { high = middle }
      }
      let near = order[max(0, low - 1)..<min(order.count, low + 1)]
      guard let flash = near.min(by: { abs(expected[$0] - time) < abs(expected[$1] - time) }),
        abs(expected[flash] - time) < 0.5
      else { return nil }
      return pair(beep, with: flash)
    }
    return numbered + rest
  }

  // MARK: - Missing and faint beeps

  private mutating func findMissing(_ pairs: [Pair], _ timeline: Timeline) {
    let heard = Set(pairs.map(\.flash))
    let offset = offset ?? 0
    let (start, end) = (timeline.start, timeline.end)
    // Beeps moved before the beginning or after the end cannot be heard.
    let due = flashes.indices.filter {
      // A beep whose pictures were dropped may have been dropped with them.
      guard flashes[$0].isShown, !beginsBeforeZero(flashes[$0].second), timeline.hasWholeBeep(flashes[$0].second) else {
        return false
      }
      let time = soundTime(of: flashes[$0])
      return min(time, time + offset) > start - 0.001 && max(time, time + offset) + Self.length < end
    }
    let missing = due.filter { !heard.contains($0) }
    guard !missing.isEmpty else { return }
    let pattern = missing.count == due.count ? "all of them" : nil
    findings.append(
      Finding(.silent, count: missing.count, total: due.count, spans: spans(missing), pattern: pattern))
  }

  /// The seconds of some flashes; consecutive ones are one span.
  private func spans(_ flashes: [Int]) -> [Finding.Span] {
    var spans: [Finding.Span] = []
    for index in flashes {
      let flash = self.flashes[index]
      if let last = spans.last, flash.second == last.last + 1 {
        spans[spans.count - 1].last += 1
      } else {
        spans.append(Finding.Span(flash.second, time: flash.time))
      }
    }
    return spans
  }

  private mutating func findFaintness(_ pairs: [Pair]) {
    guard let level = Rhythm.median(beeps.map { Double($0.level) }), level > 0 else { return }
    let gain = 20 * log10(level / Double(BeepTrack.level))
    self.gain = gain
    if -gain > Self.faintness {
      findings.append(Finding(.faint, count: beeps.count, note: "\(decimal(-gain, places: 0)) dB"))
      return
    }
    // The beginning of a beep may be its loudest part.
    let limit = level * pow(10, -Self.loneFaintness / 20)
    let faint = pairs.filter { !$0.isCut && Double($0.level) < limit }.sorted { $0.flash < $1.flash }
    guard let least = faint.map({ Double($0.level) }).min(), least > 0 else { return }
    let note = "\(decimal(20 * log10(level / least), places: 0)) dB below the others"
    findings.append(
      Finding(.faint, count: faint.count, total: beeps.count, spans: spans(faint.map(\.flash)), note: note))
  }

  private mutating func findClipping() {
    let clipped = beeps.count { $0.isClipped }
    guard clipped > 0 else { return }
    findings.append(Finding(.clipped, count: clipped, total: beeps.count))
  }

  // MARK: - Sound out of sync

  private mutating func findMoves(_ pairs: [Pair]) {
    guard let first = pairs.first, let last = pairs.last else { return }
    if let drift = drift(pairs), abs(drift) * (last.time - first.time) > Self.tolerance {
      let (from, to) = (first.error, last.error)
      let note = "\(Finding.milliseconds(from)) to \(Finding.milliseconds(to)), \(decimal(drift * 1e6, places: 0)) ppm"
      findings.append(
        Finding(.soundDrift, count: 1, spans: [.init(first.second, last.second, amount: to - from)], note: note))
      return
    }
    // Stretches in which the sound keeps its offset.
    var stretches: [(first: Pair, errors: [Double])] = []
    for pair in pairs {
      if let middle = Rhythm.median(stretches.last?.errors.suffix(9).map(\.self) ?? []),
        abs(pair.error - middle) <= Self.tolerance
      {
        stretches[stretches.count - 1].errors.append(pair.error)
      } else {
        stretches.append((pair, [pair.error]))
      }
    }
    let middles = stretches.map { Rhythm.median($0.errors) ?? 0 }
    if let start = middles.first, abs(start) > Self.tolerance {
      findings.append(Finding(.soundOffset, count: 1, spans: [.init(0, amount: start)]))
    }
    let jumps = zip(zip(middles, middles.dropFirst()), stretches.dropFirst()).map { middles, stretch in
      Finding.Span(stretch.first.second, time: stretch.first.time, amount: middles.1 - middles.0)
    }
    if !jumps.isEmpty { findings.append(Finding(.soundJump, spans: jumps)) }
  }

  /// The steady drift of the sound in seconds per second; nil if it does not drift steadily.
  ///
  /// It is the median of the slopes between beeps that are half of the movie apart (Theil 1950).
  private func drift(_ pairs: [Pair]) -> Double? {
    let half = pairs.count / 2
    guard pairs.count >= 4 else { return nil }
    let slopes = (half..<pairs.count).map { index in
      let (a, b) = (pairs[index - half], pairs[index])
      return (b.error - a.error) / max(0.1, b.time - a.time)
    }
    guard let slope = Rhythm.median(slopes) else { return nil }
    let rest = pairs.map { $0.error - slope * $0.time }
    guard let middle = Rhythm.median(rest) else { return nil }
    // Time stretching works in pieces.
    let total = abs(slope) * ((pairs.last?.time ?? 0) - (pairs.first?.time ?? 0))
    let isEven = rest.allSatisfy { abs($0 - middle) <= max(0.01, total / 4) }
    // A jump in the middle looks like a slope to pairs of beeps on both sides of it.
    guard isEven, Self.spread(rest) <= Self.spreadAroundJump(pairs.map(\.error)) else { return nil }
    return slope
  }

  /// The sum of the distances to the median.
  private static func spread(_ errors: [Double]) -> Double {
    let middle = Rhythm.median(errors) ?? 0
    return errors.reduce(0) { $0 + abs($1 - middle) }
  }

  /// The spread that remains if the sound jumps once, at the beep that explains the most.
  private static func spreadAroundJump(_ errors: [Double]) -> Double {
    // In a long movie, some of the beeps suffice to locate the jump.
    let step = max(1, errors.count / 64)
    return stride(from: 1, to: errors.count, by: step).reduce(.infinity) { least, index in
      min(least, spread(Array(errors[..<index])) + spread(Array(errors[index...])))
    }
  }
}

extension Timeline {
  /// Whether a beep is as long as the clip, which may be held beyond its last frame.
  fileprivate func hasWholeBeep(_ second: Int) -> Bool {
    guard let count = reference.frameCount else { return true }
    return (Double(second) + SoundCheck.length) * rates.frames < Double(count) + 0.001
  }

  /// The presentation time of the first picture, in seconds.
  var start: Double { slots.reduce(.infinity) { min($0, $1.time) } }

  /// The end time of the last picture, in seconds.
  var end: Double {
    let interval = rates.pictures > 0 ? 1 / rates.pictures : 0
    return slots.reduce(0) { max($0, $1.time) } + interval
  }
}
