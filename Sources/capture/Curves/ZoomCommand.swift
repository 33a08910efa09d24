import ArgumentParser
import Reel
import ReelCurves

struct ZoomCommand: SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom",
    abstract: "Record an endless zoom into a Koch snowflake.",
    discussion: """
      The curve has detail at every scale, so the zoom can continue for as long as
      you like. Even at a magnification with a hundred digits, frames are as sharp as
      the first, and drawn as fast.

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
