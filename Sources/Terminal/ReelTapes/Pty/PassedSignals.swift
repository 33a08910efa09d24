import ReelPlatform
import Synchronization

/// Signals meant for the recorded program, as a pipe of their numbers.
///
/// Only one instance exists at a time. Signals that were ignored before, as under `nohup`, stay ignored. The previous
/// handlers are restored at the end.
final class PassedSignals {
  /// The descriptor on which the numbers arrive, one byte each.
  let descriptor: Int32
  private let writing: Int32
  private let before: [(number: Int32, handler: (@convention(c) (Int32) -> Void)?)]

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
    PassedSignalHandler.descriptor.store(writing, ordering: .releasing)
    before = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGUSR1, SIGUSR2].compactMap { number in
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
      signal(number, PassedSignalHandler.handle)
      return (number, before)
    }
  }

  deinit {
    // A late signal that was meant for the program must not end its film.
    for (number, handler) in before { signal(number, [SIGUSR1, SIGUSR2].contains(number) ? SIG_IGN : handler) }
    PassedSignalHandler.descriptor.store(-1, ordering: .releasing)
    close(descriptor)
    close(writing)
  }

  /// Returns the signals that have arrived.
  func received() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].map { Int32($0) } : []
  }
}

/// The signal handler, which may run at any moment in any thread.
///
/// It calls only async-signal-safe functions.
private enum PassedSignalHandler {
  static let descriptor = Atomic<Int32>(-1)

  static let handle: @convention(c) (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(PassedSignalHandler.descriptor.load(ordering: .acquiring), &byte, 1)
    errno = before
  }
}
