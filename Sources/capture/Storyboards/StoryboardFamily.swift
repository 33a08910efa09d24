import ArgumentParser
import Reel
import ReelStoryboards

extension Family {
  /// Films from pages of YAML, and from recipes.
  static var storyboards: Family {
    Family(
      commands: [PlayCommand.self, StoryboardCommand.self], scenes: SceneCatalog.storyboards.kinds,
      files: [StoryboardFile.self, RecipeFile.self])
  }
}

extension StoryboardFile: FilmedFile {
  static var command: String? { PlayCommand.configuration.commandName }

  static func recognizes(_ path: String) -> Bool { path == "-" || isStoryboard(path) }

  static func film(of path: String, _ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String])? {
    try StoryboardFile(path).film(changes)
  }

  static func still(of path: String, _ options: StillCommand) async throws -> StillSource {
    let file = try StoryboardFile(path)
    let frame = options.picture.flake.frame
    let story = try file.story(options.changes)
    if !options.quiet { for note in story.notes { StandardError.say(note) } }
    var (film, files) = (story.film, story.files)
    if frame.isGiven {
      // The layout depends on the shape of the frames.
      var changes = options.changes
      changes.sets.append("film.size=\(try frame.pixelSize(otherwise: film.film.size))")
      (film, files) = try file.film(changes)
    }
    return try StillSource(film, files: files)
  }
}

/// The description of a film that `--recipe` wrote.
enum RecipeFile: FilmedFile {
  static var command: String? { PlayCommand.configuration.commandName }

  static func recognizes(_ path: String) -> Bool { (try? DescriptionFile.isDescription(path)) == true }

  static func still(of path: String, _ options: StillCommand) throws -> StillSource {
    try options.source(ofDescription: path)
  }
}
