import ArgumentParser
import Reel

/// Options for the command's progress and summary.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Print timings and FFmpeg's warnings; -vv prints everything that FFmpeg and the encoder report.")
  var verbose: Int

  @Flag(help: "Print the summary as one JSON object on standard output, or standard error with -o -.")
  var json = false

  @Flag(help: "With --json, also print the progress: one JSON object a second, each on a line, before the summary.")
  var progress = false

  mutating func validate() throws {
    if progress, !json { throw ValidationError("--progress is JSON, like the summary of --json: give both") }
    if quiet, verbose > 0 { throw ValidationError("--quiet and --verbose contradict each other: give only one") }
  }

  /// The level of FFmpeg's messages.
  var logLevel: FFmpegLog.Level {
    switch verbose {
    case 0: .quiet
    case 1: .warning
    default: .verbose
    }
  }

  /// Returns a timer if the stages of the work are to be printed.
  func makeTimer() -> PerformanceTimer? { verbose > 0 ? PerformanceTimer() : nil }

  /// Prints a summary: its lines on standard error, or JSON on standard output.
  func present(_ summary: some TimedSummary, isMuted: Bool = false) throws {
    if json {
      try printJSON(summary, isMuted: isMuted)
    } else if !quiet, !isMuted {
      StandardError.say(summary.line)
      for stage in summary.stages ?? [] { StandardError.say(stage.line) }
    }
  }

  /// Prints a line of JSON on standard output, or on standard error if the movie itself goes to standard output.
  func printJSON(_ value: some Encodable, isMuted: Bool) throws {
    let line = try jsonLine(value)
    if isMuted { StandardError.write(line) } else { try StandardOutput.write(line) }
  }
}

/// The summary of a command, for people and for programs.
protocol TimedSummary: Encodable {
  /// One line for people.
  var line: String { get }
  /// The time that each stage took, if requested.
  ///
  /// Stages overlap on several threads, so their sum may exceed the total.
  var stages: [StageTime]? { get }
}
