/// The rhythm in which a film that was converted to another rate shows or skips frames.
struct Cadence {
  /// The rhythm in words; nil if frames are shown or skipped as evenly as possible, and none is shown twice.
  private(set) var words: String?
  /// Whether frames could have been chosen more evenly.
  private(set) var isUneven = false

  /// The longest rhythm that has a name.
  private static let longest = 5
  /// The share of steps that single faults may change.
  private static let faults = 0.05

  init(slots: [Timeline.Slot], rates: TimelineRates) {
    guard rates.isConverted, rates.frames > 0, rates.pictures > 0 else { return }
    // The frames in order, with the number of pictures that show each.
    var shown: [(number: Int, count: Int)] = []
    for slot in slots where slot.isRead {
      if let last = shown.last, last.number == Int(slot.number) {
        shown[shown.count - 1].count += 1
      } else {
        shown.append((Int(slot.number), 1))
      }
    }
    guard shown.count > 6 else { return }
    if rates.pictures > rates.frames {
      describe(showings: shown.dropFirst().dropLast().map(\.count), rates)
    } else {
      describe(steps: zip(shown, shown.dropFirst()).map { $1.number - $0.number }, rates)
    }
  }

  private mutating func describe(showings: [Int], _ rates: TimelineRates) {
    let rhythm = Self.rhythm(of: showings)
    isUneven = !Self.areEven(showings, rhythm, mean: rates.pictures / rates.frames)
    if let rhythm {
      guard isUneven || rhythm.allSatisfy({ $0 > 1 }) else { return }
      // Films at 24 frames a second on television: one for two fields, the next for three.
      let names = rhythm.count == 1 ? rhythm + rhythm : rhythm
      words = "\(isUneven ? "uneven " : "")cadence " + names.map { "\($0)" }.joined(separator: ":")
    } else if isUneven {
      words = "irregular cadence"
    }
    guard isUneven, let least = showings.min(), let most = showings.max() else { return }
    let times = [least, most].map { Finding.milliseconds(Double($0) / rates.pictures) }
    words? += ", frames shown for \(times[0]) to \(times[1])"
  }

  private mutating func describe(steps: [Int], _ rates: TimelineRates) {
    let rhythm = Self.rhythm(of: steps)
    isUneven = !Self.areEven(steps, rhythm, mean: rates.frames / rates.pictures)
    guard isUneven, let least = steps.min(), let most = steps.max() else { return }
    if let rhythm {
      words = "uneven cadence " + rhythm.map { "\($0)" }.joined(separator: ":")
      if rhythm == [1, 3] { words? += ", two frames kept and two dropped" }
    } else {
      words = "irregular cadence"
    }
    let times = [least, most].map { Finding.milliseconds(Double($0) / rates.frames) }
    words? += ", \(times[0]) to \(times[1]) from one picture to the next"
  }

  /// Whether values are the two whole numbers around their mean, apart from single faults, which no rhythm has.
  private static func areEven(_ values: [Int], _ rhythm: [Int]?, mean: Double) -> Bool {
    let (low, high) = (Int(nearest: (mean + 1e-6).rounded(.down)), Int(nearest: (mean - 1e-6).rounded(.up)))
    let odd = (rhythm ?? values).count { $0 < low || $0 > high }
    return rhythm == nil ? Double(odd) <= max(1, faults * Double(values.count)) : odd == 0
  }

  /// The shortest pattern that values repeat, from its lowest value on; nil if there is none.
  private static func rhythm(of values: [Int]) -> [Int]? {
    for period in 1...longest where values.count >= 3 * period {
      let odd = (0..<values.count - period).count { values[$0] != values[$0 + period] }
      guard Double(odd) <= 2 * faults * Double(values.count) else { continue }
      // The one that most repeat, so that no fault is in it.
      var counts: [[Int]: Int] = [:]
      let starts = 0...values.count - 2 * period
      for start in starts {
        let pattern = Array(values[start..<start + period])
        guard pattern == Array(values[start + period..<start + 2 * period]) else { continue }
        let turns = (0..<period).map { Array(pattern[$0...] + pattern[..<$0]) }
        if let first = turns.min(by: { $0.lexicographicallyPrecedes($1) }) { counts[first, default: 0] += 1 }
      }
      if let (pattern, count) = counts.max(by: { $0.value < $1.value }), 2 * count > starts.count { return pattern }
    }
    return nil
  }
}
