import ArgumentParser
import Reel
import ReelFixtures

/// Refuses suites, which are read as storyboards are.
struct FixtureSuiteRun {
  let destination: FixtureOutputOptions
  let report: ReportOptions
  let stop: StopFlag
  let timer: PerformanceTimer?

  func build(_ path: String) async throws {
    throw ValidationError("--suite needs storyboards, which were left out of this build: make the clips one by one")
  }
}
