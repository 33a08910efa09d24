import Reel
import ReelFixtures

extension DivisionOptions {
  func fixturePath(in folder: String) -> String? { nil }
  func jobs(for pieces: FixturePieces?) throws -> Int { 1 }
}

extension FixtureCommand {
  /// Never called in a build without the farm.
  func makePart(of recipe: FixtureRecipe, in folder: String, _ stop: StopFlag, _ timer: PerformanceTimer?) async throws
  {}
}
