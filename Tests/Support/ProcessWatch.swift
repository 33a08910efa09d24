import Foundation
import ReelPlatform

/// Awaits the end of a child that leads a process group, and kills the group when its time is up.
///
/// A thread of its own keeps the time: the one that waits for the child can't, and a timer of a shared pool could come late.
/// `@unchecked`: what changes is only touched under the lock of the condition.
final class ProcessWatch: @unchecked Sendable {
  private let process: pid_t
  private let condition = NSCondition()
  private var hasEnded = false
  private var isOverdue = false

  init(_ process: pid_t, seconds: Int) {
    self.process = process
    let deadline = Date(timeIntervalSinceNow: Double(seconds))
    Thread.detachNewThread { self.keepTime(until: deadline) }
  }

  private func keepTime(until deadline: Date) {
    condition.lock()
    defer { condition.unlock() }
    while !hasEnded {
      if condition.wait(until: deadline) { continue }
      guard !hasEnded else { return }
      isOverdue = true
      kill(-process, SIGKILL)
      return
    }
  }

  /// Returns the code of `waitpid`, and whether the child was killed; nothing of its group is left.
  func end() throws -> (code: Int32, isOverdue: Bool) {
    // Until it is reaped the process ID stays the child's, so no other process can be killed by mistake.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1 {
      guard errno == EINTR else { throw CocoaError(.executableLoad) }
    }
    condition.lock()
    hasEnded = true
    condition.signal()
    condition.unlock()
    kill(-process, SIGKILL)
    var code: Int32 = 0
    while waitpid(process, &code, 0) == -1 {
      guard errno == EINTR else { throw CocoaError(.executableLoad) }
    }
    return (code, isOverdue)
  }

  /// The process that a `siginfo_t` tells of; 0 when it tells of none.
  static func process(of information: siginfo_t) -> pid_t {
    #if os(Linux)
      // A macro on Linux: the first field of the union.
      information._sifields._sigchld.si_pid
    #else
      information.si_pid
    #endif
  }
}
