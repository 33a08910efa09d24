import ArgumentParser
import Reel

/// Where the recipe of a film goes.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write what the film was drawn from, for capture check.", valueName: "file.json"))
  var recipe: String?

  /// A recipe whose place was checked before the film was made.
  struct Draft {
    let place: OutputFile
    let json: [UInt8]

    /// Puts it in its place, once the film is complete.
    func put() throws { try place.put(json) }
  }

  func validate(realtime: Bool) throws {
    if recipe != nil, realtime {
      throw ValidationError("--recipe and --realtime contradict each other: what was drawn late can't be drawn again")
    }
  }

  /// Checks the file of the recipe, which replaces nothing but a recipe unless that is forced; nil where none is wanted.
  func draft(replacing: ReplacementPolicy, _ film: FilmDescription) throws -> Draft? {
    guard let recipe else { return nil }
    try OutputOptions.checkText(recipe)
    let place = try OutputFile(path: recipe, replacing: replacing)
    try place.requireKind("recipe", containing: "reel-film")
    return Draft(place: place, json: try film.json)
  }
}
