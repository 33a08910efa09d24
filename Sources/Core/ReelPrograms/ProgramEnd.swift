/// How a program ended.
package enum ProgramEnd: Hashable, Sendable, CustomStringConvertible {
  /// By itself, with an exit code.
  case exited(Int32)
  /// By a signal.
  case killed(Int32)

  /// Reads what `waitpid` returns.
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
