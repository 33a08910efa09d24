import ReelGeometry
import ReelVideo

/// The frames of a clip and their times, worked out from a recipe before anything is drawn.
public struct FixturePlan: Hashable, Sendable {
  /// One picture of the clip.
  public struct Showing: Hashable, Sendable {
    /// The number of the frame, which its mark contains.
    public var frame: Int
    /// The presentation time in ticks.
    public var pts: Int
    /// The duration in ticks, up to the next picture.
    public var duration: Int
  }

  /// The tick rate of the times below.
  public let ticksPerSecond: Int
  /// The pictures in presentation order.
  public let showings: [Showing]
  /// The duration of a frame without faults, in ticks.
  public let frameTicks: Int
  /// The time in ticks at which frame 0 would be shown if no frame were dropped.
  let start: Int

  /// Works out the plan of a recipe.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the fixture.
  ///   - keepsTimes: Whether the container stores the time of each frame. If not, a dropped frame leaves no gap, and
  ///     faults in time are rejected.
  /// - Throws: `InvalidValue` for faults that name frames the clip does not have, or that contradict each other.
  public init(_ recipe: FixtureRecipe, keepsTimes: Bool = true) throws(InvalidValue) {
    let (rate, faults, count) = (recipe.frameRate, recipe.faults, recipe.frameCount)
    try faults.validate(
      frameCount: count, frameLength: try ExactTime(rate.denominator, rate.numerator))
    guard keepsTimes || !faults.needsFineTimes && faults.start == .zero else {
      throw InvalidValue(
        "fault", "in the times", expected: "",
        sentence:
          "this container stores no times, so only drop, duplicate and swap are possible: choose another container")
    }
    // If all times are multiples of a frame, the rate's own ticks suffice. Otherwise use the first tick rate from 90,000
    // a second on, as fine as in broadcasting, in which a frame and half a frame are whole numbers of ticks.
    var scale = 1
    if faults.needsFineTimes {
      scale = (90_000 + rate.numerator - 1) / rate.numerator
      if rate.denominator % 2 == 1 { scale += scale % 2 }
    }
    ticksPerSecond = rate.numerator * scale
    frameTicks = rate.denominator * scale
    let shown = Self.showings(recipe, ticksPerSecond: ticksPerSecond, frameTicks: frameTicks)
    let start = Self.start(of: shown, recipe, ticksPerSecond: ticksPerSecond, frameTicks: frameTicks)
    self.start = start
    showings = shown.enumerated().map { index, showing in
      keepsTimes
        ? Showing(frame: showing.frame, pts: showing.pts + start, duration: showing.duration)
        : Showing(frame: showing.frame, pts: index * rate.denominator, duration: rate.denominator)
    }
  }

  /// Returns the clip's start time for pictures whose times count from 0.
  private static func start(
    of showings: [Showing], _ recipe: FixtureRecipe, ticksPerSecond: Int, frameTicks: Int
  ) -> Int {
    switch recipe.faults.start {
    case .zero: return 0
    case .at(let start): return start.ticks(perSecond: ticksPerSecond)
    case .negative:
      let hidden = 2 * frameTicks
      guard let first = showings.first, first.pts < hidden else { return -hidden }
      // If no picture begins at 0, players that skip earlier pictures move the next one to 0, out of sync with its
      // sound.
      return -(showings.first { $0.pts >= hidden }?.pts ?? hidden)
    }
  }

  private static func showings(_ recipe: FixtureRecipe, ticksPerSecond: Int, frameTicks: Int) -> [Showing] {
    let faults = recipe.faults
    let (dropped, doubled) = (Set(faults.drop), Set(faults.duplicate))
    var shown = Array(0..<recipe.frameCount)
    for swap in faults.swap { shown.swapAt(swap.first, swap.second) }
    let gaps = Dictionary(
      uniqueKeysWithValues: faults.gaps.map { ($0.frame, $0.length.ticks(perSecond: ticksPerSecond)) })

    var lengths = SplitMix64(seed: recipe.seed, stream: 3)
    var shakes = SplitMix64(seed: recipe.seed, stream: 4)
    let reach = faults.jitter.ticks(perSecond: ticksPerSecond)
    var time = 0
    var result: [Showing] = []
    // Normally each frame is in the slot of its number. Swapped frames exchange slots.
    for slot in 0..<recipe.frameCount {
      let frame = shown[slot]
      time += gaps[slot] ?? 0
      for repetition in 0..<(doubled.contains(frame) ? 2 : 1) {
        let length = faults.variableRate ? [1, 2, 4][lengths.below(3)] * frameTicks / 2 : frameTicks
        // The first frame does not move, because a late start is a different fault.
        let shake = reach == 0 || slot + repetition == 0 ? 0 : shakes.below(2 * reach + 1) - reach
        if !dropped.contains(frame) { result.append(Showing(frame: frame, pts: time + shake, duration: length)) }
        time += length
      }
    }
    for index in result.indices {
      if index + 1 < result.count { result[index].duration = result[index + 1].pts - result[index].pts }
    }
    return result
  }
}
