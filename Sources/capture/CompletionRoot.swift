import ArgumentParser

/// The command as shells complete it: with the options of the default command, which `capture` alone takes as well.
///
/// The argument parser's completions offer behind a command only what is written in it.
struct CompletionRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Capture.configuration.commandName, abstract: Capture.configuration.abstract,
    version: Capture.configuration.version, subcommands: Capture.configuration.subcommands)

  @OptionGroup var command: SnowflakeCommand
}
