import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows how far a recording has come: a bar on a terminal, a line every few seconds elsewhere.
struct ProgressReport {
  private let isShown: Bool
  private let isTerminal: Bool
  private let usesColor: Bool
  private let clock = ContinuousClock()

  init(options: ReportOptions, isMuted: Bool) {
    let environment = ProcessInfo.processInfo.environment
    isTerminal = StandardError.isTerminal && environment["TERM"] != "dumb"
    usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    isShown = !options.quiet && !isMuted
  }

  /// Shows every state until the recording ends; leaves no bar behind.
  func follow(_ progress: AsyncStream<RecordingProgress>) async {
    let start = clock.now
    var last = start
    let interval: Duration = isTerminal ? .milliseconds(100) : .seconds(5)
    for await state in progress where isShown {
      let now = clock.now
      guard now - last >= interval else { continue }
      last = now
      let text = Self.text(state, elapsed: (now - start) / .seconds(1))
      if isTerminal {
        StandardError.write("\r\u{1B}[K" + line(state, text, columns: StandardError.columns))
      } else {
        StandardError.write(text + "\n")
      }
    }
    if isShown, isTerminal, last > start { StandardError.write("\r\u{1B}[K") }
  }

  /// A line for a terminal: the bar takes what the text leaves, and nothing wraps.
  private func line(_ state: RecordingProgress, _ text: String, columns: Int) -> String {
    let width = min(24, columns - text.count - 2)
    guard let fraction = state.fraction, width >= 4 else { return String(text.prefix(columns - 1)) }
    let bar = Self.bar(fraction: fraction, width: width)
    return (usesColor ? "\u{1B}[36m\(bar)\u{1B}[0m" : bar) + " " + text
  }

  /// Frames, speed and time left.
  static func text(_ state: RecordingProgress, elapsed: Double) -> String {
    let done = state.time.index + 1
    let speed = Double(done) / max(elapsed, 0.001)
    guard let count = state.frameCount else { return "\(counted(done, "frame")), \(fixed(speed, 0)) a second" }
    let left = Int((Double(count - done) / speed).rounded(.up))
    let clock = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
    return "\(done) of \(counted(count, "frame")), \(fixed(speed, 0)) a second, \(clock) left"
  }

  static func bar(fraction: Double, width: Int) -> String {
    let full = Int((fraction * Double(width)).rounded())
    return String(repeating: "━", count: full) + String(repeating: "┄", count: width - full)
  }
}
