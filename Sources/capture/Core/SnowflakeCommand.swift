import ArgumentParser
import Reel

struct SnowflakeCommand: SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "snowflake",
    abstract: "Record a Koch snowflake that grows level by level.",
    discussion: """
      EXAMPLES
        capture --fps 10 --seconds 30
        capture --fps 60 --seconds 8 --style draw --levels 4 -o turtle.mp4
        capture --theme paper --size square -o frames/%04d.png

      EXIT CODES
        0 done, 64 wrong usage, 69 no suitable encoder, 70 internal error, 71 too
        little memory, 73 the output cannot be created, 74 writing failed, 129, 130
        or 143 interrupted.
      """)

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  static let textOption: String? = "--no-caption"
  var size: SizeOptions { picture.flake.frame }

  func scene() throws -> SnowflakeFilm { try picture.scene() }
}
