import ArgumentParser
import Reel
import ReelCurves

struct CurveCommand: SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Record a curve that grows level by level.",
    discussion: """
      Name a curve, or define an L-system with --axiom, --rules and --angle. At each
      level the rules replace the letters of the text, and a turtle draws the result:
      F and G draw a line, f moves without drawing, + turns left, - turns right, |
      turns around, [ saves the turtle's position and ] returns to it. Each level is
      scaled to its exact bounds. Details too small to see are left out, so any level
      can be filmed.

      EXAMPLES
        capture curve dragon --fps 30
        capture curve hilbert --style draw --levels 5 --theme paper
        capture curve --axiom F --rules F=F+F--F+F --angle 60
        capture curve plant --angle 20 --seconds 12 -o plant.mp4
      """)

  @Argument(
    help: ArgumentHelp(
      "The curve: \(LSystem.Named.allCases.map(\.rawValue).joined(separator: ", ")). (default: dragon)",
      valueName: "name"), completion: .list(LSystem.Named.allCases.map(\.rawValue)))
  var name: String?

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Curve") var curve: CurveOptions
  @OptionGroup(title: "Picture") var flake: FlakeOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  static let textOption: String? = "--no-caption"
  var size: SizeOptions { flake.frame }

  func scene() throws -> CurveFilm { try curve.scene(name, flake) }
}
