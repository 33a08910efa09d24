import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A finished program, and the resources it used according to the system.
struct Child {
  /// Its standard output.
  var output: Data
  /// The elapsed time, in seconds.
  var seconds: Double
  /// The processor time of the program and its own children, in seconds.
  var work: Double
  /// The maximum resident memory, in bytes.
  ///
  /// A new process also counts its parent's memory at that moment. So while this program starts others, it measures nothing itself and
  /// stays small.
  var peakMemory: Int

  /// The error of a failed program.
  struct Failure: Error, CustomStringConvertible {
    var program: String
    var status: Int32

    var description: String { "\(program) ended with status \(status); its own words are above" }
  }

  /// Runs a program, which shares this program's standard error.
  static func run(_ program: String, _ arguments: [String]) throws -> Child {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("reel-benchmark-\(UUID())").path
    defer { unlink(file) }
    let start = ContinuousClock.now
    let process = try spawn(program, arguments, output: file)
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) == -1 {
      guard errno == EINTR else { throw Failure(program: program, status: errno) }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    guard status == 0 else { throw Failure(program: ([program] + arguments).joined(separator: " "), status: status) }
    // Kilobytes on Linux, bytes on Darwin.
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    return Child(
      output: try Data(contentsOf: URL(fileURLWithPath: file)), seconds: seconds,
      work: usage.ru_utime.seconds + usage.ru_stime.seconds, peakMemory: Int(usage.ru_maxrss) * unit)
  }

  private static func spawn(_ program: String, _ arguments: [String], output: String) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawnp(&process, program, &actions, nil, &words, environ)
    guard code == 0 else { throw Failure(program: program, status: code) }
    return process
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
