import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the command says while it works and when it is done.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what FFmpeg and the encoder have to say, and where the time went.")
  var verbose = false

  @Flag(help: "Print the summary as one JSON object on standard output, or standard error with -o -.")
  var json = false

  mutating func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose contradict each other: give one of them") }
  }

  /// Prints the summary: one line on standard error, or JSON on standard output.
  func tell(_ summary: Summary, isMuted: Bool) throws {
    try tell(summary, line: ([summary.line] + summary.stageLines).joined(separator: "\n"), isMuted: isMuted)
  }

  /// Prints a summary that says itself in one line.
  func tell(_ summary: some Encodable, line text: String, isMuted: Bool = false) throws {
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let line = try encoder.encode(summary) + Data("\n".utf8)
      // The movie itself may be on standard output; a summary must not end up in it.
      if isMuted { StandardError.write(line) } else { try StandardOutput.write(line) }
    } else if !quiet, !isMuted {
      StandardError.write(text + "\n")
    }
  }
}
