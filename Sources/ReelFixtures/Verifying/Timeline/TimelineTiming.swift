/// What the times tell: gaps, jumps, single frames out of time, rates that are none.
///
/// From each frame to the next there are two natural intervals: that of the pictures, and that which the two numbers tell (where frames
/// were dropped and the hole was left). What differs from both moves the clip: for one frame, or for good.
struct TimelineTiming {
  private(set) var findings: [Finding] = []

  /// A readable picture and how far the interval before it is from natural.
  private struct Beat {
    var number: Int
    var time: Double
    var anomaly: Double
  }

  private let rates: TimelineRates
  private let tolerance: Double
  private let interval: Double
  private var beats: [Beat] = []

  init(slots: [Timeline.Slot], reference: TimelineReference, rates: TimelineRates, starts: [Int]) {
    self.rates = rates
    interval = 1 / rates.pictures
    tolerance = reference.tolerance(interval: interval)
    readBeats(slots, starts: Set(starts))
    var allowance = tolerance
    if isUneven {
      allowance = findUnevenness()
    } else {
      findMoves()
    }
    findRetiming(reference)
    if !reference.hasArbitraryStart { findStart(slots, allowance: allowance) }
  }

  private mutating func readBeats(_ slots: [Timeline.Slot], starts: Set<Int>) {
    var previous: Int?
    var isFresh = true
    // All frames are there at another rate: then that rate is natural.
    let frameInterval = rates.isRetimed ? interval : 1 / rates.frames
    for (index, slot) in slots.enumerated() {
      isFresh = isFresh || starts.contains(index)
      guard slot.isRead else { continue }
      defer { (previous, isFresh) = (index, false) }
      let number = Int(slot.number)
      guard let previous else {
        beats.append(Beat(number: number, time: slot.time, anomaly: 0))
        continue
      }
      let elapsed = slot.time - slots[previous].time
      var anomaly = elapsed - Double(index - previous) * interval
      let step = number - Int(slots[previous].number)
      if !isFresh, step > 0 {
        let told = elapsed - Double(step) * frameInterval
        if abs(told) < abs(anomaly) { anomaly = told }
      }
      beats.append(Beat(number: number, time: slot.time, anomaly: anomaly))
    }
  }

  // MARK: - A clip with single faults

  /// Whether so many intervals are wrong that no single fault explains them.
  private var isUneven: Bool {
    let wrong = beats.reduce(0) { $0 + (abs($1.anomaly) > tolerance ? 1 : 0) }
    return wrong > 6 && wrong * 5 > beats.count
  }

  private mutating func findMoves() {
    var (late, early, gaps, jumps): ([Finding.Span], [Finding.Span], [Finding.Span], [Finding.Span]) = ([], [], [], [])
    // How far the clip has moved since its first picture, and how much of that is accepted.
    var (moved, level) = (0.0, 0.0)
    for (index, beat) in beats.enumerated() {
      moved += beat.anomaly
      let error = moved - level
      if abs(error) <= tolerance {
        // The rest of a rate such as 30000/1001 that was taken for 30 must not add up.
        level += error / 8
        continue
      }
      let next = index + 1 < beats.count ? moved + beats[index + 1].anomaly - level : 0
      if abs(next) <= tolerance, index > 0, abs(error) < interval {
        let span = Finding.Span(beat.number, time: beat.time, amount: abs(error))
        if error > 0 { late.append(span) } else { early.append(span) }
      } else {
        let before = beats[max(0, index - 1)]
        if error > 0 {
          gaps.append(Finding.Span(before.number, time: before.time, amount: error))
        } else {
          jumps.append(Finding.Span(beat.number, time: beat.time, amount: error))
        }
        level = moved
      }
    }
    add(.late, late)
    add(.early, early)
    add(.gap, gaps)
    add(.jump, jumps)
  }

  private mutating func add(_ kind: Finding.Kind, _ spans: [Finding.Span]) {
    if !spans.isEmpty { findings.append(Finding(kind, spans: spans)) }
  }

  // MARK: - A clip without an even rhythm

  /// Reports jitter or a variable rate, and the gaps that stand out of it.
  ///
  /// - Returns: how far any frame may be from its time because of it.
  private mutating func findUnevenness() -> Double {
    let sizes = beats.dropFirst().map { abs($0.anomaly) }
    let usual = Rhythm.median(sizes) ?? 0
    let limit = max(0.75 * interval, 4 * usual)
    var (gaps, jumps): ([Finding.Span], [Finding.Span]) = ([], [])
    var (moved, moves): (Double, [Double]) = (0, [])
    for (index, beat) in beats.enumerated() {
      if index > 0, abs(beat.anomaly) > limit {
        let before = beats[index - 1]
        if beat.anomaly > 0 {
          gaps.append(Finding.Span(before.number, time: before.time, amount: beat.anomaly))
        } else {
          jumps.append(Finding.Span(beat.number, time: beat.time, amount: beat.anomaly))
        }
      } else {
        moved += beat.anomaly
      }
      moves.append(moved)
    }
    add(.gap, gaps)
    add(.jump, jumps)
    // Jitter comes back to the clip's own time again and again; a variable rate need not.
    let middle = Rhythm.median(moves) ?? 0
    let off = moves.map { abs($0 - middle) }
    let widest = off.max() ?? 0
    if widest < interval / 2 {
      let count = off.count { $0 > tolerance }
      findings.append(Finding(.jitter, count: count, total: beats.count, spans: [.init(0, amount: widest)]))
      return 2 * widest + tolerance
    }
    let steps = zip(beats, beats.dropFirst()).map { $1.time - $0.time }
    let shortest = Finding.milliseconds(steps.min())
    findings.append(
      Finding(.variableRate, count: 1, note: "from \(shortest) to \(Finding.milliseconds(steps.max())) a picture"))
    return tolerance
  }

  // MARK: - The whole clip

  private mutating func findRetiming(_ reference: TimelineReference) {
    guard rates.isRetimed, let first = beats.first, let last = beats.last else { return }
    // A rate that differs by less than the clock can tell is the same.
    let drift = Double(last.number - first.number) * abs(1 / rates.pictures - 1 / rates.frames)
    guard drift > 2 * tolerance else { return }
    let note = "\(decimal(rates.frames, places: 3)) → \(decimal(rates.pictures, places: 3)) frames a second"
    findings.append(Finding(.retimed, count: 1, note: note))
  }

  private mutating func findStart(_ slots: [Timeline.Slot], allowance: Double) {
    guard let first = slots.first else { return }
    // Where the first frames are missing, the others may be at their old times or moved to the beginning.
    let told = first.isRead ? first.time - Double(first.number) / rates.frames : first.time
    guard abs(first.time) > allowance, abs(told) > allowance else { return }
    let span = Finding.Span(max(0, Int(first.number)), time: first.time, amount: first.time)
    findings.append(Finding(.startOffset, count: 1, spans: [span]))
  }
}
