import ArgumentParser
import Reel
import ReelFixtures

/// Rejects suites, which are read like storyboards.
struct FixtureSuiteRun {
  let destination: FixtureOutputOptions
  let report: ReportOptions
  let stop: StopFlag
  let timer: PerformanceTimer?

  func build(_ path: String) async throws {
    throw ValidationError("--suite needs storyboards, which were left out of this build: make the clips one by one")
  }
}
