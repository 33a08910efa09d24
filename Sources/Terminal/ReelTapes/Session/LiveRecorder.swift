import ReelFiles
import ReelPlatform
import ReelPrograms
import ReelTerminal

/// Records a program as it runs, with the user's keyboard if there is one.
package struct LiveRecorder {
  /// The program to run, and its terminal.
  package struct Options: Sendable {
    /// The program and its arguments.
    package var arguments: [String]
    /// The complete environment.
    package var environment: [String: String]
    /// The size of its terminal in cells; nil for that of the user's terminal, or 80 × 24.
    package var size: (columns: Int, rows: Int)?
    /// The colours that queries are answered with if there is no user's terminal.
    package var palette: TerminalPalette
    /// Whether keys are recorded, too.
    package var recordsKeys = false
    /// The file that the session is saved to as it grows; nil for none.
    package var growing: GrowingCast?
    /// Whether that file includes keys.
    package var growsKeys = false

    /// Creates options for a program in a terminal of the default size.
    package init(_ arguments: [String], environment: [String: String], palette: TerminalPalette) {
      (self.arguments, self.environment, self.palette) = (arguments, environment, palette)
    }
  }

  /// The result of a recording.
  package struct Result: Sendable {
    /// The session.
    package var cast: Cast
    /// How the program ended.
    package var end: ProgramEnd
    /// The first signal passed on to the program.
    package var signal: Int32?
    /// Whether the program was stopped because it wrote more than a recording holds.
    package var isCut = false
    /// Whether the recorded keys include a line that was not echoed, such as a password.
    package var hasHiddenLine = false
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `SystemError` if it cannot be started.
  package static func record(_ options: Options) throws(SystemError) -> Result {
    let signals = PassedSignals()
    let screen: Int32? = isatty(1) == 1 ? 1 : nil
    let known = screen.flatMap { PseudoTerminal.size(of: $0) }
    let size = options.size ?? known ?? (80, 24)
    // Only one terminal may answer queries.
    let keyboard = screen == nil ? nil : UserTerminal()
    defer { withExtendedLifetime(keyboard) {} }
    let program = try RunningProgram(
      options.arguments, environment: options.environment, columns: size.columns, rows: size.rows,
      palette: keyboard == nil ? options.palette : nil)
    var session = LiveSession(
      program: program, signals: signals, keyboard: keyboard, screen: screen,
      follows: options.size == nil && known != nil, recordsKeys: options.recordsKeys,
      recording: SessionRecording(columns: size.columns, rows: size.rows))
    if let growing = options.growing { session.grow(into: growing, withKeys: options.growsKeys) }
    return try session.run()
  }
}

/// A program that is being recorded.
private struct LiveSession {
  let program: RunningProgram
  let signals: PassedSignals
  let keyboard: UserTerminal?
  /// The descriptor of the user's screen; nil if there is none.
  let screen: Int32?
  /// Whether the size follows that of the user's terminal.
  let follows: Bool
  let recordsKeys: Bool
  var recording: SessionRecording
  private let start = ContinuousClock.now
  private var signal: Int32?
  private var signalTime: ContinuousClock.Instant?
  private var growing: (file: GrowingCast, hasKeys: Bool, count: Int)?
  private var isKeyboardOpen = true
  private var hasHiddenLine = false

  /// The most bytes that may still arrive after the program has ended: more than terminals buffer.
  private static let restLimit = 1 << 18
  /// How long they may take to arrive.
  private static let restTime = Duration.milliseconds(200)
  /// The same signal within this time is a duplicate: `timeout` signals both the process and its group.
  private static let echo = Duration.milliseconds(50)

  init(
    program: RunningProgram, signals: PassedSignals, keyboard: UserTerminal?, screen: Int32?, follows: Bool,
    recordsKeys: Bool, recording: SessionRecording
  ) {
    (self.program, self.signals, self.keyboard, self.screen) = (program, signals, keyboard, screen)
    (self.follows, self.recordsKeys, self.recording) = (follows, recordsKeys, recording)
  }

  mutating func run() throws(SystemError) -> LiveRecorder.Result {
    var isCut = false
    while !program.isSilent {
      // Background processes may keep the terminal open and write forever.
      let hasEnded = program.hasEnded()
      let bytes = try program.read(seconds: 0.02, or: keyboard != nil && isKeyboardOpen ? 0 : signals.descriptor)
      recording.now = SessionRecording.microseconds(start.duration(to: .now) / .seconds(1))
      if !bytes.isEmpty {
        recording.output(bytes, at: recording.now)
        show(bytes)
      }
      save()
      if hasEnded { break }
      takeKeys()
      takeSignals()
      if recording.isTooLong {
        isCut = true
        break
      }
    }
    recording.now = SessionRecording.microseconds(start.duration(to: .now) / .seconds(1))
    // The last output has arrived by now or is in transit, and is not more than a terminal buffers.
    var rest = isCut ? 0 : Self.restLimit
    let ended = ContinuousClock.now
    while rest > 0, !program.isSilent, ended.duration(to: .now) < Self.restTime {
      let bytes = try program.read(seconds: 0.02)
      if bytes.isEmpty { break }
      rest -= bytes.count
      recording.output(bytes, at: recording.now)
      show(bytes)
    }
    if !isCut { for _ in 0..<100 where !program.hasEnded() { _ = poll(nil, 0, 10) } }
    program.hangUp()
    // The film ends with the last picture of a killed program, but the user's own terminal must not stay like that.
    if let tidying = program.modes.sequences(backTo: TerminalModes()) { show(Array(tidying.utf8)) }
    recording.finish()
    save()
    let end = program.end ?? .killed(SIGKILL)
    recording.exitCode = Int(end.code)
    return LiveRecorder.Result(
      cast: recording.cast, end: end, signal: signal, isCut: isCut, hasHiddenLine: hasHiddenLine)
  }

  /// Shows the program's output to the user.
  private func show(_ bytes: [UInt8]) {
    guard let screen else { return }
    // If the user's terminal fails, recording continues.
    try? Descriptor.write(bytes, to: screen)
  }

  /// Starts saving the session to a file as it grows.
  mutating func grow(into file: GrowingCast, withKeys hasKeys: Bool) {
    guard (try? file.append(recording.cast.head)) != nil else { return }
    growing = (file, hasKeys, 0)
  }

  /// Saves the events since the last call.
  ///
  /// If the file cannot be written, it ends there.
  private mutating func save() {
    guard let (file, hasKeys, count) = growing, count < recording.cast.events.count else { return }
    var lines = ""
    for timed in recording.cast.events[count...] {
      if case .input = timed.event, !hasKeys { continue }
      lines += timed.line
    }
    let isWritten = lines.isEmpty || (try? file.append(lines)) != nil
    growing = isWritten ? (file, hasKeys, recording.cast.events.count) : nil
  }

  private mutating func takeKeys() {
    guard let keyboard, isKeyboardOpen else { return }
    guard let keys = keyboard.keys() else {
      isKeyboardOpen = false
      return
    }
    if keys.isEmpty { return }
    hasHiddenLine = hasHiddenLine || recordsKeys && program.hidesLine
    program.send(keys)
    if recordsKeys { recording.add(.input(String(decoding: keys, as: UTF8.self)), at: recording.now) }
  }

  private mutating func takeSignals() {
    for number in signals.received() {
      switch number {
      case SIGWINCH:
        guard follows, let screen, let size = PseudoTerminal.size(of: screen),
          Terminal.sides.contains(size.columns), Terminal.sides.contains(size.rows)
        else { continue }
        program.resize(columns: size.columns, rows: size.rows)
        recording.add(.resize(columns: size.columns, rows: size.rows), at: recording.now)
      // These are for the program only.
      case SIGUSR1, SIGUSR2: program.signal(number)
      default: end(by: number)
      }
    }
  }

  /// Passes the first signal on, and kills the program at the second, since it may ignore signals or be stopped.
  private mutating func end(by number: Int32) {
    guard let signal, let signalTime else {
      (signal, signalTime) = (number, .now)
      return program.signal(number)
    }
    if signal != number || signalTime.duration(to: .now) > Self.echo { program.killGroups() }
  }
}
