import ReelFiles
import ReelPlatform
import Synchronization

/// A program that works for this one and talks with it by pipes for as long as it is there.
///
/// What it says to standard error is not heard.
package final class WorkingProgram: Sendable {
  /// The descriptor that its standard input is written to; whoever starts the program closes it.
  package let input: Int32
  /// The descriptor that its standard output is read from; whoever starts the program closes it.
  package let output: Int32

  private let process: pid_t
  private let ending = Mutex<ProgramEnd?>(nil)

  /// Starts a program, which leads a process group of its own: an interruption of this one from a terminal does not reach it.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - environment: All that it finds in its environment.
  /// - Throws: `SystemError` where it can't be started.
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
      // Once its end is known, its number may be another program's.
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
