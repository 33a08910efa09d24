import ReelFiles
import ReelPlatform
import ReelPrograms
import ReelTerminal

/// A program in its own terminal, with the screen that it draws.
///
/// One thread uses it at a time, and its program ends with it.
final class RunningProgram {
  private let pty: PseudoTerminal
  /// The session leader.
  let process: pid_t
  /// The screen.
  private(set) var terminal: Terminal
  /// How the leader ended; nil while it runs.
  private(set) var end: ProgramEnd?
  /// Whether no more output can arrive.
  private(set) var isSilent = false
  private var replies: TerminalReplies
  private var foreground: ForegroundWatch
  /// Whether the program's queries are answered here, not by the user's terminal.
  private let answers: Bool
  /// Sent bytes that the program has no room for yet.
  private var pending: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The most bytes that wait for a program that does not read.
  private static let pendingLimit = 1 << 20

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: The complete environment.
  ///   - columns: The number of cells in a row.
  ///   - rows: The number of rows.
  ///   - palette: The colours that queries are answered with; nil if the user's terminal answers.
  init(
    _ arguments: [String], environment: [String: String], columns: Int, rows: Int, palette: TerminalPalette?
  ) throws(SystemError) {
    let pty = try PseudoTerminal(columns: columns, rows: rows)
    process = try pty.start(arguments, environment: environment)
    self.pty = pty
    terminal = Terminal(columns: columns, rows: rows)
    replies = TerminalReplies(palette ?? TerminalTheme.night.palette)
    foreground = ForegroundWatch(shell: process)
    answers = palette != nil
  }

  deinit {
    guard end == nil else { return }
    kill(-process, SIGHUP)
    kill(process, SIGKILL)
    var status: Int32 = 0
    _ = waitpid(process, &status, 0)
  }

  /// The descriptor on which output arrives.
  var descriptor: Int32 { pty.descriptor }
  /// The path of its terminal.
  var path: String { pty.path }

  /// Whether the arrow keys send their application form.
  var usesApplicationKeys: Bool { replies.modes.isOn(1) }

  /// Whether everything sent has arrived in the terminal.
  var hasSentAll: Bool { pending.isEmpty }

  /// Whether the program reads a line without echoing it, such as a password.
  var hidesLine: Bool {
    var line = termios()
    guard tcgetattr(pty.descriptor, &line) == 0 else { return false }
    return line.c_lflag & tcflag_t(ICANON) != 0 && line.c_lflag & tcflag_t(ECHO) == 0
  }

  /// The modes that programs have changed.
  var modes: TerminalModes { replies.modes }

  // MARK: Input and output

  /// Sends typed bytes.
  ///
  /// Bytes that the program has no room for wait.
  func send(_ bytes: [UInt8]) {
    guard pending.count + bytes.count <= Self.pendingLimit else { return }
    pending += bytes
    flush()
  }

  private func flush() {
    while !pending.isEmpty {
      let count = write(pty.descriptor, pending, pending.count)
      if count > 0 { pending.removeFirst(count) } else if errno != EINTR { return }
    }
  }

  /// Waits for the program's output and shows it on the terminal.
  ///
  /// - Parameters:
  ///   - seconds: The longest wait.
  ///   - other: Another descriptor that ends the wait when something arrives there.
  /// - Returns: The output, after the sequences that reset the modes of a killed program; empty if nothing arrived.
  func read(seconds: Double, or other: Int32? = nil) throws(SystemError) -> [UInt8] {
    if isSilent {
      // Nothing more arrives, but time passes all the same.
      var none = pollfd(fd: other ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&none, 1, Self.milliseconds(seconds))
      return []
    }
    var events = [pollfd(fd: pty.descriptor, events: Int16(POLLIN), revents: 0)]
    if !pending.isEmpty { events[0].events |= Int16(POLLOUT) }
    if let other { events.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
    guard poll(&events, nfds_t(events.count), Self.milliseconds(seconds)) > 0 else { return show([]) }
    if events[0].revents & Int16(POLLOUT) != 0 { flush() }
    guard events[0].revents & ~Int16(POLLOUT) != 0 else { return show([]) }
    #if canImport(Darwin)
      let count = Darwin.read(pty.descriptor, &buffer, buffer.count)
    #elseif canImport(Musl)
      let count = Musl.read(pty.descriptor, &buffer, buffer.count)
    #else
      let count = Glibc.read(pty.descriptor, &buffer, buffer.count)
    #endif
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    // After the last program closes the terminal, Linux reports EIO, and other systems the end of the file.
    if count == 0 || count < 0 && errno == EIO {
      isSilent = true
      return []
    }
    guard count > 0 else { throw SystemError(errno, "read") }
    return show(Array(buffer[..<count]))
  }

  /// Shows output on the terminal, after the sequences that reset the modes of a killed program, and returns both.
  private func show(_ arrived: [UInt8]) -> [UInt8] {
    let bytes = foreground.tidy(arrived, of: pty.descriptor, replies.modes)
    let reply = replies.take(bytes, showing: &terminal)
    if answers, !reply.isEmpty { send(reply) }
    return bytes
  }

  private static func milliseconds(_ seconds: Double) -> Int32 {
    Int32(clamping: max(0, min(seconds, 60) * 1000).rounded(.up))
  }

  /// Resizes the terminal to a size in cells.
  func resize(columns: Int, rows: Int) {
    pty.resize(columns: columns, rows: rows)
    terminal.resize(columns: columns, rows: rows)
  }

  // MARK: The end

  /// Whether the leader has ended; checked without waiting.
  func hasEnded() -> Bool {
    if end != nil { return true }
    var status: Int32 = 0
    if waitpid(process, &status, WNOHANG) == process { end = ProgramEnd(status: status) }
    return end != nil
  }

  /// Sends a signal to the programs in the foreground.
  func signal(_ number: Int32) {
    let group = tcgetpgrp(pty.descriptor)
    if group <= 1 || kill(-group, number) != 0 { kill(-process, number) }
  }

  /// Hangs up, and kills whatever has not ended within a second.
  func hangUp() {
    if hasEnded() { return }
    signal(SIGHUP)
    kill(-process, SIGHUP)
    // A stopped program does not receive the signal.
    kill(-process, SIGCONT)
    for _ in 0..<100 where !hasEnded() { _ = poll(nil, 0, 10) }
    if hasEnded() { return }
    killGroups()
    var status: Int32 = 0
    if waitpid(process, &status, 0) == process { end = ProgramEnd(status: status) }
  }

  /// Kills the leader, its group, and the programs in the foreground, even if they are stopped.
  func killGroups() {
    signal(SIGKILL)
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
  }
}
