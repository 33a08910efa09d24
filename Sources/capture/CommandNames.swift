import ArgumentParser
import Reel

/// The commands, and the options of each, by their names.
enum CommandNames {
  /// Every command and `help`.
  static let all = Capture.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

  /// Refuses a first word, or a word after `help`, that is not a command.
  ///
  /// Otherwise the argument parser would take it for an argument of the default command, and `help` would show another command.
  ///
  /// - Throws: `UnknownCommand`.
  static func check(_ arguments: [String]) throws {
    let words = arguments.prefix { !$0.hasPrefix("-") }
    guard let first = words.first else { return }
    for word in first == "help" ? words.prefix(2) : [first] where !all.contains(word) {
      throw UnknownCommand(name: word)
    }
  }

  /// The command whose options the arguments are read as.
  static func command(of arguments: [String]) -> String {
    arguments.first { all.contains($0) && $0 != "help" } ?? all[0]
  }

  /// The long options of a command, with their dashes.
  static func options(of command: String) -> [String] {
    guard let type = Capture.configuration.subcommands.first(where: { $0.configuration.commandName == command }) else {
      return []
    }
    // Each option has a line in the help text that begins with its names.
    let lines = Capture.helpMessage(for: type).split(separator: "\n").filter { $0.hasPrefix("  -") }
    let names = lines.flatMap { line in
      line.split { " ,".contains($0) }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
    }
    return names.filter { $0.hasPrefix("--") }.map(String.init)
  }
}

/// An unknown command.
struct UnknownCommand: Error, CustomStringConvertible {
  var name: String

  /// One line with the nearest name.
  var description: String {
    let nearest = Spelling.nearest(to: name, among: CommandNames.all)
    return "there is no command \(name): "
      + (nearest.map { "did you mean \($0)?" } ?? "capture help lists all commands")
  }
}
