import ArgumentParser
import Reel
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The making of a suite by the command: reads the file, tells of each clip, and of all at the end.
struct FixtureSuiteRun {
  let place: FixturePlaceOptions
  let report: ReportOptions
  let stop: StopFlag

  func build(_ path: String) async throws {
    guard place.output == nil else { throw ValidationError("-o names a clip: give --out with --suite") }
    guard let out = place.out, !out.isEmpty else {
      throw ValidationError("--out is missing: name the folder for the clips of the suite")
    }
    try OutputOptions.checkText(out)
    let suite = try SuiteFile.read(path)
    let clock = ContinuousClock()
    let start = clock.now
    let (quiet, total) = (report.quiet || report.json, suite.items.count)
    let number = Mutex(0)
    let entries = try await SuiteBuilder(suite, folder: out).build(
      width: ProcessInfo.processInfo.activeProcessorCount, isCancelled: { [stop] in stop.isSet },
      finished: { entry in
        let count = number.withLock { count in
          count += 1
          return count
        }
        if !quiet, entry.outcome != .upToDate {
          StandardError.write("\(count) of \(total): \(entry.item.fileName)\(Self.ending(entry.outcome))\n")
        }
      })
    let summary = SuiteSummary(entries, folder: out, wallTime: clock.now - start)
    try report.tell(summary, line: summary.line)
    if summary.failed > 0 { throw ExitCode(1) }
  }

  private static func ending(_ outcome: SuiteOutcome) -> String {
    switch outcome {
    case .made, .upToDate: ""
    case .unavailable(let reason): " skipped: \(reason)"
    case .failed(let reason): " failed: \(reason)"
    }
  }
}

/// What a suite came to, for people and for programs.
private struct SuiteSummary: Encodable {
  var folder: String
  var clips: Int
  var made = 0
  var upToDate = 0
  var unavailable = 0
  var failed = 0
  var failures: [String] = []
  var bytes = 0
  var wallSeconds: Double

  init(_ entries: [SuiteBuilder.Entry], folder: String, wallTime: Duration) {
    self.folder = folder
    clips = entries.count
    wallSeconds = wallTime / .seconds(1)
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
