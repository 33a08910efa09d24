import ArgumentParser
import Reel

/// What a family adds to the command.
struct Family {
  /// Its commands, in the order in which the help lists them.
  var commands: [any ParsableCommand.Type] = []
  /// The scenes that descriptions may name besides those of the core.
  var scenes: [any DescribedScene.Type] = []
  /// The kinds of file that it films.
  var files: [any FilmedFile.Type] = []
  /// What killed runs leave besides films and pictures.
  var leftovers: [any Leftover.Type] = []
  /// Says what is beside an unfinished film that `capture recover` has finished; nil for nothing.
  ///
  /// Its arguments are the unfinished file and how many frames of it were saved.
  var besideUnfinished: ((String, Int) -> String?)?
}

extension Family {
  /// The commands of the core.
  static var core: Family {
    Family(
      commands: [
        SnowflakeCommand.self, ZoomCommand.self, CurveCommand.self, TurtleCommand.self, TraceCommand.self,
        ConvertCommand.self, StillCommand.self, RecoverCommand.self,
      ], files: [MediaKind.self])
  }
}

/// All that the command can do, the twin of `SceneCatalog`: what the core brings, and what each family adds.
enum CommandCatalog {
  private static var families: [Family] { [.core] + Family.chosen }

  /// The commands, in the order in which the help lists them.
  static var commands: [any ParsableCommand.Type] { families.flatMap(\.commands) }

  /// The scenes that a description may name.
  static let scenes = families.flatMap(\.scenes).reduce(SceneCatalog.standard) { $0.adding($1) }

  /// The kinds of file that are filmed, in the order in which a file is compared with them.
  static var files: [any FilmedFile.Type] { families.flatMap(\.files) }

  /// What killed runs leave besides films and pictures.
  static var leftovers: [any Leftover.Type] { families.flatMap(\.leftovers) }

  /// What is beside an unfinished film, in sentences.
  static func beside(unfinished file: String, frameCount: Int) -> [String] {
    families.compactMap { $0.besideUnfinished?(file, frameCount) }
  }
}

/// A kind of file that is filmed: first on the command line, or after `still`.
protocol FilmedFile {
  /// The command that films it when it comes first; nil where none does.
  static var command: String? { get }

  /// Whether a file is of this kind, by its name or its content; `-` is standard input.
  static func recognizes(_ path: String) -> Bool

  /// Returns the film whose frames `capture still` draws.
  static func still(of path: String, _ options: StillCommand) async throws -> StillSource

  /// Returns the film that the file describes, and the files that it was made of; nil where it describes none.
  static func film(of path: String, _ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String])?
}

extension FilmedFile {
  static func film(of path: String, _ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String])? {
    nil
  }
}

/// What a killed run left behind, which `capture recover` finishes.
protocol Leftover {
  /// Whether a file is such a leftover, by its name.
  static func recognizes(_ path: String) -> Bool

  /// Finishes it.
  static func finish(_ command: RecoverCommand) throws
}
