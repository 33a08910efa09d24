import ArgumentParser

/// The root command for shell completion.
///
/// It declares the options of the default command, which `capture` alone accepts too: ArgumentParser's completions offer only the
/// options that a command itself declares.
struct CompletionRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Capture.configuration.commandName, abstract: Capture.configuration.abstract,
    version: Capture.configuration.version, subcommands: Capture.configuration.subcommands)

  @OptionGroup var command: SnowflakeCommand
}
