import ArgumentParser
import Reel
import ReelFixtures
import ReelPlatform
import ReelStoryboards
import Synchronization

/// Makes a suite: reads the file, reports clips that could not be made, and prints a summary.
///
/// On a terminal it reports every clip.
struct FixtureSuiteRun {
  let destination: FixtureOutputOptions
  let report: ReportOptions
  let stop: StopFlag
  let timer: PerformanceTimer?

  func build(_ path: String) async throws {
    guard destination.output == nil else {
      throw ValidationError("-o can't be combined with --suite: name a folder with --out")
    }
    guard let out = destination.out, !out.isEmpty else {
      throw ValidationError("--out is missing: name the folder for the clips of the suite")
    }
    try OutputOptions.checkText(out)
    try FileContent.requireText(path, "--suite reads a list of clips in YAML")
    let suite = try FixtureSuite(contentsOf: path)
    try files(of: suite, path, in: out).check()
    let clock = ContinuousClock()
    let start = clock.now
    let number = Mutex(0)
    let entries = try await SuiteBuilder(suite, folder: out, replacing: destination.replacement.policy).build(
      width: ProcessInfo.processInfo.activeProcessorCount, isCancelled: { [stop] in stop.isSet },
      finished: { entry in
        let count = number.withLock { count in
          count += 1
          return count
        }
        if let text = text(of: entry) {
          StandardError.say("\(count) of \(suite.items.count): \(entry.item.fileName)\(text)")
        }
      })
    let summary = SuiteSummary(entries, folder: out, wallTime: clock.now - start, timer: timer)
    try report.present(summary)
    if summary.failed > 0 { throw ExitCode(1) }
  }

  /// The files that a suite reads and writes.
  private func files(of suite: FixtureSuite, _ path: String, in folder: String) throws -> RunFiles {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    var files = RunFiles(reads: ["--suite": path])
    for item in suite.items {
      if item.ladder != nil {
        for path in try item.ladderPaths(in: folder) { files.write(path, as: "the ladder \(item.name)") }
        continue
      }
      let clip = try FixtureFiles(movie: folder + item.fileName)
      for path in [clip.movie, clip.manifest, clip.hashes] { files.write(path, as: "the clip \(item.name)") }
    }
    return files
  }

  /// The remark after a clip's name; nil for none.
  private func text(of entry: SuiteBuilder.Entry) -> String? {
    if report.json { return nil }
    switch entry.outcome {
    case .made: return !report.quiet && StandardError.isTerminal ? "" : nil
    case .upToDate: return nil
    case .unavailable(let reason): return report.quiet ? nil : " skipped: \(reason)"
    case .failed(let reason): return " failed: \(reason)"
    }
  }
}

/// The summary of a suite, for people and for programs.
private struct SuiteSummary: TimedSummary {
  var folder: String
  var clips: Int
  var made = 0
  var upToDate = 0
  var unavailable = 0
  var failed = 0
  var failures: [String] = []
  var bytes = 0
  var wallSeconds: Double
  var stages: [StageTime]?

  init(_ entries: [SuiteBuilder.Entry], folder: String, wallTime: Duration, timer: PerformanceTimer?) {
    self.folder = folder
    clips = entries.count
    wallSeconds = wallTime / .seconds(1)
    stages = timer?.stages.map(StageTime.init)
    for entry in entries {
      bytes += entry.manifest?.file.bytes ?? 0
      switch entry.outcome {
      case .made: made += 1
      case .upToDate: upToDate += 1
      case .unavailable: unavailable += 1
      case .failed(let reason):
        failed += 1
        failures.append("\(entry.item.fileName): \(reason)")
      }
    }
  }

  var line: String {
    var parts = ["\(folder): \(counted(clips, "clip"))", "\(made) made", "\(upToDate) up to date"]
    if unavailable > 0 { parts.append("\(unavailable) without an encoder here") }
    if failed > 0 { parts.append("\(failed) failed") }
    return parts.joined(separator: ", ")
      + ", \(Summary.text(bytes: bytes)), took \(fixed(wallSeconds, 2)) s; see index.html"
  }
}
