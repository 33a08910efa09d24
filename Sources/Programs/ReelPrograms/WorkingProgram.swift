import ReelFiles
import ReelPlatform
import Synchronization

/// A program that works for this one, communicating by pipes for as long as it runs.
///
/// Its standard error is discarded.
package final class WorkingProgram: Sendable {
  /// The descriptor for writing to its standard input; the caller that starts the program closes it.
  package let input: Int32
  /// The descriptor for reading from its standard output; the caller that starts the program closes it.
  package let output: Int32

  private let process: pid_t
  private let ending = Mutex<ProgramEnd?>(nil)

  /// Starts a program as the leader of a new process group, so that an interrupt from this program's terminal does not reach it.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - environment: Its complete environment.
  /// - Throws: `SystemError` if it can't be started.
  package init(_ arguments: [String], environment: [String: String]) throws(SystemError) {
    let errors: Int32
    (process, input, output, errors) = try PipedProgram.starting.withLock { _ throws(SystemError) in
      try PipedProgram.start(arguments, environment, leads: true)
    }
    close(errors)
  }

  deinit { end() }

  /// Kills the program and its process group, and returns how it ended.
  @discardableResult
  package func end() -> ProgramEnd {
    ending.withLock { ending in
      // Once its end is known, its process ID may belong to another program.
      if let ending { return ending }
      kill(-process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let end = ProgramEnd(status: status)
      ending = end
      return end
    }
  }
}
