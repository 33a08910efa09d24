/// Findings from the frame numbers, regardless of times: missing, duplicated and misordered frames.
struct TimelineOrder {
  private(set) var findings: [Finding] = []
  /// The indices at which the clip starts again, including the first picture.
  private(set) var starts: [Int] = [0]
  /// The indices of pictures that show a frame again among others.
  private(set) var stale: [Int] = []

  private let slots: [Timeline.Slot]
  private let pairs: [Int: (first: Int, second: Int)]
  private let reference: TimelineReference
  private let rates: TimelineRates
  private let cadence: Cadence

  init(
    slots: [Timeline.Slot], pairs: [Int: (first: Int, second: Int)], reference: TimelineReference, rates: TimelineRates
  ) {
    self.slots = slots
    self.pairs = pairs
    self.reference = reference
    self.rates = rates
    cadence = Cadence(slots: slots, rates: rates)
    findMarks()
    findRestarts()
    var seen = FrameSet()
    var first: Int?
    var dropped: [Finding.Span] = []
    var lost = FrameSet()
    var shown = FrameSet()
    for slot in slots where slot.isRead { shown.insert(Int(slot.number)) }
    let lowest = shown.runs.first?.lowerBound
    var reordered: [Finding.Span] = []
    for (part, start) in starts.enumerated() {
      let end = part + 1 < starts.count ? starts[part + 1] : slots.count
      let read = readSlots(in: start..<end)
      var missing = drops(read, &seen)
      // A clip that starts again from its beginning should be complete again. After a return to another frame, those that
      // were shown before are not missing.
      if part > 0, let first = read.map({ Int(slots[$0].number) }).min(), first != lowest {
        missing = missing.flatMap { span in
          shown.missing(from: span.first...span.last).map { .init($0.lowerBound, $0.upperBound, time: span.time) }
        }
      }
      // Of a clip with a known number of frames, each one counts once, however often the clip is shown.
      dropped +=
        reference.frameCount == nil
        ? missing
        : missing.flatMap { span in
          lost.missing(from: span.first...span.last).map { .init($0.lowerBound, $0.upperBound, time: span.time) }
        }
      if reference.frameCount != nil { for span in missing { lost.insert(span.first...span.last) } }
      let showings = RegularShowings(slots, read)
      reordered += disorder(showings.regular)
      stale += showings.stale
      first = first ?? read.map { Int(slots[$0].number) }.min()
    }
    findRepeats()
    reportStale()
    report(dropped: missingHead(first) + dropped, tail: missingTail(seen.last))
    if !reordered.isEmpty { findings.append(Finding(.reordered, spans: reordered)) }
  }

  private func readSlots(in range: Range<Int>) -> [Int] { range.filter { slots[$0].isRead } }

  // MARK: - Marks

  private mutating func findMarks() {
    for (kind, shown) in [(Finding.Kind.unreadable, Timeline.Slot.Kind.unreadable), (.foreign, .foreign)] {
      let indices = slots.indices.filter { slots[$0].kind == shown }
      guard !indices.isEmpty else { continue }
      let spans = runs(indices).map { Finding.Span($0.lowerBound, $0.upperBound, time: slots[$0.lowerBound].time) }
      findings.append(
        Finding(
          kind, count: indices.count, total: slots.count, spans: spans,
          pattern: indices.count == slots.count ? "all of them" : Pattern.name(indices, of: slots.count)))
    }
    for (kind, shown) in [(Finding.Kind.blended, Timeline.Slot.Kind.blended), (.torn, .torn)] {
      let indices = slots.indices.filter { slots[$0].kind == shown }
      guard !indices.isEmpty else { continue }
      let spans = indices.compactMap { index in
        pairs[index].map { Finding.Span($0.first, $0.second, time: slots[index].time) }
      }
      findings.append(
        Finding(
          kind, count: indices.count, total: slots.count, spans: spans,
          pattern: indices.count == slots.count ? "all of them" : Pattern.name(indices, of: slots.count)))
    }
  }

  // MARK: - Restarts

  /// Finds restarts: steps back to frames that were shown before, from which the clip continues.
  private mutating func findRestarts() {
    var spans: [Finding.Span] = []
    var highest = -1
    var seen = FrameSet()
    let indices = readSlots(in: 0..<slots.count)
    // A run is judged only once, and not again from its middle.
    var judged = 0
    for (index, slot) in indices.enumerated() {
      let number = Int(slots[slot].number)
      if number < highest, seen.contains(number), number != Int(slots[indices[index - 1]].number), index >= judged {
        let run = rise(indices, from: index)
        judged = run.upperBound
        if isRestart(indices, run, highest: highest, seen) {
          starts.append(slot)
          spans.append(Finding.Span(number, time: slots[slot].time))
          (highest, seen, judged) = (-1, FrameSet(), index)
        }
      }
      highest = max(highest, number)
      seen.insert(number)
    }
    if !spans.isEmpty { findings.append(Finding(.restarted, spans: spans)) }
  }

  /// The pictures from a given one on whose frame numbers do not decrease.
  private func rise(_ indices: [Int], from start: Int) -> Range<Int> {
    var end = start + 1
    while end < indices.count, slots[indices[end]].number >= slots[indices[end - 1]].number { end += 1 }
    return start..<end
  }

  /// Whether a rising run restarts the clip: at least three frames that were shown before, or two at the end of the
  /// movie.
  ///
  /// If the movie then continues where it was before the run, the frames of the run are stale frames.
  private func isRestart(_ indices: [Int], _ run: Range<Int>, highest: Int, _ seen: FrameSet) -> Bool {
    var (before, last): (Set<Int>, Int) = ([], -1)
    for slot in indices[run] {
      let number = Int(slots[slot].number)
      guard number <= highest else { return before.count > 2 && number - last <= max(1, before.count / 2) }
      guard seen.contains(number) || before.count > 2 else { return false }
      before.insert(number)
      last = number
    }
    guard before.count > 2, run.upperBound < indices.count else {
      return before.count > 1 && run.upperBound == indices.count
    }
    // After a step back, the movie may still show old frames before it continues where it was.
    for slot in indices[run.upperBound...] {
      let number = Int(slots[slot].number)
      guard number <= highest else { return number - last <= max(1, before.count / 2) }
      last = number
    }
    return true
  }

  // MARK: - Drops

  private func drops(_ indices: [Int], _ seen: inout FrameSet) -> [Finding.Span] {
    // The frames by number, each with the slot of its first showing. Frames are missing between two neighbours.
    var sorted = indices.map { (number: Int(slots[$0].number), slot: $0) }
    sorted.sort { ($0.number, $0.slot) < ($1.number, $1.slot) }
    for entry in sorted { seen.insert(entry.number) }
    return zip(sorted, sorted.dropFirst()).flatMap { before, after -> [Finding.Span] in
      guard after.number > before.number + 1 else { return [] }
      // Pictures without a readable mark may be the missing ones.
      var missing = FrameSet()
      missing.insert(before.number + 1...after.number - 1)
      for slot in before.slot..<max(before.slot, after.slot) where !slots[slot].isRead {
        // Blended frames are not missing.
        if let pair = pairs[slot] {
          for number in [pair.first, pair.second] where missing.contains(number) { missing.removeNearest(to: number) }
          continue
        }
        let elapsed = slots[slot].time - slots[before.slot].time
        missing.removeNearest(to: before.number + Int(nearest: elapsed * rates.frames))
      }
      return missing.runs.map {
        Finding.Span($0.lowerBound, $0.upperBound, time: slots[after.slot].time)
      }
    }
  }

  private func missingHead(_ first: Int?) -> [Finding.Span] {
    guard let first, first > 0, slots.first?.isRead == true else { return [] }
    return [Finding.Span(0, first - 1, time: slots.first?.time)]
  }

  private func missingTail(_ last: Int?) -> [Finding.Span] {
    guard let count = reference.frameCount else { return [] }
    if slots.isEmpty { return [Finding.Span(0, count - 1)] }
    guard let last, last < count - 1, slots.last?.isRead == true else { return [] }
    return [Finding.Span(last + 1, count - 1, time: slots.last?.time)]
  }

  private mutating func report(dropped: [Finding.Span], tail: [Finding.Span]) {
    guard !dropped.isEmpty || !tail.isEmpty else { return }
    // If more frames are missing than the clip has, it restarts again and again, and no rule applies.
    let isOnce = dropped.reduce(0) { $0 + $1.count } <= highest
    let numbers = isOnce ? dropped.flatMap { Array($0.first...$0.last) } : []
    let total = reference.frameCount ?? highest + 1
    // A conversion may also drop the last frame, which does not break the rule.
    let isEnd = rates.isConverted && tail.reduce(0) { $0 + $1.count } <= 2
    let pattern = isEnd || tail.isEmpty ? pattern(of: numbers) : nil
    findings.append(Finding(.dropped, total: total, spans: dropped + tail, pattern: pattern, note: conversion))
  }

  /// The rule that dropped or duplicated frames follow; nil if there is none.
  private func pattern(of numbers: [Int]) -> String? {
    Pattern.name(numbers, of: highest + 1, isUneven: cadence.isUneven)
  }

  /// The highest frame number that was read.
  private var highest: Int { slots.reduce(0) { max($0, Int($1.number)) } }

  /// The conversion that explains the findings, as `60 → 30 frames a second`; nil if there is none.
  private var conversion: String? {
    guard rates.isConverted else { return nil }
    let words = "\(decimal(rates.frames, places: 3)) → \(decimal(rates.pictures, places: 3)) frames a second"
    return words + (cadence.words.map { ", \($0)" } ?? "")
  }

  // MARK: - Repeats

  private mutating func findRepeats() {
    // The number of showings that a conversion to a higher rate gives a frame.
    func usual(_ number: Int) -> Int {
      guard rates.isConverted else { return 1 }
      let own = reference.durations.indices.contains(number) ? reference.durations[number] : 1 / rates.frames
      return max(1, Int(nearest: (own * rates.pictures - 0.001).rounded(.up)))
    }
    var (double, frozen): ([Finding.Span], [Finding.Span]) = ([], [])
    var index = 0
    while index < slots.count {
      var end = index + 1
      while end < slots.count, slots[end].isRead, slots[end].number == slots[index].number { end += 1 }
      if slots[index].isRead, end - index > 1 {
        let number = Int(slots[index].number)
        if end - index > max(2, usual(number)) {
          let until = end < slots.count ? slots[end].time : slots[end - 1].time + 1 / rates.pictures
          frozen.append(
            Finding.Span(number, time: slots[index].time, amount: until - slots[index].time))
        } else {
          double.append(Finding.Span(number, time: slots[index + 1].time))
        }
      }
      index = end
    }
    if !double.isEmpty {
      findings.append(
        Finding(
          .duplicated, total: reference.frameCount, spans: double,
          pattern: pattern(of: double.map(\.first)),
          note: conversion))
    }
    if !frozen.isEmpty { findings.append(Finding(.frozen, spans: frozen)) }
  }

  private mutating func reportStale() {
    guard !stale.isEmpty else { return }
    // Consecutive frames are one span, whether ascending or descending.
    var spans: [Finding.Span] = []
    var isBackwards = stale.count > 2
    for (index, slot) in stale.enumerated() {
      let number = Int(slots[slot].number)
      if index > 0, Int(slots[stale[index - 1]].number) != number + 1 { isBackwards = false }
      if let last = spans.last, last.last == number - 1, stale[index - 1] == slot - 1 {
        spans[spans.count - 1].last = number
      } else {
        spans.append(Finding.Span(number, time: slots[slot].time))
      }
    }
    if isBackwards, let first = spans.first, let last = spans.last {
      spans = [Finding.Span(last.first, first.last, time: first.time)]
    }
    let pattern = isBackwards ? "backwards" : Pattern.name(spans.map(\.first), of: highest + 1)
    findings.append(
      Finding(.stale, count: stale.count, total: reference.frameCount, spans: spans, pattern: pattern))
  }

  // MARK: - Disorder

  /// The frames that are not where their numbers belong; for two exchanged frames, both.
  private func disorder(_ first: [Int]) -> [Finding.Span] {
    var (spans, block, highest): ([Finding.Span], [Int], Int32) = ([], [], -1)
    // The lowest number from each slot on. If it is above all numbers before it, a block ends.
    var lowest = first.map { slots[$0].number }
    for index in lowest.indices.reversed().dropFirst() { lowest[index] = min(lowest[index], lowest[index + 1]) }
    for (index, slot) in first.enumerated() {
      if highest < lowest[index], !block.isEmpty {
        spans += misplaced(block)
        block = []
      }
      block.append(slot)
      highest = max(highest, slots[slot].number)
    }
    return spans + misplaced(block)
  }

  private func misplaced(_ block: [Int]) -> [Finding.Span] {
    guard block.count > 1 else { return [] }
    let numbers = block.map { Int(slots[$0].number) }
    let exchanged = Set(zip(numbers, numbers.sorted()).filter { $0 != $1 }.map(\.0))
    let moved = Set(numbers).subtracting(RegularShowings.longestRise(numbers.map(Int32.init)).map { numbers[$0] })
    // A frame that moved far shifts all frames in between. Then it alone is reported.
    let chosen = exchanged.count <= 2 * moved.count ? exchanged : moved
    return block.filter { chosen.contains(Int(slots[$0].number)) }
      .map { Finding.Span(Int(slots[$0].number), time: slots[$0].time) }.sorted { $0.first < $1.first }
  }
}
