import Reel
import ReelPlatform
import ReelPrograms
import ReelStudio
import Synchronization

/// The worker processes of a studio.
///
/// They always run this same command, never one that a request could choose.
final class StudioPrograms: Sendable {
  private struct Running {
    var programs: [ObjectIdentifier: WorkingProgram] = [:]
    var isOver = false
  }

  private let running = Mutex(Running())
  /// The option that makes the command a worker of a studio.
  static let option = "worker"

  /// Starts a worker.
  func start() throws -> StudioWorker {
    var environment = ProcessInfo.processInfo.environment
    // The studio reports a worker's end to the client in a sentence; a backtrace would only take time.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let program = try WorkingProgram(
      [Self.path, StudioCommand.configuration.commandName ?? "", "--" + Self.option], environment: environment)
    let isOver = running.withLock { running in
      running.programs[ObjectIdentifier(program)] = program
      return running.isOver
    }
    if isOver { program.end() }
    return StudioWorker(input: program.input, output: program.output) { [self] in
      let end = program.end()
      running.withLock { $0.programs[ObjectIdentifier(program)] = nil }
      if case .killed(let signal) = end { return signal }
      return nil
    }
  }

  /// Ends all workers; no more can be started.
  func endAll() {
    let programs = running.withLock { running in
      running.isOver = true
      return running.programs.values.map { $0 }
    }
    for program in programs { program.end() }
  }

  /// The file of this command, even if it has been replaced on disk.
  private static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
