import ArgumentParser
import Reel
import ReelFarm
import ReelFixtures
import ReelPlatform
import ReelStoryboards
import ReelStudio
import ReelTapes

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
    let pieces = message.split(whereSeparator: \.isNewline).map { String($0) }
    let lines = isList ? pieces : ["capture: " + pieces.joined(separator: " ")]
    // Where an output failed, the line may say where the recording is, and has to be whole.
    return [EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_UNAVAILABLE].contains(code) ? lines.map(Self.shortened) : lines
  }

  /// The longest line, in bytes.
  private static let longestLine = 300

  /// Shortens a line that quotes too much: first its long words in their middle, then its end.
  private static func shortened(_ line: String) -> String {
    let line = line.namingInvisible()
    guard line.utf8.count > longestLine else { return line }
    var text = line.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.count > InvalidValue.longestQuote ? "\(word.prefix(30))…\(word.suffix(24))" : String(word)
    }.joined(separator: " ")
    guard text.utf8.count > longestLine else { return text }
    while text.utf8.count > longestLine - 3 { text.removeLast() }
    return text + "…"
  }

  /// The result of parsing that ends the command: a request for help, or a parse error.
  init(ofArguments error: any Error) {
    if let error = error as? UnknownCommand {
      self.init(code: EX_USAGE, message: error.description)
    } else if let known = Self.known(error) {
      self.init(code: known.0, message: known.1)
    } else if Capture.exitCode(for: error) == .success, let word = CommandNames.mistakenHelp(in: ProgramArguments.words)
    {
      self.init(code: EX_USAGE, message: Self.usage("Unknown option '\(word)'"))
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

  private static func known(_ error: any Error) -> (Int32, String)? {
    switch error {
    case let error as InvalidValue: (EX_USAGE, error.description)
    case let error as DescriptionError: (EX_USAGE, error.description)
    case let error as ProgramError: (EX_DATAERR, error.description)
    case let error as LogoError: (EX_DATAERR, "Logo program:\(error)")
    case let error as WrongContent: (EX_DATAERR, error.description)
    case let error as MissingFile: (EX_NOINPUT, error.description)
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
