import ArgumentParser

/// The command for shell completion: with the options of the default command, which `capture` alone takes too.
///
/// The argument parser's completions offer only the options declared in a command itself.
struct CompletionRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Capture.configuration.commandName, abstract: Capture.configuration.abstract,
    version: Capture.configuration.version, subcommands: Capture.configuration.subcommands)

  @OptionGroup var command: SnowflakeCommand
}
