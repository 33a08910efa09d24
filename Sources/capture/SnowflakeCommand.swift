import ArgumentParser
import Reel

struct SnowflakeCommand: AsyncParsableCommand, CommandOnFiles {
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

  mutating func validate() throws { try recipe.validate(realtime: film.realtime) }

  var files: RunFiles {
    RunFiles(writes: ["--recipe": recipe.recipe]).writing(film: output.output ?? "snowflake.mp4")
  }

  func run() async throws {
    let recipe = try recipe.draft(replacing: output.replacement.policy) { FilmRecipe(film.length, picture) }
    let run = RecordingRun(
      frameRate: film.fps, frameCount: film.frameCount, pace: film.realtime ? .realTime : .virtual,
      defaultName: "snowflake.mp4", output: output, report: report,
      textOption: picture.flake.textOption)
    try await run.record(size: picture.pixelSize) {
      try picture.scene(frameRate: film.fps, duration: film.duration)
    }
    try recipe?.put()
  }
}
