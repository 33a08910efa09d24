/// How a program ended.
package enum ProgramEnd: Hashable, Sendable, CustomStringConvertible {
  /// It exited with a code.
  case exited(Int32)
  /// It was killed by a signal.
  case killed(Int32)

  /// Decodes a status from `waitpid`.
  package init(status: Int32) { self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F) }

  /// The exit code as a shell reports it.
  package var code: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }

  /// `ended with exit code 2`, `was killed by signal 9`.
  package var description: String {
    switch self {
    case .exited(let code): "ended with exit code \(code)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
