import ArgumentParser
import Reel

/// What the command says while it works and when it is done.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Print where the time went, and what FFmpeg warns of; with -vv all that it and the encoder say.")
  var verbose: Int

  @Flag(help: "Print the summary as one JSON object on standard output, or standard error with -o -.")
  var json = false

  mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("--quiet and --verbose contradict each other: give one of them") }
  }

  /// What FFmpeg may print.
  var logLevel: FFmpegLog.Level {
    switch verbose {
    case 0: .quiet
    case 1: .warning
    default: .verbose
    }
  }

  /// Returns a timer for the work, if somebody wants to know where the time goes.
  func makeTimer() -> PerformanceTimer? { verbose > 0 ? PerformanceTimer() : nil }

  /// Prints a summary: its lines on standard error, or JSON on standard output.
  func tell(_ summary: some TimedSummary, isMuted: Bool = false) throws {
    if json {
      let line = try jsonLine(summary)
      // The movie itself may be on standard output; a summary must not end up in it.
      if isMuted { StandardError.write(line) } else { try StandardOutput.write(line) }
    } else if !quiet, !isMuted {
      StandardError.say(summary.line)
      for stage in summary.stages ?? [] { StandardError.say(stage.line) }
    }
  }
}

/// What a command's work came to, for people and for programs.
protocol TimedSummary: Encodable {
  /// One line for people.
  var line: String { get }
  /// Where the time went, if that was asked for.
  ///
  /// Stages overlap on several threads, so that together they may take longer than the work.
  var stages: [StageTime]? { get }
}
