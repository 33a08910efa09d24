import ReelPlatform

/// The worker of a studio.
public enum StudioWork {
  /// Serves a studio's requests from standard input, answers on standard output, and exits as soon as the studio hangs up.
  ///
  /// A program that opens a studio starts itself again as a worker, which calls this first; `StudioOptions.worker` defines how to start it.
  public static func serve() async -> Never {
    _ = signal(SIGPIPE, SIG_IGN)
    var none = rlimit()
    setrlimit(WorkLimits.cores, &none)
    // Output printed by other code must not reach the studio.
    let line = WorkLine(input: dup(STDIN_FILENO), output: dup(STDOUT_FILENO))
    let nowhere = open("/dev/null", O_RDWR)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] { dup2(nowhere, descriptor) }
    await WorkBench(line, isAlone: true).serve()
    // Exit even if something is still running: nobody waits for it.
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

  /// Limits the time and memory of this process from now on.
  ///
  /// The corresponding C function is `setrlimit`. On Linux, RLIMIT_DATA counts a process's private memory; macOS does not limit memory.
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
