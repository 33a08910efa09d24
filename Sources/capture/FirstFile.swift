import Reel

/// A file that stands first among the arguments: its content tells the command that films it.
enum FirstFile {
  /// Returns the command for a word that is none itself, or nil where it names no file that can be filmed.
  static func command(for word: String?) -> String? {
    guard let word, !word.hasPrefix("-"), !CommandNames.all.contains(word) else { return nil }
    // A storyboard that is not there is told as such, and not as a command that is not known.
    if StoryboardFile.isStoryboard(word) { return PlayCommand.configuration.commandName }
    guard OutputFile.exists(word), OutputFile.kind(at: word) == nil else { return nil }
    if let isDescription = try? DescriptionFile.isDescription(word), isDescription {
      return PlayCommand.configuration.commandName
    }
    if CastFile.isCast(word) { return TerminalCommand.configuration.commandName }
    return TraceCommand.configuration.commandName
  }
}
