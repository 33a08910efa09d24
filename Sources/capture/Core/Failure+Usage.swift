import ArgumentParser
import Reel

extension Failure {
  /// The message for arguments that could not be parsed, made from ArgumentParser's message.
  static func usage(_ message: String) -> String {
    let command = CommandNames.command(of: ProgramArguments.words)
    let help = "see capture help \(command)"
    if let option = quoted(in: message, after: "Unknown option '") { return unknown(option, of: command) }
    if let word = quoted(in: message, after: "nexpected argument '")
      ?? quoted(in: message, after: "nexpected arguments: '")
    {
      return superfluous(word, for: command)
    }
    if let option = quoted(in: message, after: "Missing value for '") {
      return "\(option.prefix { $0 != " " }) needs a value, as in \(option); \(help)"
    }
    if let argument = quoted(in: message, after: "Missing expected argument '") {
      return "capture \(command) needs \(argument); \(help)"
    }
    if let option = quoted(in: message, after: "The option '"), message.contains("does not take any value") {
      return "\(option) takes no value: leave out everything after its name"
    }
    let text = plain(message)
    return text.hasSuffix("?") ? text : "\(text); \(help)"
  }

  /// The message for an option that a command does not have.
  private static func unknown(_ option: String, of command: String) -> String {
    if let equals = option.firstIndex(of: "="), ["-h", "--help"].contains(option[..<equals]) {
      return "\(option[..<equals]) takes no value: leave out \(option[equals...])"
    }
    guard !option.contains(".") && !option.contains("/") else {
      return "unknown option \(option): if it is the name of a file, write ./\(option)"
    }
    // Without a command in the first place, options are those of the snowflake.
    if CommandNames.options(of: command).contains(option) { return misplaced(command) }
    // An option of another command is not a typo.
    let having = CommandNames.all.filter { CommandNames.options(of: $0).contains(option) }
    // `still` has options of the commands whose films it draws, which are more likely meant.
    let still = StillCommand.configuration.commandName
    let others = having.filter { $0 != still } + having.filter { $0 == still }
    guard !others.isEmpty else {
      let nearest = Spelling.nearest(to: option, among: CommandNames.options(of: command))
      return "unknown option \(option): " + (nearest.map { "did you mean \($0)?" } ?? "see capture help \(command)")
    }
    let (first, has) = (others[0], others.count == 1 ? "does" : "do")
    return
      "capture \(command) has no option \(option), but \(OptionText.list(others)) \(has): see capture help \(first)"
  }

  private static func misplaced(_ command: String) -> String {
    "\(command) is a command: put it first, before all options"
  }

  /// The message for an argument that is neither an option nor a value.
  private static func superfluous(_ word: String, for command: String) -> String {
    if CommandNames.all.contains(word) { return misplaced(word) }
    if ProgramArguments.words.first?.hasPrefix("-") == true, word.contains(".") || FirstFile.command(for: word) != nil {
      return "\(word) is a file: put it first, before all options"
    }
    return "capture \(command) does not take the argument \(word): leave it out, or see capture help \(command)"
  }

  /// The text from a beginning that ends in a quotation mark up to the next quotation mark.
  private static func quoted(in message: String, after beginning: String) -> String? {
    message.firstRange(of: beginning).map { String(message[$0.upperBound...].prefix { $0 != "'" }) }
  }

  /// Shortens the argument parser's message about a value, which names the value twice, and puts its lists on one line.
  private static func plain(_ message: String) -> String {
    var text = message.split(whereSeparator: \.isNewline).map { line in
      line.drop { $0 == " " }
    }.reduce("") { text, line in
      if text.isEmpty { return String(line) }
      guard line.hasPrefix("- ") else { return text + " " + line }
      return text + (text.hasSuffix(":") ? " " : ", ") + line.dropFirst(2)
    }
    while text.lowercased().hasPrefix("error: ") { text.removeFirst(7) }
    guard text.hasPrefix("The value '"), let middle = text.firstRange(of: "' is invalid for '") else { return text }
    let value = text.dropFirst(11)[..<middle.lowerBound]
    let name = text[middle.upperBound...].prefix { $0 != "'" && $0 != " " }
    // An argument is identified by its value alone.
    let option = name.hasPrefix("<") ? "" : name + " "
    guard let end = text[middle.upperBound...].firstRange(of: "': ") else {
      return
        "\(option)\(value.isEmpty ? "\"\"" : String(value).namingInvisible(limit: InvalidValue.longestQuote)) is not valid"
    }
    let reason = text[end.upperBound...]
    // The reason describes the value in words, but the option's name already does.
    guard let fault = reason.firstRange(of: " is not valid"), reason[..<fault.lowerBound].contains(" ") else {
      return "\(name): \(reason)"
    }
    let quoted = value.isEmpty ? "\"\"" : String(value).namingInvisible(limit: InvalidValue.longestQuote)
    return "\(option)\(quoted)\(reason[fault.lowerBound...])"
  }
}
