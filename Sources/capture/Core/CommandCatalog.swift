import ArgumentParser
import Reel

/// A family's additions to the command.
struct Family {
  /// The family's commands, in the order in which the help lists them.
  var commands: [any ParsableCommand.Type] = []
  /// The scenes that descriptions may name in addition to those of the core.
  var scenes: [any DescribedScene.Type] = []
  /// The kinds of files that it films.
  var files: [any FilmedFile.Type] = []
  /// The files that killed runs leave, other than films and pictures.
  var leftovers: [any Leftover.Type] = []
  /// Returns a sentence about other leftovers beside an unfinished film that `capture recover` has finished; nil for none.
  ///
  /// The arguments are the unfinished file and the number of frames saved from it.
  var besideUnfinished: ((String, Int) -> String?)?
  /// Returns what a film shows at a time in seconds, as far as a file beside it says; nil if none does.
  var stateOfFilm: ((String, Double) -> (any Encodable)?)?
}

extension Family {
  /// The commands of the core.
  static var core: Family {
    Family(
      commands: [
        SnowflakeCommand.self, TraceCommand.self, StillCommand.self, RecoverCommand.self,
      ])
  }
}

/// Everything that the command can do, as contributed by the core and each family: the counterpart of `SceneCatalog`.
enum CommandCatalog {
  private static var families: [Family] { [.core] + Family.chosen }

  /// The commands, in the order in which the help lists them.
  static var commands: [any ParsableCommand.Type] { families.flatMap(\.commands) }

  /// The scenes that a description may name.
  static let scenes = families.flatMap(\.scenes).reduce(SceneCatalog.standard) { $0.adding($1) }

  /// The kinds of files that are filmed, in the order in which they are tried on a file.
  static var files: [any FilmedFile.Type] { families.flatMap(\.files) }

  /// The files that killed runs leave, other than films and pictures.
  static var leftovers: [any Leftover.Type] { families.flatMap(\.leftovers) }

  /// The state that a film shows at a time in seconds, read from a file beside it; nil without such a file.
  static func state(of film: String, atSeconds seconds: Double) -> (any Encodable)? {
    families.lazy.compactMap { $0.stateOfFilm?(film, seconds) }.first
  }

  /// Sentences about other leftovers beside an unfinished film.
  static func beside(unfinished file: String, frameCount: Int) -> [String] {
    families.compactMap { $0.besideUnfinished?(file, frameCount) }
  }
}

/// A kind of file that is filmed when it comes first on the command line or after `still`.
protocol FilmedFile {
  /// The command that films the file when it comes first; nil if none does.
  static var command: String? { get }

  /// Whether the command films what the first word names: by default a file that is of this kind.
  static func films(_ word: String) -> Bool

  /// Whether a file is of this kind, judging by its name or content; `-` is standard input.
  static func recognizes(_ path: String) -> Bool

  /// Returns the film whose frames `capture still` draws.
  static func still(of path: String, _ options: StillCommand) async throws -> StillSource

  /// Returns the film that the file describes, and the files that it consists of; nil if it describes none.
  static func film(of path: String, _ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String])?
}

extension FilmedFile {
  static func films(_ word: String) -> Bool {
    !word.hasPrefix("-") && OutputFile.exists(word) && OutputFile.kind(at: word) == nil && recognizes(word)
  }

  static func film(of path: String, _ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String])? {
    nil
  }
}

/// A file that a killed run left and `capture recover` finishes.
protocol Leftover {
  /// Whether a file is such a leftover, judging by its name.
  static func recognizes(_ path: String) -> Bool

  /// Finishes the leftover.
  static func finish(_ command: RecoverCommand) throws
}
