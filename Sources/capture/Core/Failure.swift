import ArgumentParser
import Reel
import ReelPlatform

/// The end of a command: its message, the stream to print it to, and an exit code from sysexits.h.
struct Failure {
  private let code: Int32
  /// The message, without the name of the program.
  let message: String
  private let isHelp: Bool
  /// Whether each line is a separate message.
  private let isList: Bool

  /// The error that ended a running command.
  init(_ error: any Error) {
    if let error = error as? any ReelError {
      self.init(error)
    } else if let exit = error as? ExitCode {
      self.init(code: exit.rawValue, message: "")
    } else if [.success, .validationFailure].contains(Capture.exitCode(for: error)) {
      self.init(ofArguments: error)
    } else {
      self.init(code: EX_SOFTWARE, message: "\(error)")
    }
  }

  private init(_ error: any ReelError) {
    self.init(
      code: error.exitStatus.rawValue, message: error.faults?.joined(separator: "\n") ?? error.report,
      isList: error.faults != nil)
  }

  private init(code: Int32, message: String, isHelp: Bool = false, isList: Bool = false) {
    (self.code, self.message, self.isHelp, self.isList) = (code, message, isHelp, isList)
  }

  /// The lines to print: errors of a storyboard in the style of compilers, everything else on one line.
  private var lines: [String] {
    let pieces = message.split(whereSeparator: \.isNewline).map { String($0) }
    let lines = isList ? pieces : ["capture: " + pieces.joined(separator: " ")]
    // If an output failed, the line may contain the path of the recording and must not be shortened.
    return [EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_UNAVAILABLE].contains(code) ? lines.map(Self.shortened) : lines
  }

  /// The longest line, in bytes.
  private static let longestLine = 300

  /// Shortens a line with long quotes: first the middle of its long words, then its end.
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

  /// A parsing result that ends the command: a request for help, or a parse error.
  init(ofArguments error: any Error) {
    if let error = error as? any ReelError {
      self.init(error)
    } else if Capture.exitCode(for: error) == .success, let word = CommandNames.mistakenHelp(in: ProgramArguments.words)
    {
      self.init(code: EX_USAGE, message: Self.usage("Unknown option '\(word)'"))
    } else if Capture.exitCode(for: error) == .success {
      // Completions are the only text that depends on the command type.
      self.init(code: 0, message: CompletionRoot.fullMessage(for: error), isHelp: true)
    } else {
      self.init(code: EX_USAGE, message: Self.usage(Capture.message(for: error)))
    }
  }

  /// Prints the message and exits.
  func exit() -> Never {
    if isHelp {
      do {
        try StandardOutput.write(Data((message + "\n").utf8))
      } catch {
        Failure(error).exit()
      }
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
}
