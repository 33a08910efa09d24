import ArgumentParser
import Reel

/// A command of whose film `capture still` can draw a frame.
protocol StillFilm: AsyncParsableCommand, CommandOnFiles {
  /// The film, which is not made.
  var stillSource: StillSource { get async throws }
  /// The picture that its options name; nil for none.
  var stillOutput: String? { get }
  /// What that picture may replace.
  var stillReplacement: ReplacementOptions { get }
  /// Whether only errors are printed.
  var isQuiet: Bool { get }
}

/// A command that films what a description says.
protocol FilmCommand: StillFilm {
  var output: OutputOptions { get }
  var report: ReportOptions { get }

  /// Describes the film without making it; a tape is run for that.
  func described() async throws -> FilmDescription
}

extension FilmCommand {
  var stillSource: StillSource { get async throws { try StillSource(await described()) } }
  var stillOutput: String? { output.output.first }
  var stillReplacement: ReplacementOptions { output.replacement }
  var isQuiet: Bool { report.quiet }
}

/// A command that films one scene, which its options describe.
protocol SceneCommand: FilmCommand {
  associatedtype Film: DescribedScene

  var film: FilmOptions { get }
  var size: SizeOptions { get }
  var recipe: RecipeOptions { get }

  /// The option that leaves out the text; nil where there is none.
  static var textOption: String? { get }
  /// The files that the scene is made of, by what messages call them; none, as here, where options say all.
  var reads: KeyValuePairs<String, String?> { get }

  /// Makes the scene.
  func scene() throws -> Film
}

extension SceneCommand {
  /// The film of `capture zoom` is `zoom.mp4`.
  private static var defaultName: String { Film.kind + ".mp4" }

  var reads: KeyValuePairs<String, String?> { [:] }

  mutating func validate() throws { try recipe.validate(realtime: film.realtime) }

  var files: RunFiles {
    RunFiles(reads: reads, writes: ["--recipe": recipe.recipe])
      .writing(films: output.paths(defaultName: Self.defaultName))
  }

  func described() throws -> FilmDescription {
    FilmDescription(
      try scene(), film: try film.length.settings(size: size.pixelSize(otherwise: output.site?.terms.size)),
      output: try output.encoding())
  }

  func run() async throws {
    try await RecordingRun(
      film: try described(), pace: self.film.pace, defaultName: Self.defaultName, output: output, report: report,
      recipe: recipe,
      isRateGiven: self.film.length.fps != nil, textOption: Self.textOption
    ).record()
  }
}
