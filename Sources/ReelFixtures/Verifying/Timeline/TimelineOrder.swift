/// What the numbers tell, whatever the times are: which frames are missing, double, in another order.
struct TimelineOrder {
  private(set) var findings: [Finding] = []
  /// The places at which the clip starts again, the first picture included.
  private(set) var starts: [Int] = [0]

  private let slots: [Timeline.Slot]
  private let reference: TimelineReference
  private let rates: TimelineRates

  init(slots: [Timeline.Slot], reference: TimelineReference, rates: TimelineRates) {
    self.slots = slots
    self.reference = reference
    self.rates = rates
    findMarks()
    findRestarts()
    var seen = FrameSet()
    var first: Int?
    var dropped: [Finding.Span] = []
    var reordered: [Finding.Span] = []
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1] : slots.count
      let part = readPlaces(in: start..<end)
      dropped += drops(part, &seen)
      reordered += disorder(part)
      first = first ?? part.map { Int(slots[$0].number) }.min()
    }
    findRepeats()
    report(dropped: missingHead(first) + dropped, tail: missingTail(seen.last))
    if !reordered.isEmpty { findings.append(Finding(.reordered, spans: reordered)) }
  }

  private func readPlaces(in range: Range<Int>) -> [Int] { range.filter { slots[$0].isRead } }

  // MARK: - Marks

  private mutating func findMarks() {
    for (kind, code) in [(Finding.Kind.unreadable, Timeline.Slot.unreadable), (.foreign, Timeline.Slot.foreign)] {
      let places = slots.indices.filter { slots[$0].number == code }
      guard !places.isEmpty else { continue }
      let spans = runs(places).map { Finding.Span($0.lowerBound, $0.upperBound, time: slots[$0.lowerBound].time) }
      findings.append(
        Finding(
          kind, count: places.count, total: slots.count, spans: spans,
          pattern: places.count == slots.count ? "all of them" : Pattern.name(places, of: slots.count)))
    }
  }

  // MARK: - Restarts

  /// A step back to a frame that was shown long before begins the clip again; a step back to one nearby is disorder.
  private mutating func findRestarts() {
    var spans: [Finding.Span] = []
    var highest = -1
    var seen = FrameSet()
    let places = readPlaces(in: 0..<slots.count)
    for (index, place) in places.enumerated() {
      let number = Int(slots[place].number)
      if number < highest, seen.contains(number), number != Int(slots[places[index - 1]].number),
        goesOn(places, from: index, seen)
      {
        starts.append(place)
        spans.append(Finding.Span(number, time: slots[place].time))
        (highest, seen) = (-1, FrameSet())
      }
      highest = max(highest, number)
      seen.insert(number)
    }
    if !spans.isEmpty { findings.append(Finding(.restarted, spans: spans)) }
  }

  /// Whether the frames from here on rise, and were shown before: at least three, or as many as are left.
  private func goesOn(_ places: [Int], from index: Int, _ seen: FrameSet) -> Bool {
    let numbers = places[index..<min(index + 3, places.count)].map { Int(slots[$0].number) }
    return numbers.allSatisfy(seen.contains) && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      && (numbers.count == 3 || index + numbers.count == places.count && numbers.count > 1)
  }

  // MARK: - Drops

  private func drops(_ places: [Int], _ seen: inout FrameSet) -> [Finding.Span] {
    // By number, each with the place where it is first shown: between two neighbours frames are missing.
    var sorted = places.map { (number: Int(slots[$0].number), place: $0) }
    sorted.sort { ($0.number, $0.place) < ($1.number, $1.place) }
    for entry in sorted { seen.insert(entry.number) }
    return zip(sorted, sorted.dropFirst()).flatMap { before, after -> [Finding.Span] in
      guard after.number > before.number + 1 else { return [] }
      // Pictures without a mark may be the missing ones.
      var missing = FrameSet()
      missing.insert(before.number + 1...after.number - 1)
      for place in before.place..<max(before.place, after.place) where !slots[place].isRead {
        let elapsed = slots[place].time - slots[before.place].time
        missing.removeNearest(to: before.number + Int(nearest: elapsed * rates.frames))
      }
      return missing.runs.map {
        Finding.Span($0.lowerBound, $0.upperBound, time: slots[after.place].time)
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
    // Where more are missing than there are, a clip begins again and again: no rule says that.
    let isOnce = dropped.reduce(0) { $0 + $1.count } <= highest
    let numbers = isOnce ? dropped.flatMap { Array($0.first...$0.last) } : []
    let total = reference.frameCount ?? highest + 1
    // A conversion may leave out the last frame, too; that breaks no rule.
    let isEnd = rates.isConverted && tail.reduce(0) { $0 + $1.count } <= 2
    let pattern = isEnd || tail.isEmpty ? Pattern.name(numbers, of: highest + 1) : nil
    findings.append(Finding(.dropped, total: total, spans: dropped + tail, pattern: pattern, note: conversion))
  }

  /// The highest number that was read.
  private var highest: Int { slots.reduce(0) { max($0, Int($1.number)) } }

  /// `60 → 30 frames a second`, where that is why.
  private var conversion: String? {
    guard rates.isConverted else { return nil }
    return "\(decimal(rates.frames, places: 3)) → \(decimal(rates.pictures, places: 3)) frames a second"
  }

  // MARK: - Repeats

  private mutating func findRepeats() {
    // So many showings of a frame are what a conversion to a higher rate makes of every frame.
    let usual = rates.isConverted ? max(1, Int(nearest: (rates.pictures / rates.frames).rounded(.up))) : 1
    var (double, frozen): ([Finding.Span], [Finding.Span]) = ([], [])
    var index = 0
    while index < slots.count {
      var end = index + 1
      while end < slots.count, slots[end].isRead, slots[end].number == slots[index].number { end += 1 }
      if slots[index].isRead, end - index > 1 {
        let number = Int(slots[index].number)
        if end - index > max(2, usual) {
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
          pattern: Pattern.name(double.map(\.first), of: highest + 1),
          note: conversion))
    }
    if !frozen.isEmpty { findings.append(Finding(.frozen, spans: frozen)) }
  }

  // MARK: - Disorder

  /// The frames that stand elsewhere than their numbers say; of two that were exchanged, both.
  private func disorder(_ places: [Int]) -> [Finding.Span] {
    var known = FrameSet()
    let first = places.filter { place in
      defer { known.insert(Int(slots[place].number)) }
      return !known.contains(Int(slots[place].number))
    }
    var (spans, block, highest): ([Finding.Span], [Int], Int32) = ([], [], -1)
    // The lowest number from each place on: where it is above all before, a block ends.
    var lowest = first.map { slots[$0].number }
    for index in lowest.indices.reversed().dropFirst() { lowest[index] = min(lowest[index], lowest[index + 1]) }
    for (index, place) in first.enumerated() {
      if highest < lowest[index], !block.isEmpty {
        spans += misplaced(block)
        block = []
      }
      block.append(place)
      highest = max(highest, slots[place].number)
    }
    return spans + misplaced(block)
  }

  private func misplaced(_ block: [Int]) -> [Finding.Span] {
    guard block.count > 1 else { return [] }
    let numbers = block.map { Int(slots[$0].number) }
    let exchanged = Set(zip(numbers, numbers.sorted()).filter { $0 != $1 }.map(\.0))
    let moved = Set(numbers).subtracting(longestRise(numbers))
    // A frame that was moved far shifts all between: then it alone is named.
    let chosen = exchanged.count <= 2 * moved.count ? exchanged : moved
    return block.filter { chosen.contains(Int(slots[$0].number)) }
      .map { Finding.Span(Int(slots[$0].number), time: slots[$0].time) }.sorted { $0.first < $1.first }
  }

  /// The longest rising subsequence (Fredman 1975): the frames that can stay where they are.
  private func longestRise(_ numbers: [Int]) -> Set<Int> {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var (result, index) = (Set<Int>(), ends.last ?? -1)
    while index >= 0 {
      result.insert(numbers[index])
      index = previous[index]
    }
    return result
  }
}
