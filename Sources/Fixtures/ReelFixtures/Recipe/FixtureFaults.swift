import ReelGeometry

/// Deliberate faults in the order and the times of frames.
///
/// They are applied in a fixed order, so that every combination is unambiguous: frames are dropped, swapped and
/// repeated; then times are varied (`variableRate`), delayed (`gaps`), jittered (`jitter`) and shifted (`start`).
public struct FixtureFaults: Hashable, Sendable {
  /// A pause without a new frame.
  public struct Gap: Hashable, Sendable {
    /// The frame after the pause.
    public var frame: Int
    /// The delay of that frame and all later ones.
    public var length: ExactTime

    /// Creates a gap.
    public init(frame: Int, length: ExactTime) {
      self.frame = frame
      self.length = length
    }
  }

  /// Two swapped frames.
  public struct Swap: Hashable, Sendable {
    /// The first frame.
    public var first: Int
    /// The second frame.
    public var second: Int

    /// Creates a swap.
    public init(_ first: Int, _ second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// The start time of the clip.
  public enum Start: Hashable, Sendable {
    /// At 0.
    case zero
    /// At a later time.
    case at(ExactTime)
    /// Two frames before 0, so that frames 0 and 1 have negative times.
    ///
    /// It is a little earlier if no frame would begin exactly at 0.
    case negative
  }

  /// Frames that are left out.
  ///
  /// Their time stays empty, so the frame before is seen for longer.
  public var drop: [Int] = []
  /// Frames that are shown twice.
  ///
  /// All later ones move by one frame's duration.
  public var duplicate: [Int] = []
  /// Swapped pairs of frames.
  public var swap: [Swap] = []
  /// The maximum time by which a frame comes too early or too late, at random from the seed.
  public var jitter = ExactTime.zero
  /// Whether durations vary at random, from the seed, between half, one and two times the nominal one.
  public var variableRate = false
  /// Pauses without a new frame.
  public var gaps: [Gap] = []
  /// The start time of the clip.
  public var start = Start.zero

  /// Creates a set without faults.
  public init() {}

  /// Whether there are no faults.
  public var isEmpty: Bool { self == FixtureFaults() }

  /// Whether frames have times that are not multiples of a frame's duration.
  var needsFineTimes: Bool {
    if case .at = start { return true }
    return jitter != .zero || variableRate || !gaps.isEmpty
  }

  /// Parses frame numbers and ranges: `10,20-25`.
  ///
  /// - Throws: `InvalidValue` for other texts and for more than a million frames.
  public static func frames(text: String) throws(InvalidValue) -> [Int] {
    var count = 0
    let expected = "numbers and ranges of frames, such as 10,20-25"
    let ranges: [ClosedRange<Int>] = try list("frame list", text, "-", expected: expected) { ends in
      let numbers = ends.compactMap(number)
      guard (1...2).contains(ends.count), numbers.count == ends.count, numbers[0] <= numbers[numbers.count - 1] else {
        return nil
      }
      let range = numbers[0]...numbers[numbers.count - 1]
      count += range.count
      return count <= FrameMark.numbers.upperBound ? range : nil
    }
    return ranges.flatMap(Array.init)
  }

  /// Parses pairs of frames: `3:4,10:12`.
  public static func swaps(text: String) throws(InvalidValue) -> [Swap] {
    try list("swap", text, ":", expected: "pairs of frames, such as 3:4") { ends in
      guard ends.count == 2, let first = number(ends[0]), let second = number(ends[1]) else { return nil }
      return Swap(first, second)
    }
  }

  /// Parses gaps: `40:0.5s,60:100ms`.
  public static func gaps(text: String) throws(InvalidValue) -> [Gap] {
    try list("gap", text, ":", expected: "a frame and a time, such as 40:0.5s") { ends in
      guard ends.count == 2, let frame = number(ends[0]), let length = try? ExactTime(text: String(ends[1])) else {
        return nil
      }
      return Gap(frame: frame, length: length)
    }
  }

  /// Parses a list with commas; the closure parses an element's parts and returns nil for invalid ones.
  private static func list<Element>(
    _ name: String, _ text: String, _ separator: Character, expected: String, _ read: ([Substring]) -> Element?
  ) throws(InvalidValue) -> [Element] {
    var elements: [Element] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let element = read(part.split(separator: separator, omittingEmptySubsequences: false)) else {
        throw InvalidValue(name, text, expected: expected)
      }
      elements.append(element)
    }
    return elements
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return Int(text)
  }
}

extension FixtureFaults {
  /// Checks that a clip with this number of frames can have these faults, and that they are unambiguous.
  ///
  /// - Throws: `InvalidValue` for frames that do not exist and for faults that contradict each other.
  func validate(frameCount: Int, frameLength: ExactTime) throws(InvalidValue) {
    let last = frameCount - 1
    let swapped = swap.flatMap { [$0.first, $0.second] }
    for (name, frames) in [("drop", drop), ("duplicate", duplicate), ("swap", swapped), ("gap", gaps.map(\.frame))] {
      if let outside = frames.first(where: { !(0...last).contains($0) }) {
        throw InvalidValue(
          "\(name)", outside, sentence: "\(name) \(outside) is not valid: the clip has frames 0 to \(last)")
      }
      var seen = Set<Int>()
      if let twice = frames.first(where: { !seen.insert($0).inserted }) {
        throw InvalidValue(name, twice, sentence: "\(name) names frame \(twice) twice: name it once")
      }
    }
    let dropped = Set(drop)
    guard dropped.count < frameCount else {
      throw InvalidValue(
        "drop", frameCount, sentence: "drop names all \(frameCount) frames of the clip: leave at least one")
    }
    for (name, frames) in [("duplicate", duplicate), ("swap", swapped), ("gap", gaps.map(\.frame))] {
      if let missing = frames.first(where: dropped.contains) {
        throw InvalidValue(
          name, missing,
          sentence: "\(name) and drop both name frame \(missing): a dropped frame can't have another fault")
      }
    }
    if gaps.contains(where: { $0.frame == 0 }) {
      throw InvalidValue("gap", 0, sentence: "a gap cannot precede frame 0: shift the whole clip with a start time")
    }
    if let gap = gaps.first(where: { $0.length.numerator <= 0 || $0.length.seconds > 3600 }) {
      throw InvalidValue("gap", gap.length, expected: "longer than 0 and at most 3600s")
    }
    if case .at(let time) = start, time.numerator < 0 || time.seconds > 86_400 {
      throw InvalidValue("start time", time, expected: "from 0 to 86400s; for negative times use negative-pts")
    }
    let shortest = frameLength.seconds * (variableRate ? 0.5 : 1)
    guard jitter.numerator >= 0, jitter.seconds * 2 < shortest else {
      throw InvalidValue(
        "jitter", jitter, expected: "0 or more and less than half of the shortest frame, to keep the order")
    }
  }
}
