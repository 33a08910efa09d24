import ArgumentParser

/// The command `capture`.
struct Capture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record drawings into movies, without a screen.",
    discussion: """
      With no command, a Koch snowflake is recorded: `capture` is the same as
      `capture snowflake --fps 10 --seconds 30 -o snowflake.mp4`, and takes the same
      options. The most used are

        --fps RATE        frames a second          --style STYLE   grow, step, draw
        --seconds SECS    length of the film       --theme THEME   night, paper, classic
        --size SIZE       720p, 1080p, 640x360     -o PATH         movie, pictures, -
        --levels 0...6    what grows

      `capture help snowflake` tells them all.
      """,
    version: "capture 0.1.0",
    subcommands: [SnowflakeCommand.self, StillCommand.self, TraceCommand.self],
    defaultSubcommand: SnowflakeCommand.self)
}
