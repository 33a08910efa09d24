import ReelClips
import ReelVideo

/// Adds the beeps of a clip after its pictures, up to the end of each picture in the container.
///
/// The order of packets therefore depends on the pictures alone, whether they were just encoded or come from pieces.
final class BeepFeed {
  private let recipe: FixtureRecipe
  private let plan: FixturePlan
  /// The sample at which frame 0 would be shown if no frame were dropped.
  private let zero: Int
  /// The first audible sample, counted from time 0.
  ///
  /// Players skip everything before it.
  let firstSample: Int
  private var nextSample: Int
  private var pictureCount = 0

  /// Creates the feed of a clip; nil for a silent clip.
  init?(_ recipe: FixtureRecipe, _ plan: FixturePlan) {
    guard recipe.sound == .beep else { return nil }
    (self.recipe, self.plan) = (recipe, plan)
    zero = Self.samples(plan.start, plan)
    firstSample = max(0, zero)
    nextSample = firstSample
  }

  /// Adds the sound that belongs to the pictures written since the last call.
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
