import ArgumentParser
import Reel

/// The commands, and the options of each, by their names.
enum CommandNames {
  /// Every command and `help`.
  static let all = Capture.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

  /// Refuses a first word, or a word after `help`, that is not a command.
  ///
  /// Otherwise the argument parser would take the word for an argument of the default command, and `help` would show another command.
  ///
  /// - Throws: `UnknownCommand`, or the reason why a file that comes first cannot be filmed.
  static func check(_ arguments: [String]) throws {
    let words = arguments.prefix { $0 == "-" || !$0.hasPrefix("-") }
    guard let first = words.first else { return }
    if !all.contains(first) { throw FirstFile.refusal(of: first) ?? UnknownCommand(name: first) }
    if first == "help", words.count > 1, !all.contains(words[1]) { throw UnknownCommand(name: words[1]) }
  }

  /// The word that ArgumentParser mistook for a request for help, such as `-dash.yaml` with its h; nil for a real request.
  static func mistakenHelp(in arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    let isReal = words.contains { word in
      ["--help", "--version", "--help-hidden", "--experimental-dump-help"].contains(word)
        || word.hasPrefix("--generate-completion-script") || word.hasPrefix("---completion")
        || word.hasPrefix("-") && word.count > 1 && word.dropFirst().allSatisfy { "hqv".contains($0) }
    }
    return isReal || words.first == "help" ? nil : words.first { $0.hasPrefix("-") && $0.contains("h") }
  }

  /// Reads the arguments of a command.
  ///
  /// The named command is tried alone first, because ArgumentParser takes longer to find it among all the others. All commands are tried
  /// if it refuses the arguments, and for everything that runs no command, such as a help page.
  ///
  /// - Throws: ArgumentParser's error, or a help page.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let name = arguments.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
    let options = name == nil ? arguments : Array(arguments.dropFirst())
    if let still = StillCommand.split(arguments) {
      _ = try still.film()
      return try StillCommand.parse(still.own)
    }
    // A command's name among the options could also be that of a file.
    if !options.contains(where: all.contains), let type = type(of: name ?? all[0]),
      let alone = try? type.parseAsRoot(options), Swift.type(of: alone) == type
    {
      return alone
    }
    return try Capture.parseAsRoot(arguments)
  }

  static func type(of command: String) -> (any ParsableCommand.Type)? {
    Capture.configuration.subcommands.first { $0.configuration.commandName == command }
  }

  /// The command that the arguments belong to.
  static func command(of arguments: [String]) -> String {
    StillCommand.split(arguments)?.name ?? arguments.first { all.contains($0) && $0 != "help" } ?? all[0]
  }

  /// The long options of a command, with their dashes.
  static func options(of command: String) -> [String] {
    guard let type = type(of: command) else { return [] }
    // Each option has a line in the help text that begins with its names.
    let lines = Capture.helpMessage(for: type).split(separator: "\n").filter { $0.hasPrefix("  -") }
    let names = lines.flatMap { line in
      line.split { " ,".contains($0) }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
    }
    return names.filter { $0.hasPrefix("--") }.map(String.init)
  }
}

/// An unknown command.
struct UnknownCommand: ReelError {
  var exitStatus: ExitStatus { .usage }

  var name: String

  /// One line with the closest name.
  var description: String {
    let nearest = Spelling.nearest(to: name, among: CommandNames.all)
    return "unknown command \(name): "
      + (nearest.map { "did you mean \($0)?" } ?? "capture help lists all commands")
  }
}
