import ArgumentParser
import Reel

struct ZoomCommand: SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom",
    abstract: "Record an endless zoom into a Koch snowflake.",
    discussion: """
      The curve has no smallest part, so the film never ends: at a magnification of
      a billion, or of a number with a hundred digits, it is drawn as fast and is
      as sharp as at first.

      EXAMPLES
        capture zoom --fps 30
        capture zoom --center 0 --factor 3 --theme paper
        capture zoom --center 1/7 --seconds 300 --size 1080p -o deep.mp4
      """)

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Zoom") var zoom: ZoomOptions
  @OptionGroup(title: "Picture") var flake: FlakeOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  static let textOption: String? = "--no-caption"
  var size: SizeOptions { flake.frame }

  func scene() throws -> ZoomFilm { try zoom.scene(flake) }
}
