import CReelDesktop
import Dispatch
import ReelFiles
import ReelPlatform
import Synchronization

/// A screen with a program on it, run by a supervisor; this process gives the orders.
package final class DesktopSession: Sendable {
  /// The supervisor's reports, until it ends.
  package let reports: AsyncStream<SupervisorReport>
  private let run: SupervisedRun
  private let supervisor: pid_t
  private let orders: Int32
  private let socket = Mutex<ServerSocket?>(nil)
  /// The sockets that were there before its server.
  private let oldSockets = ServerSocket.all

  /// Starts a supervisor.
  ///
  /// - Parameters:
  ///   - run: What it is to start.
  ///   - command: The command that becomes the supervisor by `Supervisor.run`, and its arguments.
  ///   - mutesOutput: Whether the program's standard output goes to standard error.
  ///   - log: Receives what the program writes and passes it on; nil to give the program this process's own output.
  /// - Throws: `SystemError` if it can't be started.
  package init(_ run: SupervisedRun, command: [String], mutesOutput: Bool, log: ProgramLog? = nil) throws {
    self.run = run
    // If the supervisor is killed, this process adopts its children and ends them.
    reel_adopt_orphans()
    guard let orders = makePipe(), let reports = makePipe() else { throw SystemError(errno, "pipe") }
    self.orders = orders.writing
    var descriptors = [
      (mine: orders.reading, its: Supervisor.orders), (mine: reports.writing, its: Supervisor.reports),
    ]
    // Descriptors that already have each other's numbers would overwrite each other.
    let moved = descriptors.map { fcntl($0.mine, F_DUPFD_CLOEXEC, 16) }
    for index in descriptors.indices { descriptors[index].mine = moved[index] }
    if mutesOutput { descriptors.append((STDERR_FILENO, STDOUT_FILENO)) }
    if let log { descriptors += [(log.output, STDOUT_FILENO), (log.errors, STDERR_FILENO)] }
    let start = ProgramStart(
      arguments: command, environment: ProcessInfo.processInfo.environment, descriptors: descriptors)
    let result = start.run()
    for descriptor in moved + [orders.reading, reports.writing] { close(descriptor) }
    log?.begin()
    switch result {
    case .success(let process): supervisor = process
    case .failure(let failure):
      close(orders.writing)
      close(reports.reading)
      throw SystemError(failure.number, "posix_spawn", path: command[0])
    }
    let (stream, continuation) = AsyncStream<SupervisorReport>.makeStream()
    self.reports = stream
    let data = try JSONEncoder().encode(run)
    writeLine(String(decoding: data, as: UTF8.self), to: orders.writing)
    DispatchQueue(label: "reel.desktop").async { [self] in
      var reader = LineReader(reports.reading)
      while let line = reader.nextLine() {
        guard let report = SupervisorReport(line) else { continue }
        if case .ready(let display, let server) = report, server > 0 {
          socket.withLock { $0 = ServerSocket(ofDisplay: display) }
        }
        continuation.yield(report)
      }
      close(reports.reading)
      continuation.finish()
    }
  }

  /// Starts the program.
  package func startProgram() { writeLine("start", to: orders) }

  /// Sends a signal to the program.
  package func forward(_ signal: Int32) { writeLine("signal \(signal)", to: orders) }

  /// Ends the program and the server, waits until both are gone, and removes what they leave.
  package func end() {
    close(orders)
    var status: Int32 = 0
    while waitpid(supervisor, &status, 0) < 0, errno == EINTR {}
    // There are others only if the supervisor was killed.
    Descendants.end()
    if let socket = socket.withLock({ $0 }) {
      socket.remove()
    } else if !run.server.isEmpty {
      ServerSocket.removeAbandoned(since: oldSockets)
    }
    RunFolder.remove(run.folder)
  }
}
