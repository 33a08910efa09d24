import ArgumentParser
import Reel
import ReelPlatform

/// Every command with its options, their ranges and defaults, and its exit codes, for programs: `capture help --json`.
///
/// It is made of what the argument parser knows, and of what the help texts say, so it can't differ from them.
struct HelpListing: Encodable {
  /// The version of the command.
  let version = ReelVersion.current
  /// The commands, in the order of the help.
  let commands: [Command]

  /// A command.
  struct Command: Encodable {
    let name: String
    let summary: String
    /// What the help says about it, without its exit codes.
    let discussion: String?
    /// Whether it runs if no command is named.
    let isDefault: Bool
    let arguments: [Argument]
    let exitCodes: [ExitMeaning]
    /// What the help says about its exit codes, where that is more than a list.
    let exitNote: String?
  }

  /// An argument, an option with a value, or a flag.
  struct Argument: Encodable {
    let kind: String
    /// The names of an option: `--output`, `-o`.
    let names: [String]
    /// The placeholder for its value.
    let value: String?
    let section: String?
    let help: String
    let isRequired: Bool
    let isRepeatable: Bool
    let `default`: String?
    let values: [String]?
    let range: Range?
  }

  /// The least and the greatest value of a number.
  struct Range: Encodable, Equatable {
    let minimum: Double?
    let maximum: Double
  }

  /// The meaning of an exit code.
  struct ExitMeaning: Encodable {
    let code: Int
    let meaning: String
  }

  /// Lists one command, or all of them.
  init(of name: String? = nil) throws {
    let root = try JSONDecoder().decode(Dump.self, from: Data(Capture._dumpHelp().utf8)).command
    let dumped = (root.subcommands ?? []).filter { $0.commandName != "help" }
    let films = dumped.first { $0.commandName == root.defaultSubcommand }?.exitText ?? ""
    commands = dumped.filter { name == nil || $0.commandName == name }.map {
      Command($0, isDefault: $0.commandName == root.defaultSubcommand, films: films)
    }
  }

  /// The listing that the arguments ask for, with its line end: `help --json`, `help verify --json`.
  static func text(for words: [String]) throws -> Data? {
    guard words.first == "help", words.contains("--json") else { return nil }
    let names = words.dropFirst().filter { $0 != "--json" }
    for name in names where !CommandNames.all.contains(name) { throw UnknownCommand(name: name) }
    guard names.count < 2 else { return nil }
    return try jsonLine(HelpListing(of: names.first))
  }
}

extension HelpListing {
  /// The part that is used of ArgumentParser's description of a command.
  fileprivate struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let abstract: String?
      let discussion: String?
      let defaultSubcommand: String?
      let subcommands: [Command]?
      let arguments: [Argument]?

      /// The paragraph about exit codes, on one line; empty without one.
      var exitText: String {
        guard let heading = discussion?.firstRange(of: "EXIT CODES\n"), let text = discussion?[heading.upperBound...]
        else { return "" }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        return lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
      }
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let shouldDisplay: Bool
      let isOptional: Bool
      let isRepeating: Bool
      let names: [Name]?
      let valueName: String?
      let sectionTitle: String?
      let abstract: String?
    }
  }
}

extension HelpListing.Command {
  fileprivate init(_ dumped: HelpListing.Dump.Command, isDefault: Bool, films: String) {
    name = dumped.commandName
    summary = dumped.abstract ?? ""
    let text = dumped.discussion ?? ""
    let before = text[..<(text.firstRange(of: "EXIT CODES\n")?.lowerBound ?? text.endIndex)]
    discussion = before.allSatisfy(\.isNewline) ? nil : String(before.replacing(/\n+$/, with: ""))
    self.isDefault = isDefault
    arguments = (dumped.arguments ?? []).filter(\.shouldDisplay).map(HelpListing.Argument.init)

    let own = dumped.exitText
    var codes = HelpListing.meanings(in: own)
    // What the help of films says holds for every command that makes one.
    let inherits = own.isEmpty || own.contains("others as for capture")
    let readsInput = arguments.contains { $0.kind == "positional" }
    let inherited =
      (inherits ? HelpListing.meanings(in: films) : [])
      + (own.isEmpty && readsInput
        ? [.init(code: 65, meaning: "the input is wrong"), .init(code: 66, meaning: "the input is missing")] : [])
    codes += inherited.filter { other in !codes.contains { $0.code == other.code } }
    exitCodes = codes.sorted { $0.code < $1.code }
    exitNote = own.isEmpty || own.first?.isNumber == true ? nil : own
  }
}

extension HelpListing {
  /// Reads a list such as `64 wrong usage, 129, 130 or 143 interrupted`.
  fileprivate static func meanings(in text: String) -> [ExitMeaning] {
    let list = /(?:^|, |\. )(\d+(?:(?:, | or )\d+)*) (?!and )/
    let matches = text.matches(of: list)
    return zip(matches, matches.dropFirst().map(\.range.lowerBound) + [text.endIndex]).flatMap { match, end in
      let words = text[match.range.upperBound..<end]
      let stop = words.firstIndex(of: ";") ?? words.firstRange(of: ". ")?.lowerBound ?? words.endIndex
      let meaning = words[..<stop].hasSuffix(".") ? words[..<stop].dropLast() : words[..<stop]
      return match.1.matches(of: /\d+/).compactMap { Int($0.0) }.map {
        ExitMeaning(code: $0, meaning: String(meaning))
      }
    }
  }
}

extension HelpListing.Argument {
  fileprivate init(_ dumped: HelpListing.Dump.Argument) {
    kind = dumped.kind
    names = (dumped.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
    value = dumped.kind == "flag" ? nil : dumped.valueName
    section = dumped.sectionTitle
    isRequired = !dumped.isOptional
    isRepeatable = dumped.isRepeating
    let text = dumped.abstract ?? ""
    // The notes at its end: `(values: grow, step, draw; default: grow)`.
    help = text
    `default` = text.firstMatch(of: /default: ((?:[^();]|\([^()]*\))*)/).map { String($0.1) }
    values = text.firstMatch(of: /\(values: ([^();]*)/).map { $0.1.split(separator: ", ").map(String.init) }
    range = dumped.kind == "option" ? Self.range(dumped.valueName ?? "", text) : nil
  }

  /// The range that a placeholder such as `0-51` or a help text such as `0 to 1` states.
  private static func range(_ name: String, _ help: String) -> HelpListing.Range? {
    if let ends = name.wholeMatch(of: /(\d+)-(\d+)/) ?? help.firstMatch(of: /\b(\d+) to (\d+)\b/),
      let minimum = Double(ends.1), let maximum = Double(ends.2)
    {
      return .init(minimum: minimum, maximum: maximum)
    }
    return help.firstMatch(of: /\bat most (\d+)\b/).flatMap { Double($0.1) }.map { .init(minimum: nil, maximum: $0) }
  }
}
