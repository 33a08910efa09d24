import ReelGeometry
import ReelVideo

/// Which frame is shown when, worked out from a recipe before anything is drawn.
public struct FixturePlan: Hashable, Sendable {
  /// One picture of the clip.
  public struct Showing: Hashable, Sendable {
    /// The number of the frame that is shown, which its mark carries.
    public var frame: Int
    /// When it is shown, in ticks.
    public var pts: Int
    /// How long, in ticks: until the next one.
    public var duration: Int
  }

  /// The ticks in a second, in which the times below count.
  public let ticksPerSecond: Int
  /// The pictures in the order in which they are shown.
  public let showings: [Showing]
  /// The ticks that a frame lasts when nothing is done to it.
  public let frameTicks: Int
  /// When frame 0 would be shown if nothing were dropped, in ticks.
  let start: Int

  /// Works out the plan of a recipe.
  ///
  /// - Parameters:
  ///   - recipe: what is to be made.
  ///   - keepsTimes: whether the container keeps the time of each frame. If not, a dropped frame leaves no
  ///     gap, and faults in time are refused.
  /// - Throws: `InvalidValue` for faults that the clip has no frames for, or that contradict each other.
  public init(_ recipe: FixtureRecipe, keepsTimes: Bool = true) throws(InvalidValue) {
    let (rate, faults, count) = (recipe.frameRate, recipe.faults, recipe.frameCount)
    try faults.validate(
      frameCount: count, frameLength: try ExactTime(rate.denominator, rate.numerator))
    guard keepsTimes || !faults.needsFineTimes && faults.start == .zero else {
      throw InvalidValue(
        "fault", "in the times",
        expected: "one in the order of frames, as the container keeps no times: choose another one")
    }
    // Whole frames need no finer ticks than the rate's own. Others are counted in 90 000 ticks a second or the next number
    // of them of which a frame, and half a frame, has a whole number: as fine as broadcast streams are.
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

  /// Returns when a clip begins, whose pictures are counted from 0.
  private static func start(
    of showings: [Showing], _ recipe: FixtureRecipe, ticksPerSecond: Int, frameTicks: Int
  ) -> Int {
    switch recipe.faults.start {
    case .zero: return 0
    case .at(let start): return start.ticks(perSecond: ticksPerSecond)
    case .negative:
      let hidden = 2 * frameTicks
      guard let first = showings.first, first.pts < hidden else { return -hidden }
      // Where no picture begins at 0, players that hide what is before it move the next one there, away from its sound.
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
    // A frame is normally in the slot of its number; swapped frames are in each other's.
    for slot in 0..<recipe.frameCount {
      let frame = shown[slot]
      time += gaps[slot] ?? 0
      for repetition in 0..<(doubled.contains(frame) ? 2 : 1) {
        let length = faults.variableRate ? [1, 2, 4][lengths.below(3)] * frameTicks / 2 : frameTicks
        // The first stays where it is: a clip that begins late is another fault.
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
