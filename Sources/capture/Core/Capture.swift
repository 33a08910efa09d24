import ArgumentParser
import Reel

/// The command `capture`.
struct Capture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record drawings into movies, without a screen.",
    discussion: """
      With no command, a Koch snowflake is recorded: `capture` is the same as
      `capture snowflake --fps 10 --seconds 30 -o snowflake.mp4`, and takes the same
      options. The most used are

        --fps RATE         frames a second
        --seconds SECONDS  the length of the film
        --size SIZE        720p, 1080p, 640x360
        --levels 0...6     the levels that grow
        --style STYLE      grow, step or draw
        --theme THEME      night, paper or classic
        -o PATH            a movie, pictures, or - for standard output

      `capture help snowflake` tells them all. With a file first, what is in it is
      filmed: a movie, pictures, a storyboard, the recipe of a film, a recorded
      terminal, or a tracing session.
      """,
    version: "capture \(ReelVersion.current)",
    subcommands: CommandCatalog.commands,
    defaultSubcommand: SnowflakeCommand.self)
}
