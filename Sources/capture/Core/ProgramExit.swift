import ArgumentParser

/// The exit code of a command that films a program.
enum ProgramExit {
  /// Ends the command as its program ended.
  ///
  /// - Parameters:
  ///   - signal: The signal that ended the film; nil for none.
  ///   - code: The program's exit code, as a shell reports it; nil if it does not count.
  /// - Throws: The exit code, unless it is 0.
  static func pass(signal: Int32?, code: Int32?) throws {
    if let signal { throw ExitCode(128 + signal) }
    if let code, code != 0 { throw ExitCode(code) }
  }
}
