import Reel

/// A file as the first argument: its content determines the command that films it.
enum FirstFile {
  /// Returns the command for a word that is not a command, or nil if it names no file that can be filmed.
  static func command(for word: String?) -> String? {
    guard let word, !word.hasPrefix("-"), !CommandNames.all.contains(word) else { return nil }
    // A missing storyboard or tape is reported as such, and not as an unknown command.
    if StoryboardFile.isStoryboard(word) { return PlayCommand.configuration.commandName }
    if TapeFile.isTape(word) { return TerminalCommand.configuration.commandName }
    guard OutputFile.exists(word), OutputFile.kind(at: word) == nil else { return nil }
    if let isDescription = try? DescriptionFile.isDescription(word), isDescription {
      return PlayCommand.configuration.commandName
    }
    if CastFile.isCast(word) { return TerminalCommand.configuration.commandName }
    return TraceCommand.configuration.commandName
  }
}
