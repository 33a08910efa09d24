import ArgumentParser
import Reel

/// A command with a film that `capture still` can draw a frame of.
protocol StillFilm: AsyncParsableCommand, CommandOnFiles {
  /// The film, without making it.
  var stillSource: StillSource { get async throws }
  /// The picture named by the options; nil for none.
  var stillOutput: String? { get }
  /// The files that the picture may replace.
  var stillReplacement: ReplacementOptions { get }
  /// Whether only errors are printed.
  var isQuiet: Bool { get }
  /// Whether the picture is reported as JSON.
  var isJSON: Bool { get }
}

/// A command that films a description.
protocol FilmCommand: StillFilm {
  var output: OutputOptions { get }
  var report: ReportOptions { get }

  /// Describes the film without making it. A tape is run to do so.
  func described() async throws -> FilmDescription
}

extension FilmCommand {
  var stillSource: StillSource { get async throws { try StillSource(await described()) } }
  var stillOutput: String? { output.output.first }
  var stillReplacement: ReplacementOptions { output.replacement }
  var isQuiet: Bool { report.quiet }
  var isJSON: Bool { report.json }
}

/// A command that films one scene, which its options describe.
protocol SceneCommand: FilmCommand {
  associatedtype Film: DescribedScene

  var film: FilmOptions { get }
  var size: SizeOptions { get }
  var recipe: RecipeOptions { get }

  /// The option that leaves out the text; nil if there is none.
  static var textOption: String? { get }
  /// The files that the scene reads, with their names in messages; empty by default.
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
