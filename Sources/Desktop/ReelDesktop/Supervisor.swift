import CReelDesktop
import ReelPlatform
import Synchronization

/// Starts a server and a program for another process, and ends both when that process is gone.
///
/// It is a process of its own, as a process that is killed can't clean up.
package struct Supervisor {
  /// The descriptor of its orders.
  ///
  /// The other process keeps the other end open as long as it lives.
  package static let orders: Int32 = 3
  /// The descriptor on which it reports.
  package static let reports: Int32 = 4
  /// The descriptor on which a server writes its display.
  private static let displayNumber: Int32 = 5

  private let run: SupervisedRun
  private var orders: LineReader
  private var display = ""
  private var server: pid_t = 0
  private var program: pid_t = 0
  /// Whether the program was started, or ended by a signal before that.
  private var hasBegun = false
  private var socket: ServerSocket?
  /// The sockets that were there before its server.
  private let oldSockets = ServerSocket.all

  /// Supervises a run, which comes on the first line, to its end.
  package static func run() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { signal(number, SIG_IGN) }
    for descriptor in [Self.orders, reports] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    reel_adopt_orphans()
    guard let pipe = makePipe() else { return }
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    childEnded.store(pipe.writing, ordering: .releasing)
    signal(SIGCHLD, noteChild)
    var orders = LineReader(Self.orders)
    guard let line = orders.nextLine(),
      let run = try? JSONDecoder().decode(SupervisedRun.self, from: Data(line.utf8))
    else { return }
    var supervisor = Supervisor(run: run, orders: orders)
    if supervisor.startServer() { supervisor.follow(pipe.reading) }
    supervisor.clean()
  }

  private init(run: SupervisedRun, orders: LineReader) { (self.run, self.orders) = (run, orders) }

  private func report(_ report: SupervisorReport) { writeLine(report.line, to: Self.reports) }

  /// Starts Xvfb and waits for its display.
  private mutating func startServer() -> Bool {
    guard !run.server.isEmpty else {
      display = run.display ?? ""
      report(.ready(display: display, server: 0))
      return true
    }
    guard let pipe = makePipe() else { return false }
    let log = RunFolder.log(in: run.folder)
    let start = ProgramStart(
      arguments: run.server + ["-displayfd", "\(Self.displayNumber)"], environment: run.environment,
      descriptors: [(pipe.writing, Self.displayNumber)],
      files: [("/dev/null", O_RDONLY, 0), ("/dev/null", O_WRONLY, 1), (log, O_WRONLY | O_CREAT | O_APPEND, 2)])
    let turn = ServerSocket.takeTurn()
    defer { if turn >= 0 { close(turn) } }
    switch start.run() {
    case .success(let process): server = process
    case .failure(let failure):
      report(.serverFailed(String(cString: strerror(failure.number))))
      return false
    }
    close(pipe.writing)
    defer { close(pipe.reading) }
    var reader = LineReader(pipe.reading)
    while true {
      if let line = reader.takeLine() {
        display = ":" + line.trimmingCharacters(in: .whitespaces)
        socket = ServerSocket(ofDisplay: display)
        RunFolder.add(display: display, in: run.folder)
        report(.ready(display: display, server: server))
        return true
      }
      var streams = [
        pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0), pollfd(fd: Self.orders, events: 0, revents: 0),
      ]
      let count = poll(&streams, 2, 30_000)
      if count < 0, errno == EINTR { continue }
      // The other process is gone.
      if streams[1].revents != 0 { return false }
      guard count > 0, reader.fill() else { break }
    }
    let words = FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let last = words.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("(EE) ") }
    report(.serverFailed(last.map(String.init) ?? ""))
    return false
  }

  /// Follows orders until the other process ends or closes its end.
  private mutating func follow(_ childEnded: Int32) {
    while true {
      while let line = orders.takeLine() {
        let words = line.split(separator: " ")
        switch words.first {
        case "start": startProgram()
        case "signal": forward(words.last.flatMap { Int32($0) } ?? SIGTERM)
        default: return
        }
      }
      var streams = [Self.orders, childEnded].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&streams, 2, -1)
      if streams[1].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(childEnded, &bytes, bytes.count) > 0 {}
        reap()
      }
      if streams[0].revents != 0, !orders.fill() { return }
    }
  }

  private mutating func reap() {
    Descendants.reap { process, status in
      guard process == program else { return }
      report(.ended(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F))
      program = 0
    }
  }

  private mutating func startProgram() {
    guard !hasBegun else { return }
    hasBegun = true
    var environment = run.environment
    environment["DISPLAY"] = display
    switch ProgramStart(arguments: run.program, environment: environment, group: run.group).run() {
    case .success(let process):
      program = process
      report(.started(process))
    case .failure(let failure): report(.programFailed(failure.number))
    }
  }

  private mutating func forward(_ signal: Int32) {
    if program > 0 { kill(run.group == 0 ? -program : program, signal) }
    guard !hasBegun else { return }
    hasBegun = true
    report(.ended(128 + signal))
  }

  /// Ends everything, programs before their server, and removes what they leave.
  private func clean() {
    Descendants.end(groups: run.group == 0 ? [program] : [], except: [server])
    Descendants.end(groups: [server])
    if let socket { socket.remove() } else if server > 0 { ServerSocket.removeAbandoned(since: oldSockets) }
    RunFolder.remove(run.folder)
  }

  // MARK: Children

  /// The descriptor that reports the end of a child.
  private static let childEnded = Atomic<Int32>(-1)

  private static let noteChild: @convention(c) (Int32) -> Void = { _ in
    let before = errno
    var byte: UInt8 = 1
    _ = write(childEnded.load(ordering: .acquiring), &byte, 1)
    errno = before
  }
}
