import Reel

/// A file as the first argument: its content determines the command that films it.
enum FirstFile {
  /// Returns the command for a word that is not a command, or nil if it names no file that can be filmed.
  static func command(for word: String?) -> String? {
    guard let word, !CommandNames.all.contains(word) else { return nil }
    for kind in CommandCatalog.files {
      if let command = kind.command, kind.films(word) { return command }
    }
    guard !word.hasPrefix("-"), OutputFile.exists(word), OutputFile.kind(at: word) == nil else { return nil }
    return FileContent.kind(of: word) == nil ? TraceCommand.configuration.commandName : nil
  }

  /// Returns why a first word is no command: it names a file that is missing or cannot be filmed; nil if it looks like no file.
  static func refusal(of word: String) -> (any Error)? {
    if let kind = FileContent.kind(of: word) {
      let isPipe = OutputFile.kind(at: word) == OutputFile.pipeKind
      return WrongContent(
        path: word, kind: kind,
        advice: isPipe ? "to film the frames that arrive in it, run capture - < \(word)" : FileContent.filmed)
    }
    guard word.contains(where: { "./".contains($0) }) else { return nil }
    return OutputFile.exists(word)
      ? WrongContent(path: word, kind: "not a file to film", advice: FileContent.filmed)
      : MissingFile(path: word)
  }

  /// The error for a first file that is neither ink nor anything else that can be filmed; nil if the file did not come first.
  static func unknown(_ path: String) -> WrongContent? {
    guard ProgramArguments.texts.first == path else { return nil }
    let isText = (try? FileContent.requireText(path, "")) != nil
    return WrongContent(
      path: path, kind: isText ? "text in an unknown format" : "binary data", advice: FileContent.filmed
    )
  }
}

/// A file that was named as the first argument and is missing.
struct MissingFile: ReelError {
  var exitStatus: ExitStatus { .noInput }

  var path: String

  /// One line: `nothere.mp4: no such file; check its name`.
  var description: String { "\(path): no such file; check its name, or see capture help for the commands" }
}
