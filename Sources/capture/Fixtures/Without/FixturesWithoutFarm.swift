import Reel
import ReelFixtures

extension DivisionOptions {
  func fixturePath(in folder: String) -> String? { nil }
  func jobs(for pieces: FixturePieces?) throws -> Int { 1 }
}

extension FixtureCommand {
  /// Is never called where that family is left out.
  func makePart(of recipe: FixtureRecipe, in folder: String, _ stop: StopFlag, _ timer: PerformanceTimer?) async throws
  {}
}
