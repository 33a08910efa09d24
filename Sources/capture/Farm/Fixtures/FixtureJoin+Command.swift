import ArgumentParser
import Reel
import ReelFarm
import ReelFixtures
import ReelPlatform

extension JoinCommand {
  /// The kinds of joined parts other than films.
  static let others: [any JoinedParts.Type] = [FixtureJoin.self]
}

extension FixtureJoin: JoinedParts {
  /// Makes the clip, its manifest and its hashes.
  func write(to path: String, replacing policy: ReplacementPolicy, _ report: ReportOptions) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let maker = try FixtureMaker(recipe, to: path, replacing: policy)
    try RunFiles().reading(paths, as: "a part").writing(path, as: "-o")
      .writing(maker.files.manifest, as: "the manifest").writing(maker.files.hashes, as: "the list of hashes").check()
    let timer = report.makeTimer()
    let interruption = Interruption {}
    let manifest: FixtureManifest
    do {
      manifest = try await PerformanceTimer.$current.withValue(timer) {
        try await BlockingWork.run { try self.make(with: maker, isCancelled: { Interruption.isReceived }) }
      }
    } catch let error as CancellationError {
      throw interruption.received.map { ExitCode(128 + $0) } ?? error
    }
    try report.present(FixtureSummary(manifest, files: maker.files, wallTime: clock.now - start, timer: timer))
  }
}
