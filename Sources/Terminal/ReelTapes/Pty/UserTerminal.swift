import ReelPlatform
import Synchronization

/// The user's terminal, lent to a program: every key goes to it, including Control-C.
///
/// It is restored when this object is released, and when the process dies of a signal that can be caught.
final class UserTerminal {
  private static let descriptor: Int32 = 0

  /// Lends the terminal of standard input; nil if it is not a terminal or another job has it.
  init?() {
    guard isatty(Self.descriptor) == 1, tcgetpgrp(Self.descriptor) == getpgrp(),
      tcgetattr(Self.descriptor, &Modes.saved) == 0
    else { return nil }
    var raw = Modes.saved
    cfmakeraw(&raw)
    guard tcsetattr(Self.descriptor, TCSANOW, &raw) == 0 else { return nil }
    Modes.areChanged.store(true, ordering: .releasing)
    for number in Modes.deaths { signal(number, Modes.handle) }
  }

  deinit {
    Modes.restore()
    for number in Modes.deaths { signal(number, SIG_DFL) }
  }

  /// Returns typed bytes: empty if there are none, nil at the end of input.
  func keys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var event = pollfd(fd: Self.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, 0) > 0 else { return [] }
    let count = read(Self.descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// The terminal's modes, for a handler that may run at any moment.
  private enum Modes {
    // Written before the handler is installed, and only read in it.
    nonisolated(unsafe) static var saved = termios()
    static let areChanged = Atomic<Bool>(false)
    /// Signals of crashes and timers that nothing else handles.
    static let deaths = [
      SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    ]

    /// Restores the terminal, and lets the process die of the signal.
    ///
    /// It calls only async-signal-safe functions.
    static let handle: @convention(c) (Int32) -> Void = { number in
      Modes.restore()
      signal(number, SIG_DFL)
      raise(number)
    }

    static func restore() {
      guard areChanged.exchange(false, ordering: .acquiringAndReleasing) else { return }
      _ = tcsetattr(UserTerminal.descriptor, TCSADRAIN, &saved)
    }
  }
}
