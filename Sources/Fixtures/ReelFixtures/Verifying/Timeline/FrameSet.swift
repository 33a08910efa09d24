/// A set of frame numbers, stored as runs.
///
/// A clip without faults is one run, however long it is.
struct FrameSet: Hashable {
  /// The runs, in order, separated by at least one number.
  private(set) var runs: [ClosedRange<Int>] = []

  /// The highest number.
  var last: Int? { runs.last?.upperBound }

  /// The runs of missing numbers between the lowest and the highest.
  var gaps: [ClosedRange<Int>] { zip(runs, runs.dropFirst()).map { $0.upperBound + 1...$1.lowerBound - 1 } }

  func contains(_ number: Int) -> Bool {
    let index = firstRun(endingFrom: number)
    return index < runs.count && runs[index].contains(number)
  }

  mutating func insert(_ number: Int) { insert(number...number) }

  mutating func formUnion(_ other: FrameSet) {
    for run in other.runs { insert(run) }
  }

  mutating func insert(_ run: ClosedRange<Int>) {
    let first = firstRun(endingFrom: run.lowerBound - 1)
    var last = first
    var (low, high) = (run.lowerBound, run.upperBound)
    while last < runs.count, runs[last].lowerBound <= high + 1 {
      low = min(low, runs[last].lowerBound)
      high = max(high, runs[last].upperBound)
      last += 1
    }
    runs.replaceSubrange(first..<last, with: [low...high])
  }

  /// Returns the parts of a run that are not in the set.
  func missing(from run: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var next = run.lowerBound
    for known in runs[firstRun(endingFrom: run.lowerBound)...] {
      guard known.lowerBound <= run.upperBound else { break }
      if next < known.lowerBound { result.append(next...known.lowerBound - 1) }
      next = known.upperBound + 1
    }
    return next <= run.upperBound ? result + [next...run.upperBound] : result
  }

  /// Removes the number nearest to another; of two equally near ones, the lower.
  mutating func removeNearest(to number: Int) {
    let index = firstRun(endingFrom: number)
    let below = index > 0 ? runs[index - 1].upperBound : nil
    let above = index < runs.count ? max(number, runs[index].lowerBound) : nil
    switch (below, above) {
    case (let below?, let above?): remove(number - below <= above - number ? below : above)
    case (let only?, nil), (nil, let only?): remove(only)
    case (nil, nil): break
    }
  }

  private mutating func remove(_ number: Int) {
    let index = firstRun(endingFrom: number)
    let run = runs[index]
    let parts = [(run.lowerBound, number - 1), (number + 1, run.upperBound)].filter { $0 <= $1 }.map { $0...$1 }
    runs.replaceSubrange(index...index, with: parts)
  }

  /// The index of the first run that ends at or after a number.
  private func firstRun(endingFrom number: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Int {
  /// Creates the nearest integer; if there is none, one far from all frame numbers that still can be added without
  /// overflow.
  ///
  /// Times come from files and can have any value.
  init(nearest value: Double) {
    self = value.isNaN ? 0 : Int(clamping: Swift.max(-1e15, Swift.min(value.rounded(), 1e15)))
  }
}

/// Returns the runs of consecutive numbers in an ascending list.
func runs(_ numbers: [Int]) -> [ClosedRange<Int>] {
  var result: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = result.last, last.upperBound == number - 1 {
      result[result.count - 1] = last.lowerBound...number
    } else {
      result.append(number...number)
    }
  }
  return result
}

/// The rule that many numbers follow.
enum Pattern {
  /// Returns the rule in words; nil if there is none, or if a list is just as short.
  ///
  /// - Parameter total: The rule must hold from 0 up to this number, so that a few faults in the middle are not a
  ///   rule.
  /// - Parameter isUneven: Whether the numbers are known to be uneven, although no list is needed.
  static func name(_ numbers: [Int], of total: Int, isUneven: Bool = false) -> String? {
    guard numbers.count >= 3, let first = numbers.first, let last = numbers.last else { return nil }
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    guard let low = steps.min(), let high = steps.max(), low > 0 else { return nil }
    if numbers.count * 20 >= total * 19 { return "every one" }
    // A rule holds from beginning to end.
    let mean = Double(last - first) / Double(steps.count)
    // Converters start to follow it only once enough rounding error has accumulated.
    guard first <= 3 * (high + 1), total - last <= 3 * (high + 2) else { return nil }
    if high - low <= 1, low > 1 || high > 1 {
      if low == high || high == low + 1 && abs(mean - mean.rounded()) < 0.02 * mean {
        return "every \(ordinal(Int(clamping: mean.rounded())))"
      }
      return "\(numbers.count) in \(total), \(isUneven ? "unevenly" : "evenly")"
    }
    // More than half: several in a row, alternating with others.
    let spread = numbers.enumerated().allSatisfy { abs(Double($1 - first) - Double($0) * mean) < 1.5 }
    return spread && mean > 1.05 ? "\(numbers.count) in \(total), \(isUneven ? "unevenly" : "evenly")" : nil
  }

  static func ordinal(_ number: Int) -> String {
    let words = [1: "one", 2: "second", 3: "third", 4: "fourth", 5: "fifth"]
    if let word = words[number] { return word }
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}
