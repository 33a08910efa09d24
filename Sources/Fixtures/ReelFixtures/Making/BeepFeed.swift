import ReelVideo

/// Adds the beeps of a clip behind its pictures, up to the end of each that the container has got.
///
/// So their order in the file follows from the pictures alone, whether those were encoded just now or in pieces before.
final class BeepFeed {
  private let recipe: FixtureRecipe
  private let plan: FixturePlan
  /// The sample at which frame 0 would be shown if nothing were dropped.
  private let zero: Int
  /// The first sample that is heard, counted from time 0: no player plays what comes before that.
  let firstSample: Int
  private var nextSample: Int
  private var pictureCount = 0

  /// Creates the feed of a clip; nil if it is silent.
  init?(_ recipe: FixtureRecipe, _ plan: FixturePlan) {
    guard recipe.sound == .beep else { return nil }
    (self.recipe, self.plan) = (recipe, plan)
    zero = Self.samples(plan.start, plan)
    firstSample = max(0, zero)
    nextSample = firstSample
  }

  /// Adds what belongs to the pictures that were written since.
  func follow(_ writer: ClipWriter) throws {
    while pictureCount < writer.writtenCount {
      let showing = plan.showings[pictureCount]
      pictureCount += 1
      let end = Self.samples(showing.pts + showing.duration, plan)
      guard end > nextSample else { continue }
      try writer.append(samples: BeepTrack(drawing: recipe.drawing).samples(nextSample - zero..<end - zero))
      nextSample = end
    }
  }

  private static func samples(_ ticks: Int, _ plan: FixturePlan) -> Int {
    Int(clamping: (Double(ticks) * Double(BeepTrack.sampleRate) / Double(plan.ticksPerSecond)).rounded())
  }
}
