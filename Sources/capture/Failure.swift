import ArgumentParser
import Reel
import ReelFarm
import ReelFixtures
import ReelStoryboards
import ReelStudio
import ReelTapes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The end of a command: what to print, where, and the exit code (those of sysexits.h).
struct Failure {
  private let code: Int32
  /// The message, without the name of the program.
  let message: String
  private let isHelp: Bool
  /// Whether each line is a message of its own.
  private var isList = false

  /// The error that ended a running command.
  init(_ error: any Error) {
    if let error = error as? StoryboardError {
      self.init(code: EX_DATAERR, message: error.description)
      isList = true
    } else if let error = error as? TapeErrors {
      self.init(code: EX_DATAERR, message: error.description)
      isList = true
    } else if let known = Self.known(error) {
      self.init(code: known.0, message: known.1)
    } else if let exit = error as? ExitCode {
      self.init(code: exit.rawValue, message: "")
    } else if [.success, .validationFailure].contains(Capture.exitCode(for: error)) {
      self.init(ofArguments: error)
    } else {
      self.init(code: EX_SOFTWARE, message: "\(error)")
    }
  }

  private init(code: Int32, message: String, isHelp: Bool = false) {
    self.code = code
    self.message = message
    self.isHelp = isHelp
  }

  /// The lines to print: errors of a storyboard in the style of compilers, anything else in one line.
  private var lines: [String] {
    if isList { return message.split(whereSeparator: \.isNewline).map(String.init) }
    return ["capture: " + message.split(whereSeparator: \.isNewline).joined(separator: " ")]
  }

  /// The result of parsing that ends the command: a request for help, or a parse error.
  init(ofArguments error: any Error) {
    if let error = error as? UnknownCommand {
      self.init(code: EX_USAGE, message: error.description)
    } else if Capture.exitCode(for: error) == .success {
      // Completions are the one text that depends on the command type.
      self.init(code: 0, message: CompletionRoot.fullMessage(for: error), isHelp: true)
    } else {
      self.init(code: EX_USAGE, message: Self.usage(Capture.message(for: error)))
    }
  }

  /// Prints and ends the process.
  func exit() -> Never {
    if isHelp {
      print(message)
    } else if !message.isEmpty {
      for line in lines { StandardError.say(line) }
    }
    #if canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }

  /// The message for arguments that could not be parsed.
  private static func usage(_ message: String) -> String {
    let arguments = ProgramArguments.words
    let command = CommandNames.command(of: arguments)
    let help = "see capture help \(command)"
    if let option = quoted(in: message, after: "Unknown option '") {
      guard !option.contains(".") && !option.contains("/") else {
        return "there is no option \(option): write ./\(option) if it is the name of a file"
      }
      // What another command has is no slip.
      let others = CommandNames.all.filter { CommandNames.options(of: $0).contains(option) }
      guard !others.isEmpty else {
        let nearest = Spelling.nearest(to: option, among: CommandNames.options(of: command))
        return "there is no option \(option): " + (nearest.map { "did you mean \($0)?" } ?? help)
      }
      let (first, has) = (others[0], others.count == 1 ? "has" : "have")
      return
        "capture \(command) has no option \(option), but \(OptionText.list(others)) \(has): see capture help \(first)"
    }
    if let word = quoted(in: message, after: "Unexpected argument '") {
      if CommandNames.all.contains(word) { return "\(word) is a command: put it first, before all options" }
      if arguments.first?.hasPrefix("-") == true, FirstFile.command(for: word) != nil {
        return "\(word) is a file: put it first, before all options"
      }
    }
    return plain(message).hasSuffix("?") ? plain(message) : "\(plain(message)); \(help)"
  }

  /// The text between a beginning that ends in a quotation mark and the next mark.
  private static func quoted(in message: String, after beginning: String) -> String? {
    message.hasPrefix(beginning) ? String(message.dropFirst(beginning.count).prefix { $0 != "'" }) : nil
  }

  /// Shortens the argument parser's message for a value, which names the value twice, and puts its lists on one line.
  private static func plain(_ message: String) -> String {
    var text = message.split(whereSeparator: \.isNewline).map { line in
      line.drop { $0 == " " }
    }.reduce("") { text, line in
      if text.isEmpty { return String(line) }
      guard line.hasPrefix("- ") else { return text + " " + line }
      return text + (text.hasSuffix(":") ? " " : ", ") + line.dropFirst(2)
    }
    if text.hasPrefix("The value '"), let start = text.firstRange(of: "' is invalid for '"),
      let end = text[start.upperBound...].firstRange(of: "': ")
    {
      let option = text[start.upperBound..<end.lowerBound].prefix { $0 != " " }
      let reason = text[end.upperBound...]
      // The name of the value is that of the option, as a rule; once is enough.
      let name = option.drop { $0 == "-" }.map { $0 == "-" ? " " : $0 } + " "
      text = option + (reason.starts(with: name) ? " " + reason.dropFirst(name.count) : ": " + reason)
    }
    return text
  }

  private static func known(_ error: any Error) -> (Int32, String)? {
    switch error {
    case let error as InvalidValue: (EX_USAGE, error.description)
    case let error as DescriptionError: (EX_USAGE, error.description)
    case let error as ProgramError: (EX_DATAERR, error.description)
    case let error as LogoError: (EX_DATAERR, "Logo program:\(error)")
    case let error as InputError: (error.isMissing ? EX_NOINPUT : EX_DATAERR, error.description)
    case let error as FileConflict: (code(of: error), error.description)
    case let error as ImageError: (EX_DATAERR, error.description)
    case let error as Redaction.Seen: (EX_DATAERR, error.description)
    case let error as MissingCharacters: (EX_DATAERR, error.description)
    case let error as VMAFFailure: (EX_UNAVAILABLE, error.description)
    case let error as VMAFMeter.Failure: (EX_UNAVAILABLE, "cannot measure VMAF: \(error)")
    case let error as ProgramFailure: (EX_UNAVAILABLE, error.description)
    case let error as InkError: (error.isMissing ? EX_NOINPUT : EX_DATAERR, error.description)
    case let error as FixtureError: (code(of: error), error.description)
    case let error as StreamPlaylist.Failure: (code(ofInput: error.path), error.description)
    case let error as MovieVerifier.Failure: (EX_DATAERR, error.description)
    case let error as TraceSessionError: (EX_DATAERR, error.description)
    case let error as OutputError: (code(of: error), error.description)
    case let error as FailedOutputs: (EX_IOERR, error.description)
    case let error as MovieError: (code(of: error), error.description)
    case let error as SoundError: (code(of: error), error.description)
    case let error as ClipError: (code(of: error), error.description)
    case let error as FarmError: (code(of: error), error.description)
    case let error as PacketFileError: (EX_DATAERR, error.description)
    case let error as OpenFilesShortage: (EX_OSERR, error.description)
    case let error as ThreadShortage: (EX_OSERR, error.description)
    case let error as StudioError: (error.isMissing ? EX_NOINPUT : EX_OSERR, error.description)
    case let error as SystemError: (EX_OSERR, error.description)
    case let error as FFmpegError: (EX_SOFTWARE, error.description)
    case let error as CairoError: (EX_SOFTWARE, error.description)
    default: nil
    }
  }

  private static func code(of error: FileConflict) -> Int32 {
    if case .notAFile = error { EX_DATAERR } else { EX_USAGE }
  }

  private static func code(of error: MovieError) -> Int32 {
    switch error {
    case .encoderMissing, .codecMissing: EX_UNAVAILABLE
    case .memoryShort: EX_OSERR
    case .settingsRefused: EX_USAGE
    case .encoderRefused, .encodingFailed, .noFrames, .writerClosed, .filmIncomplete: EX_SOFTWARE
    case .picturesTooLarge, .partlyRecovered: EX_DATAERR
    case .unreadable(let path, _), .notUnfinished(let path, _): code(ofInput: path)
    }
  }

  private static func code(of error: FixtureError) -> Int32 {
    if case .unreadable(let path, _) = error { code(ofInput: path) } else { EX_DATAERR }
  }

  /// The code for an input that can't be used: whether there is none, or it is not what it should be.
  private static func code(ofInput path: String) -> Int32 {
    if access(path, R_OK) == 0 { return EX_DATAERR }
    // Numbered pictures have names that are made from the path.
    guard let names = try? NumberedNames(pattern: path), let others = try? FolderNames.read(names.folderPath) else {
      return EX_NOINPUT
    }
    return others.contains { names.number(of: $0) != nil } ? EX_DATAERR : EX_NOINPUT
  }

  private static func code(of error: FarmError) -> Int32 {
    if case .memoryShort = error { return EX_OSERR }
    return error.isMissing ? EX_NOINPUT : EX_DATAERR
  }

  private static func code(of error: SoundError) -> Int32 {
    switch error {
    case .missing: EX_NOINPUT
    case .unreadable: EX_DATAERR
    case .tooMany: EX_USAGE
    }
  }

  private static func code(of error: ClipError) -> Int32 {
    switch error {
    case .encoderMissing: EX_UNAVAILABLE
    // An unsupported encoder or container setting is a usage error.
    case .encoderRefused, .containerRefused: EX_USAGE
    case .encodingFailed: EX_SOFTWARE
    }
  }

  /// The code of an output that can't be made.
  ///
  /// One that is larger than allowed has that of a file that can't be created, like one that exists and must not be replaced: the
  /// arguments are right and so is every input, but under these conditions there can be no such file.
  private static func code(of error: OutputError) -> Int32 {
    if case .writeFailed = error { EX_IOERR } else { EX_CANTCREAT }
  }
}
