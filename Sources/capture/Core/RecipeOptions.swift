import ArgumentParser
import Reel

/// The option to write a film's recipe.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write the film's recipe, for capture check.", valueName: "file.json"))
  var recipe: String?

  /// A recipe whose path was checked before the film was made.
  struct Draft {
    let file: OutputFile
    let json: [UInt8]

    /// Writes the recipe, once the film is complete.
    func put() throws { try file.put(json) }
  }

  func validate(realtime: Bool) throws {
    if recipe != nil, realtime {
      throw ValidationError("--recipe and --realtime can't be combined: a live recording can't be drawn again exactly")
    }
  }

  /// Checks the path of the recipe, which replaces only another recipe unless forced; nil if none was requested.
  func draft(replacing: ReplacementPolicy, _ film: FilmDescription) throws -> Draft? {
    try checked(replacing: replacing).map { Draft(file: $0, json: try film.json) }
  }

  /// Checks the path of the recipe; nil if none was requested.
  @discardableResult
  func checked(replacing: ReplacementPolicy) throws -> OutputFile? {
    guard let recipe else { return nil }
    try OutputOptions.checkText(recipe)
    let file = try OutputFile(path: recipe, replacing: replacing)
    try file.requireKind("recipe", containing: "reel-film")
    return file
  }
}
