import Reel
import ReelPlatform

/// The stack size of the process, which a limit may make too small.
enum Stacks {
  /// The minimum that the main thread needs to parse nested arguments and storyboards.
  private static let smallest = rlim_t(512 << 10)
  /// The usual limit.
  private static let usual = rlim_t(8 << 20)

  /// Raises a limit that is too small, if permitted, and restarts the program, because threads use the limit set at its start.
  ///
  /// - Throws: `StackShortage` if the limit can't be raised: continuing would end in a crash.
  static func require() throws(StackShortage) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_STACK.rawValue))
    #else
      let resource = RLIMIT_STACK
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < smallest else { return }
    let allowed = limit.rlim_cur
    limit.rlim_cur = min(usual, limit.rlim_max)
    if limit.rlim_cur >= smallest, setrlimit(resource, &limit) == 0 {
      #if canImport(Darwin)
        return
      #else
        execv("/proc/self/exe", CommandLine.unsafeArgv)
      #endif
    }
    throw StackShortage(neededBytes: Int(smallest), allowedBytes: Int(allowed))
  }
}

/// A limit that makes the stack too small.
struct StackShortage: ReelError {
  var exitStatus: ExitStatus { .system }

  var neededBytes: Int
  var allowedBytes: Int

  /// One line: the need, the limit and the advice.
  var description: String {
    "capture needs a stack of \(neededBytes >> 10) kB, but the limit of this process is \(allowedBytes >> 10) kB: "
      + "raise the limit with ulimit -s"
  }
}
