import ArgumentParser
import Reel
import ReelFarm
import ReelFixtures

extension DivisionOptions {
  /// The file of a clip's part; nil if the whole clip is made.
  func fixturePath(in folder: String) -> String? { part.map { PartFolder(folder).path(of: $0) } }

  /// The number of parallel jobs for a clip: as many as requested, or as this machine allows.
  ///
  /// - Parameter pieces: The pieces of the clip; nil for a clip that cannot be divided.
  func jobs(for pieces: FixturePieces?) throws -> Int {
    guard let pieces else { return jobs ?? 1 }
    if let jobs { try JobCount.check(jobs, of: pieces) }
    return jobs ?? JobCount(pieces).count
  }
}

extension FixtureCommand {
  /// Makes one part of the clip unless it already exists.
  func makePart(
    of recipe: FixtureRecipe, in folder: String, _ stop: StopFlag, _ timer: PerformanceTimer?
  ) async throws {
    guard let number = division.part else { return }
    if folder == "-" {
      throw ValidationError("--part makes a file in a folder, but -o - is standard output: name the folder")
    }
    let part = try FixturePart(
      number, of: recipe, in: PartFolder(folder, replacing: destination.replacement.policy))
    let clock = ContinuousClock()
    let start = clock.now
    let bytes = try await BlockingWork.run {
      try part.isThere() ? nil : try part.make(isCancelled: { stop.isSet })
    }
    try report.present(
      PartSummary(
        file: part.path, number: number, frames: part.pictures, bytes: bytes, wallTime: clock.now - start,
        timer: timer))
  }
}
