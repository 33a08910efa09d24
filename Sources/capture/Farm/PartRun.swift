import ArgumentParser
import Reel
import ReelFarm
import Synchronization

/// Makes one part of a film: progress, signals, summary and exit code.
struct PartRun {
  var film: FilmDescription
  var number: PartNumber
  var folder: PartFolder
  var report: ReportOptions
  /// The option that leaves the text out; nil where there is none.
  var textOption: String?

  /// Makes the part, unless it is there already.
  ///
  /// - Throws: the error, or the exit code of a signal, after which nothing is left of the part.
  func record() async throws {
    let fonts = film.scenes.fonts
    let search =
      try fonts.isEmpty
      ? nil : FontSearch(fonts, textOption: textOption, isQuiet: report.quiet, isVerbose: report.verbose > 0)
    defer { search?.finish() }
    let part = try FilmPart(number, of: film, in: folder)
    let clock = ContinuousClock()
    let start = clock.now
    // A signal is heard before there is anything that it could leave behind.
    let running = RunningRecorder()
    let interruption = Interruption { running.abandon() }
    if try part.isThere(report) { return try tell(part, bytes: nil, wallTime: clock.now - start, timer: nil) }
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
    try tell(part, bytes: try making.commit(), wallTime: clock.now - start, timer: timer)
  }

  private func tell(_ part: FilmPart, bytes: Int?, wallTime: Duration, timer: PerformanceTimer?) throws {
    try report.present(
      PartSummary(
        file: part.path, number: part.number, frames: part.frames, bytes: bytes, wallTime: wallTime, timer: timer))
  }
}

/// The recorder that a signal ends, once there is one.
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
  /// Whether it was there already.
  var wasWhole: Bool
  var bytes: Int?
  var wallSeconds: Double
  var stages: [StageTime]?

  /// - Parameter bytes: the size of its file; nil if it was there already.
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
    guard let bytes else { return "\(file): whole already" }
    guard frames > 0 else { return "\(file): no frames, as there are more parts than pieces of the film" }
    return "\(file): frames \(firstFrame)-\(firstFrame + frames - 1), \(Summary.text(bytes: bytes)), "
      + "took \(fixed(wallSeconds, 2)) s"
  }
}
