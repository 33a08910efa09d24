import ReelPlatform

/// What a worker of a studio does.
public enum StudioWork {
  /// Works for a studio, which talks with it by standard input and output, and ends the process as soon as the studio hangs up.
  ///
  /// A program that opens a studio starts itself once more for it, and calls this first; `StudioOptions.worker` says how it is
  /// started.
  public static func serve() async -> Never {
    _ = signal(SIGPIPE, SIG_IGN)
    var none = rlimit()
    setrlimit(WorkLimits.cores, &none)
    // What anybody prints is not for the studio.
    let line = WorkLine(input: dup(STDIN_FILENO), output: dup(STDOUT_FILENO))
    let nowhere = open("/dev/null", O_RDWR)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] { dup2(nowhere, descriptor) }
    await WorkBench(line, isAlone: true).serve()
    // Whatever still runs: nobody waits for it.
    _exit(0)
  }
}

extension WorkLimits {
  #if canImport(Glibc)
    fileprivate static let cores = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    private static let (data, processor) = (
      __rlimit_resource_t(RLIMIT_DATA.rawValue), __rlimit_resource_t(RLIMIT_CPU.rawValue)
    )
  #else
    fileprivate static let cores = RLIMIT_CORE
    private static let (data, processor) = (RLIMIT_DATA, RLIMIT_CPU)
  #endif

  /// Bounds what this process may take from now on.
  ///
  /// The corresponding C function is `setrlimit`. Linux counts by RLIMIT_DATA what a process has for itself; macOS bounds no memory.
  static func apply(_ order: WorkOrder) {
    var used = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    set(processor, Int(used.tv_sec) + 1 + order.seconds)
    set(data, order.bytes)
  }

  private static func set(_ resource: Resource, _ value: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t(value), limit.rlim_max)
    setrlimit(resource, &limit)
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource_t
  #else
    private typealias Resource = Int32
  #endif
}
