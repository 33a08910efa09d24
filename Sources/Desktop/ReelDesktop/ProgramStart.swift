import ReelPlatform

/// Starts a program.
struct ProgramStart {
  var arguments: [String]
  var environment: [String: String]
  /// Its process group; 0 for its own.
  var group: pid_t = 0
  /// The descriptors that it gets, by their numbers in it.
  var descriptors: [(mine: Int32, its: Int32)] = []
  /// Files to open, by the descriptors that it gets.
  var files: [(path: String, flags: Int32, its: Int32)] = []

  /// The process, or the number of the system's error.
  func run() -> Result<pid_t, Failure> {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for file in files { posix_spawn_file_actions_addopen(&actions, file.its, file.path, file.flags, 0o600) }
    for pair in descriptors { posix_spawn_file_actions_adddup2(&actions, pair.mine, pair.its) }
    var (signals, none) = (sigset_t(), sigset_t())
    sigfillset(&signals)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, group)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let number = posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables)
    return number == 0 ? .success(process) : .failure(Failure(number: number))
  }

  /// The number of the system's error.
  struct Failure: Error { var number: Int32 }
}

/// Makes a pipe whose ends close at a start.
func makePipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
