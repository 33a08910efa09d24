import ArgumentParser
import Reel
import ReelFarm
import Synchronization

/// Makes one part of a film, with progress, signals, summary and exit code.
struct PartRun {
  var film: FilmDescription
  var number: PartNumber
  var folder: PartFolder
  var report: ReportOptions
  /// The option that leaves out text; nil if there is none.
  var textOption: String?

  /// Makes the part unless it already exists.
  ///
  /// - Throws: The error, or the exit code of a signal. No trace of the part remains after a signal.
  func record() async throws {
    let fonts = film.scenes.fonts
    let search =
      try fonts.isEmpty
      ? nil : FontSearch(fonts, textOption: textOption, isQuiet: report.quiet, isVerbose: report.verbose > 0)
    defer { search?.finish() }
    let part = try FilmPart(number, of: film, in: folder)
    let clock = ContinuousClock()
    let start = clock.now
    // Install the signal handler before anything exists that a signal could leave behind.
    let running = RunningRecorder()
    let interruption = Interruption { running.abandon() }
    if try part.isThere() { return try presentSummary(part, bytes: nil, wallTime: clock.now - start, timer: nil) }
    let making = try part.begin()
    let timer = report.makeTimer()
    if let recorder = making.recorder {
      running.take(recorder)
      if let signal = interruption.received { throw ExitCode(128 + signal) }
      try PerformanceTimer.$current.withValue(timer) { try recorder.start(frameCount: part.frames.count) }
      await ProgressReport(options: report, isMuted: false).follow(recorder.progress)
      do {
        _ = try await recorder.recording
      } catch {
        throw interruption.received.map { ExitCode(128 + $0) } ?? error
      }
    }
    try presentSummary(part, bytes: try making.commit(), wallTime: clock.now - start, timer: timer)
  }

  private func presentSummary(_ part: FilmPart, bytes: Int?, wallTime: Duration, timer: PerformanceTimer?) throws {
    try report.present(
      PartSummary(
        file: part.path, number: part.number, frames: part.frames, bytes: bytes, wallTime: wallTime, timer: timer))
  }
}

/// The current recorder, which a signal abandons.
private final class RunningRecorder: Sendable {
  private let recorder = Mutex<Recorder?>(nil)

  func take(_ recorder: Recorder) { self.recorder.withLock { $0 = recorder } }
  func abandon() { recorder.withLock { $0 }?.abandon() }
}

/// The summary of a part, for people and for programs.
struct PartSummary: TimedSummary {
  var file: String
  var part: Int
  var parts: Int
  var firstFrame: Int
  var frames: Int
  /// Whether the part already existed.
  var wasWhole: Bool
  var bytes: Int?
  var wallSeconds: Double
  var stages: [StageTime]?

  /// - Parameter bytes: The size of the part's file; nil if it already existed.
  init(
    file: String, number: PartNumber, frames: Range<Int>, bytes: Int?, wallTime: Duration, timer: PerformanceTimer?
  ) {
    self.file = file
    (part, parts) = (number.number, number.count)
    (firstFrame, self.frames) = (frames.lowerBound, frames.count)
    (wasWhole, self.bytes) = (bytes == nil, bytes)
    wallSeconds = wallTime / .seconds(1)
    stages = timer?.stages.map(StageTime.init)
  }

  var line: String {
    guard let bytes else { return "\(file): already complete" }
    guard frames > 0 else { return "\(file): no frames, because there are more parts than segments" }
    return "\(file): frames \(firstFrame)-\(firstFrame + frames - 1), \(Summary.text(bytes: bytes)), "
      + "took \(fixed(wallSeconds, 2)) s"
  }
}
