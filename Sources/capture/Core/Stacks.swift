import Reel
import ReelPlatform

/// The stacks of the process, which a limit may make too small.
enum Stacks {
  /// The least that the main thread needs, to parse nested arguments and storyboards.
  private static let smallest = rlim_t(512 << 10)
  /// What systems usually give.
  private static let usual = rlim_t(8 << 20)

  /// Raises a limit that is too small, if that is allowed, and starts the program anew: threads have the stack of its start.
  ///
  /// - Throws: `StackShortage` where the limit can't be raised: running on would end in a crash.
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

/// The process may have too small a stack.
struct StackShortage: ReelError {
  var exitStatus: ExitStatus { .system }

  var neededBytes: Int
  var allowedBytes: Int

  /// One line: what is needed, what is allowed, what to do.
  var description: String {
    "capture needs a stack of \(neededBytes >> 10) kB, and this process may have only \(allowedBytes >> 10) kB: "
      + "raise the limit with ulimit -s"
  }
}
