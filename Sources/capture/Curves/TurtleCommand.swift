import ArgumentParser
import Reel
import ReelCurves

struct TurtleCommand: SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "turtle",
    abstract: "Record the turtle of a Logo program as it draws.",
    discussion: """
      The pen moves at constant speed, and the picture fills the frame. The
      program may use forward, back, right, left, penup, pendown, setpencolor,
      setpensize, home, setxy, setheading, arc, repeat, while, for, if, ifelse,
      make, local, to … end with inputs, output, stop, + - * / = < >, sin, cos,
      sqrt, random, pick, repcount and more, with the usual abbreviations.

      EXAMPLES
        capture turtle spiral.logo
        capture turtle tree.logo --fps 30 --seconds 12 --theme paper
        echo 'repeat 36 [repeat 4 [fd 100 rt 90] rt 10]' | capture turtle -

      EXIT CODES
        0 done, 64 wrong usage, 65 an error in the program, reported with its line
        and column, 66 no such program; others as for capture snowflake.
      """)

  @Argument(help: ArgumentHelp("The Logo program; - for standard input.", valueName: "file"))
  var file: String

  @OptionGroup(title: "Film") var film: FilmOptions

  @OptionGroup(title: "Turtle") var turtle: TurtleOptions
  @OptionGroup(title: "Picture") var picture: TurtlePictureOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  static let textOption: String? = nil
  var size: SizeOptions { picture.frame }
  var reads: KeyValuePairs<String, String?> { ["the program": file] }

  func scene() throws -> TurtleFilm {
    var scene = TurtleFilm(try ProgramFile.read(file))
    try scene.set([
      TurtleFilm.seedOption: turtle.seed, TurtleFilm.growthOption: turtle.growth,
      TurtleFilm.hideTurtle: turtle.hideTurtle.text, TurtleFilm.themeOption: picture.theme,
      TurtleFilm.backgroundOption: picture.background,
    ])
    do {
      try scene.validate()
    } catch let error as LogoError {
      throw ProgramError(file: ProgramFile.name(of: file), fault: error.description)
    } catch let error as DescriptionError {
      throw ProgramError(file: ProgramFile.name(of: file), fault: " \(error)")
    }
    return scene
  }
}
