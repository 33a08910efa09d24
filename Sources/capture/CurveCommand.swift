import ArgumentParser
import Reel

struct CurveCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Record a curve that comes to be level by level.",
    discussion: """
      The curve has a name, or an axiom, rules and an angle of your own: an
      L-system, whose letters are replaced at each level and which a turtle then
      walks. F and G draw a line, f goes on without one, + turns left, - right,
      | around; [ remembers where the turtle is and ] returns there. Each level
      is scaled to its exact bounds, and what is too small to be seen is not
      walked, so that any level can be filmed.

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

  mutating func validate() throws { try recipe.validate(realtime: film.realtime) }

  var files: RunFiles {
    RunFiles(writes: ["--recipe": recipe.recipe]).writing(films: output.paths(defaultName: "curve.mp4"))
  }

  func run() async throws {
    let film = FilmDescription(
      try curve.scene(name, flake), film: try film.length.settings(size: flake.pixelSize()),
      output: try output.encoding())
    try await RecordingRun(
      film: film, pace: self.film.pace, defaultName: "curve.mp4", output: output, report: report, recipe: recipe,
      isRateGiven: self.film.length.fps != nil, textOption: flake.textOption
    ).record()
  }
}
