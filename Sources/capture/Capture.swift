import ArgumentParser

/// The command `capture`.
struct Capture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record drawings into movies, without a screen.",
    discussion: """
      With no command, a Koch snowflake is recorded: `capture` is the same as
      `capture snowflake --fps 10 --seconds 30 -o snowflake.mp4`.
      """,
    version: "capture 0.1.0",
    subcommands: [SnowflakeCommand.self, StillCommand.self, TraceCommand.self],
    defaultSubcommand: SnowflakeCommand.self)
}
