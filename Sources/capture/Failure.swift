import ArgumentParser
import Reel

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
  private let message: String
  private let isHelp: Bool

  init(_ error: any Error) {
    isHelp = Capture.exitCode(for: error) == .success
    if isHelp {
      (code, message) = (0, Capture.fullMessage(for: error))
    } else if let known = Self.known(error) {
      (code, message) = known
    } else if let exit = error as? ExitCode {
      (code, message) = (exit.rawValue, "")
    } else if Capture.exitCode(for: error) == .validationFailure {
      (code, message) = (EX_USAGE, Self.plain(Capture.message(for: error)) + "; see capture help \(Self.command)")
    } else {
      (code, message) = (EX_SOFTWARE, "\(error)")
    }
  }

  /// Prints and ends the process.
  func exit() -> Never {
    if isHelp {
      print(message)
    } else if !message.isEmpty {
      let line = message.split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine()
      StandardError.write("capture: \(line)\n")
    }
    #if canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }

  /// The command whose help tells about the arguments.
  private static var command: String {
    let names = Capture.configuration.subcommands.compactMap { $0.configuration.commandName }
    return CommandLine.arguments.dropFirst().first { names.contains($0) } ?? names[0]
  }

  /// Shortens what the argument parser says of a value, which names the value twice, and puts its lists on one line.
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
      text = text[start.upperBound..<end.lowerBound].prefix { $0 != " " } + ": " + text[end.upperBound...]
    }
    return text
  }

  private static func known(_ error: any Error) -> (Int32, String)? {
    switch error {
    case let error as InvalidValue: (EX_USAGE, error.description)
    case let error as InputError: (EX_DATAERR, error.description)
    case let error as InkError: (EX_DATAERR, error.description)
    case let error as FixtureError: (EX_DATAERR, error.description)
    case let error as MovieVerifier.Failure: (EX_DATAERR, error.description)
    case let error as TraceSessionError: (EX_DATAERR, error.description)
    case let error as OutputError: (code(of: error), error.description)
    case let error as MovieError: (code(of: error), error.description)
    case let error as ClipError: (code(of: error), error.description)
    case let error as FixtureError: (EX_DATAERR, error.description)
    case let error as FFmpegError: (EX_SOFTWARE, error.description)
    case let error as CairoError: (EX_SOFTWARE, error.description)
    default: nil
    }
  }

  private static func code(of error: MovieError) -> Int32 {
    switch error {
    case .encoderMissing: EX_UNAVAILABLE
    case .memoryShort: EX_OSERR
    case .encoderRefused, .encodingFailed, .noFrames, .writerClosed: EX_SOFTWARE
    case .unreadable, .notUnfinished: EX_DATAERR
    }
  }

  private static func code(of error: ClipError) -> Int32 {
    switch error {
    case .encoderMissing: EX_UNAVAILABLE
    // What the encoder or the container does not take is an option that was given.
    case .encoderRefused, .containerRefused: EX_USAGE
    case .encodingFailed: EX_SOFTWARE
    }
  }

  private static func code(of error: OutputError) -> Int32 {
    if case .writeFailed = error { EX_IOERR } else { EX_CANTCREAT }
  }
}
