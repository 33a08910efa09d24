import ArgumentParser
import Reel

/// The command `capture`.
struct Capture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record drawings into movies, without a screen.",
    discussion: """
      Without a command, capture records a Koch snowflake: `capture` is short for
      `capture snowflake --fps 10 --seconds 30 -o snowflake.mp4` and takes the same
      options. The most common ones:

        --fps RATE         frames per second
        --seconds SECONDS  length of the film
        --size SIZE        720p, 1080p, 640x360
        --levels 0...6     levels of the curve
        --style STYLE      grow, step or draw
        --theme THEME      night, paper or classic
        -o PATH            a movie, pictures, or - for standard output

      `capture help snowflake` lists them all, and `capture help --json` describes
      every command for programs. If the first argument is a file, capture films it:
      a movie, pictures, a storyboard, a recipe, a terminal recording or a tracing
      session.
      """,
    version: "capture \(ReelVersion.current)",
    subcommands: CommandCatalog.commands,
    defaultSubcommand: SnowflakeCommand.self)
}
