import Reel
import ReelPlatform

/// Shows the progress of a recording: a bar on a terminal, a line every few seconds elsewhere, or JSON for programs.
struct ProgressReport {
  private let options: ReportOptions
  private let isMuted: Bool
  private let isShown: Bool
  private let isTerminal: Bool
  private let usesColor: Bool
  private let clock = ContinuousClock()

  init(options: ReportOptions, isMuted: Bool) {
    let environment = ProcessInfo.processInfo.environment
    isTerminal = StandardError.isTerminal && environment["TERM"] != "dumb"
    usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    (self.options, self.isMuted) = (options, isMuted)
    isShown = !options.quiet && !isMuted
  }

  /// Shows progress until the recording ends, and removes the bar.
  func follow(_ progress: AsyncStream<RecordingProgress>) async {
    let start = clock.now
    if options.progress { return await printLines(progress, since: start) }
    var last = start
    let interval: Duration = isTerminal ? .milliseconds(100) : .seconds(5)
    for await state in progress where isShown {
      let now = clock.now
      guard now - last >= interval else { continue }
      last = now
      let text = Self.text(state, elapsed: (now - start) / .seconds(1))
      if isTerminal {
        let short = Self.shortText(state, elapsed: (now - start) / .seconds(1))
        let line = Self.line(state, text, short, columns: StandardError.columns, usesColor: usesColor)
        StandardError.write("\r\u{1B}[K" + line)
      } else {
        StandardError.write(text + "\n")
      }
    }
    if isShown, isTerminal, last > start { StandardError.write("\r\u{1B}[K") }
  }

  /// Prints the first state, then at most one a second, and the last one.
  private func printLines(_ progress: AsyncStream<RecordingProgress>, since start: ContinuousClock.Instant) async {
    var next = start
    var waiting: ProgressLine?
    // A reader that has gone away does not end the recording.
    func put(_ line: ProgressLine) { try? options.printJSON(line, isMuted: isMuted) }
    for await state in progress {
      let now = clock.now
      let line = ProgressLine(state, elapsed: (now - start) / .seconds(1))
      guard now >= next else {
        waiting = line
        continue
      }
      put(line)
      (next, waiting) = (now + .seconds(1), nil)
    }
    if let waiting { put(waiting) }
  }

  /// A line for a terminal: the bar fills the rest of the line, a narrow terminal gets a short text, and nothing wraps.
  static func line(
    _ state: RecordingProgress, _ text: String, _ short: String, columns: Int, usesColor: Bool
  ) -> String {
    guard columns > text.count else { return columns > short.count ? short : String(short.prefix(max(0, columns - 1))) }
    let width = min(24, columns - text.count - 2)
    guard let fraction = state.fraction, width >= 4 else { return text }
    let bar = bar(fraction: fraction, width: width)
    return (usesColor ? "\u{1B}[36m\(bar)\u{1B}[0m" : bar) + " " + text
  }

  /// The completed part, and the time left.
  static func shortText(_ state: RecordingProgress, elapsed: Double) -> String {
    let done = state.time.index + 1
    guard let count = state.frameCount else { return counted(done, "frame") }
    return "\(100 * done / max(1, count)) %, \(timeLeft(done, of: count, elapsed)) left"
  }

  private static func timeLeft(_ done: Int, of count: Int, _ elapsed: Double) -> String {
    let left = Int(clamping: (Double(count - done) * max(elapsed, 0.001) / Double(done)).rounded(.up))
    return "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
  }

  /// Frames, speed, time left, and the number of frames that would survive a crash.
  static func text(_ state: RecordingProgress, elapsed: Double) -> String {
    let done = state.time.index + 1
    let speed = Double(done) / max(elapsed, 0.001)
    let saved = state.savedFrameCount.map { ", \($0) saved" } ?? ""
    guard let count = state.frameCount else { return "\(counted(done, "frame")), \(fixed(speed, 0)) a second\(saved)" }
    return "\(done) of \(counted(count, "frame")), \(fixed(speed, 0)) a second, "
      + "\(timeLeft(done, of: count, elapsed)) left\(saved)"
  }

  static func bar(fraction: Double, width: Int) -> String {
    let full = Int(clamping: (fraction * Double(width)).rounded())
    return String(repeating: "━", count: full) + String(repeating: "┄", count: width - full)
  }
}

/// A line of `--progress`.
private struct ProgressLine: Encodable {
  struct State: Encodable {
    /// The captured frames, all frames of the film if their number is known, and those that would survive a crash.
    var frames: Int
    var frameCount: Int?
    var savedFrames: Int?
    var wallSeconds: Double
  }

  var progress: State

  init(_ state: RecordingProgress, elapsed: Double) {
    progress = State(
      frames: state.time.index + 1, frameCount: state.frameCount, savedFrames: state.savedFrameCount,
      wallSeconds: elapsed)
  }
}
