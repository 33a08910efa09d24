import Reel
import ReelPlatform
import ReelPrograms
import ReelStudio
import Synchronization

/// The programs that work for a studio: this command once more, and never anything that a request could choose.
final class StudioPrograms: Sendable {
  private struct Running {
    var programs: [ObjectIdentifier: WorkingProgram] = [:]
    var isOver = false
  }

  private let running = Mutex(Running())
  /// The option by which the command works for a studio.
  static let option = "worker"

  /// Starts one.
  func start() throws -> StudioWorker {
    var environment = ProcessInfo.processInfo.environment
    // What ends one is said in a sentence to whoever asked; a report of its memory would only take time.
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

  /// Ends all of them; none is started after it.
  func endAll() {
    let programs = running.withLock { running in
      running.isOver = true
      return running.programs.values.map { $0 }
    }
    for program in programs { program.end() }
  }

  /// The file of this command, also where it has been replaced since.
  private static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
