/// Findings from the times: gaps, jumps, single frames early or late, variable rates.
///
/// Two intervals between neighbouring frames are natural: the interval of the pictures, and the one that follows from
/// the two frame numbers if dropped frames left a hole. Any other interval moves the clip, for one frame or for good.
struct TimelineTiming {
  private(set) var findings: [Finding] = []

  /// A readable picture and the deviation of the interval before it from a natural one.
  private struct Beat {
    var number: Int
    var time: Double
    var anomaly: Double
  }

  /// The fit of the pictures' offsets between moves of the clip.
  private var fit = StretchFit()

  private let rates: TimelineRates
  private let tolerance: Double
  private let interval: Double
  private let startAllowance: Double
  private var beats: [Beat] = []

  init(slots: [Timeline.Slot], reference: TimelineReference, rates: TimelineRates, starts: [Int]) {
    self.rates = rates
    interval = 1 / rates.pictures
    tolerance = reference.tolerance(interval: interval)
    startAllowance = reference.startAllowance
    readBeats(slots, starts: Set(starts))
    var allowance = tolerance
    if isUneven {
      allowance = findUnevenness()
    } else {
      findMoves()
    }
    findRetiming(reference)
    if !reference.hasArbitraryStart { findStart(slots, allowance: allowance + reference.startAllowance) }
  }

  private mutating func readBeats(_ slots: [Timeline.Slot], starts: Set<Int>) {
    var previous: Int?
    var isFresh = true
    // If all frames are present at another rate, that rate is natural.
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
        let byNumber = elapsed - Double(step) * frameInterval
        if abs(byNumber) < abs(anomaly) { anomaly = byNumber }
      }
      beats.append(Beat(number: number, time: slot.time, anomaly: anomaly))
    }
  }

  // MARK: - A clip with single faults

  /// Whether too many intervals are wrong for single faults to explain them.
  private var isUneven: Bool {
    let wrong = beats.reduce(0) { $0 + (abs($1.anomaly) > tolerance ? 1 : 0) }
    return wrong > 6 && wrong * 5 > beats.count
  }

  private mutating func findMoves() {
    var (late, early, moves): ([Finding.Span], [Finding.Span], [Finding.Span]) = ([], [], [])
    // The clip's offset since its first picture, and the part of it that is accepted.
    var (moved, level) = (0.0, 0.0)
    for (index, beat) in beats.enumerated() {
      moved += beat.anomaly
      let error = moved - level
      if abs(error) <= tolerance {
        fit.add(moved, at: beat.time)
        // The remainder of a rate such as 30000/1001 that was taken for 30 must not add up.
        level += error / 8
        continue
      }
      // A container that cannot begin before 0 holds the first picture until the sound's hidden samples are over.
      if index == 1, beat.number == beats[0].number + 1, error > 0, error <= startAllowance + 1e-6 {
        level = moved
        fit.beginStretch()
        continue
      }
      let next = index + 1 < beats.count ? moved + beats[index + 1].anomaly - level : 0
      if abs(next) <= tolerance, index > 0, abs(error) < interval {
        let span = Finding.Span(beat.number, time: beat.time, amount: abs(error))
        if error > 0 { late.append(span) } else { early.append(span) }
      } else {
        moves.append(Finding.Span(beat.number, time: beat.time, amount: error))
        level = moved
        fit.beginStretch()
      }
    }
    add(.late, late)
    add(.early, early)
    addMoves(moves)
  }

  private mutating func add(_ kind: Finding.Kind, _ spans: [Finding.Span]) {
    if !spans.isEmpty { findings.append(Finding(kind, spans: spans)) }
  }

  /// Adds the moves of the rest of the clip: to later times as gaps, to earlier times as jumps.
  private mutating func addMoves(_ moves: [Finding.Span]) {
    add(.gap, moves.filter { ($0.amount ?? 0) > 0 })
    add(.jump, moves.filter { ($0.amount ?? 0) < 0 })
  }

  // MARK: - A clip without an even rhythm

  /// Reports jitter or a variable rate, and the gaps that stand out from it.
  ///
  /// - Returns: The maximum deviation of a frame from its time because of it.
  private mutating func findUnevenness() -> Double {
    let usual = Rhythm.median(beats.dropFirst().map { abs($0.anomaly) }) ?? 0
    let limit = max(0.75 * interval, 4 * usual)
    let outliers = beats.filter { abs($0.anomaly) > limit }
    // Jitter returns to the clip's own time again and again; a variable rate need not.
    var (moved, offsets): (Double, [Double]) = (0, [])
    for beat in beats {
      if abs(beat.anomaly) <= limit { moved += beat.anomaly }
      offsets.append(moved)
    }
    let middle = Rhythm.median(offsets) ?? 0
    let widest = offsets.reduce(0) { max($0, abs($1 - middle)) }
    if widest < interval / 2 {
      func count(_ tolerance: Double) -> Int { offsets.count { abs($0 - middle) > tolerance } }
      // Two pictures may each be within the precision of the clock, but too far apart for rounding to explain it.
      let shaken = count(tolerance) > 0 ? count(tolerance) : count(tolerance / 2)
      if shaken > 0 {
        findings.append(Finding(.jitter, count: shaken, total: beats.count, spans: [.init(0, amount: widest)]))
      }
      addMoves(outliers.map { Finding.Span($0.number, time: $0.time, amount: $0.anomaly) })
      return 2 * widest + tolerance
    }
    return findVariableRate()
  }

  private mutating func findVariableRate() -> Double {
    // A frame that lasts more than twice as long as usual is a gap. Missing frames had durations too.
    let gaps = zip(beats, beats.dropFirst()).compactMap { before, beat -> Finding.Span? in
      let steps = Double(max(1, beat.number - before.number))
      let elapsed = beat.time - before.time
      guard elapsed > (2 * steps + 0.75) * interval else { return nil }
      return Finding.Span(beat.number, time: beat.time, amount: elapsed - steps * interval)
    }
    let lengths = zip(beats, beats.dropFirst()).filter { $1.number == $0.number + 1 }.map { $1.time - $0.time }
      .filter { $0 <= 2.75 * interval }
    let range = "\(Finding.milliseconds(lengths.min())) to \(Finding.milliseconds(lengths.max()))"
    findings.append(Finding(.variableRate, count: 1, note: "\(range) a picture"))
    let shaken = Self.jitter(in: lengths, interval: interval)
    if shaken > tolerance {
      findings.append(Finding(.jitter, count: lengths.count, total: beats.count, spans: [.init(0, amount: shaken)]))
    }
    addMoves(gaps)
    return tolerance + shaken
  }

  /// Returns the deviation of durations from half, whole and double intervals if they clearly follow those; 0 if not.
  private static func jitter(in lengths: [Double], interval: Double) -> Double {
    let errors = lengths.map { length in
      [0.5, 1, 2].map { abs(length - $0 * interval) }.min() ?? 0
    }
    let widest = errors.max() ?? 0
    // If they did not, errors would reach a quarter of an interval.
    return widest < 0.2 * interval ? widest : 0
  }

  // MARK: - The whole clip

  private mutating func findRetiming(_ reference: TimelineReference) {
    guard let first = beats.first, let last = beats.last else { return }
    let rate: Double
    if rates.isRetimed {
      rate = rates.pictures
    } else {
      // A slightly fast or slow clock stays within the tolerance from frame to frame.
      guard reference.frameRate != nil, !isUneven, rates.isConstant else { return }
      rate = rates.frames / (1 + fit.slope)
    }
    // A rate that differs by less than the precision of the clock is the same.
    let drift = Double(last.number - first.number) * abs(1 / rate - 1 / rates.frames)
    guard drift > 2 * tolerance else { return }
    var note = "\(decimal(rates.frames, places: 3)) → \(decimal(rate, places: 3)) frames a second"
    let difference = rate / rates.frames - 1
    if abs(difference) < 0.002 {
      note += ", \(decimal(abs(difference) * 1e6, places: 0)) ppm \(difference < 0 ? "slower" : "faster")"
    }
    findings.append(Finding(.retimed, count: 1, note: note))
  }

  private mutating func findStart(_ slots: [Timeline.Slot], allowance: Double) {
    guard let first = slots.first else { return }
    // If the first frames are missing, the others may be at their old times or moved to the beginning.
    let origin = first.isRead ? first.time - Double(first.number) / rates.frames : first.time
    guard abs(first.time) > allowance, abs(origin) > allowance else { return }
    let span = Finding.Span(max(0, Int(first.number)), time: first.time, amount: first.time)
    findings.append(Finding(.startOffset, count: 1, spans: [span]))
  }
}
