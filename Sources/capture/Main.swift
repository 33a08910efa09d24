import ArgumentParser
import Reel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entry: runs the command that was asked for, and turns whatever goes wrong into one line and an exit code.
@main
enum Main {
  static func main() async {
    // A reader that goes away and a file that may not grow are errors to be told, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    StandardOutput.occupyClosedStreams()
    _ = StandardError.descriptor
    // Swift finds the arguments by way of /proc on Linux. Where it finds none, not even the program's name, they are unknown:
    // a film that nobody asked for would be recorded.
    guard !CommandLine.arguments.isEmpty else {
      StandardError.say(
        "capture: the arguments can't be read from /proc/self: mount /proc, or free some memory or open files")
      exit(EX_OSERR)
    }
    var command: any ParsableCommand
    do {
      try CommandNames.check(Array(CommandLine.arguments.dropFirst()))
      command = try Capture.parseAsRoot()
    } catch {
      Failure(ofArguments: error).exit()
    }
    do {
      try OpenFiles.require()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      Failure(error).exit()
    }
  }
}
