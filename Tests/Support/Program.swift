import Foundation
import ReelPlatform

/// A program that was run to its end by a test.
///
/// Spawned and awaited with the system's own calls: Foundation's `Process` was seen to miss the end of a child on Linux, and
/// a test would wait for ever.
public struct Program: Sendable {
  /// The exit status, or the number of the signal that ended it.
  public var status: Int32
  /// Whether a signal ended it.
  public var wasSignalled: Bool
  /// What it wrote to standard output.
  public var output: Data
  /// What it wrote to standard error.
  public var error: String

  /// Runs a program and returns when it has ended; blocks the thread.
  ///
  /// Standard input is empty. Signals have their usual effect, also where they are ignored here, as in a background job.
  /// The program leads a process group of its own, of which nothing is left when this returns.
  ///
  /// - Parameters:
  ///   - seconds: what it may take; then its group is killed.
  ///   - started: is called with the process identifier once the program runs. One that waits for something that the
  ///     program does has to look at `hasEnded` as well.
  /// - Throws: `Overdue` for a program that was killed because it took too long.
  public static func run(
    _ executable: String, _ arguments: [String], in folder: String = ".", environment: [String: String] = [:],
    seconds: Int = limit, started: (pid_t) -> Void = { _ in }
  ) throws -> Program {
    // Files, not pipes: a pipe that nobody reads meanwhile would stop the program.
    let streams = (0..<2).map { _ in
      FileManager.default.temporaryDirectory.appendingPathComponent("reel-stream-\(UUID())").path
    }
    defer { for stream in streams { unlink(stream) } }
    keepDescriptors()
    let process = try spawn(executable, arguments, in: folder, environment, streams)
    let watch = ProcessWatch(process, seconds: seconds)
    started(process)
    let (code, isOverdue) = try watch.end()
    // The macros of <sys/wait.h>: the low seven bits hold the signal, the next byte the status.
    let signal = code & 0x7f
    let program = Program(
      status: signal == 0 ? code >> 8 & 0xff : signal, wasSignalled: signal != 0,
      output: try Data(contentsOf: URL(fileURLWithPath: streams[0])),
      error: String(decoding: try Data(contentsOf: URL(fileURLWithPath: streams[1])), as: UTF8.self))
    if isOverdue { throw Overdue(command: [executable] + arguments, seconds: seconds, program: program) }
    return program
  }

  /// The seconds that a program may take: `REEL_PROGRAM_SECONDS`, or two minutes, many times what any needs.
  public static let limit =
    ProcessInfo.processInfo.environment["REEL_PROGRAM_SECONDS"].flatMap { Int($0) } ?? 120

  /// A program that was killed because it took too long.
  public struct Overdue: Error, CustomStringConvertible {
    /// The program and its arguments.
    public var command: [String]
    /// What it was given.
    public var seconds: Int
    /// What it had written until then.
    public var program: Program

    /// The command, and what it had said.
    public var description: String {
      let said = (program.error + String(decoding: program.output, as: UTF8.self)).suffix(2000)
      return "killed after \(seconds) s: \(command.joined(separator: " "))\nIt had written: \(said)"
    }
  }

  /// Whether a program that `run` has started is at its end; tests that wait for a deed of it ask this too.
  public static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return status == -1 || ProcessWatch.process(of: information) == process
  }

  /// Runs a program on a thread of its own.
  public static func runAside(
    _ executable: String, _ arguments: [String], in folder: String = ".", environment: [String: String] = [:],
    seconds: Int = limit, started: @escaping @Sendable (pid_t) -> Void = { _ in }
  ) async throws -> Program {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try run(executable, arguments, in: folder, environment: environment, seconds: seconds, started: started)
          })
      }
    }
  }

  /// Returns the path of a program on the PATH, or nil.
  public static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns the path of a Python that has modules, or nil: the one that `make setup` made for the tests, or one on the PATH.
  public static func python(with modules: String) -> String? {
    let package = Repository.root
    return ([package.appending(path: ".build/python/bin/python3").path] + [find("python3")].compactMap { $0 })
      .first {
        FileManager.default.isExecutableFile(atPath: $0) && (try? run($0, ["-c", "import \(modules)"]).status) == 0
      }
  }

  /// Keeps what is open here from the child: a pipe that it inherited would not end before it does.
  private static func keepDescriptors() {
    for descriptor in 3..<256 as Range<Int32> {
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
    }
  }

  private static func spawn(
    _ executable: String, _ arguments: [String], in folder: String, _ environment: [String: String],
    _ streams: [String]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (index, stream) in streams.enumerated() {
      posix_spawn_file_actions_addopen(&actions, Int32(index + 1), stream, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    // The shell changes the folder, for which there is no call on every platform, and becomes the program.
    let line = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, executable] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in words + settings { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &settings)
    guard code == 0 else {
      throw NSError(
        domain: NSPOSIXErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: "\(executable)"])
    }
    return process
  }
}
