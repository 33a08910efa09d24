import ArgumentParser
import Reel
import ReelPlatform

/// The entry point: runs the command, and turns any error into one line and an exit code.
@main
enum Main {
  static func main() async {
    // A closed pipe and a file size limit are reported as errors instead of killing the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    StandardOutput.occupyClosedStreams()
    _ = StandardError.descriptor
    do {
      try Stacks.require()
      try ThreadShortage.requireNone()
    } catch {
      // There may be no stack left for further calls.
      StandardError.say("capture: \(error)")
      exit(EX_OSERR)
    }
    guard ProgramArguments.areKnown else {
      StandardError.say("capture: the arguments are missing: start capture by its name and with /proc mounted")
      exit(EX_OSERR)
    }
    let command: any ParsableCommand
    do {
      try CommandNames.check(ProgramArguments.words)
      if let listing = try HelpListing.text(for: ProgramArguments.words) {
        try StandardOutput.write(listing)
        exit(0)
      }
      command = try CommandNames.parse(ProgramArguments.words)
    } catch {
      Failure(ofArguments: error).exit()
    }
    do {
      try OpenFiles.require()
      try await run(command)
    } catch {
      Failure(error).exit()
    }
  }

  /// Checks the files of a command, and runs it.
  private static func run(_ command: sending any ParsableCommand) async throws {
    let files = try (command as? any CommandOnFiles)?.files ?? RunFiles()
    try files.check()
    try await files.withFolders {
      var command = command
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    }
  }
}
