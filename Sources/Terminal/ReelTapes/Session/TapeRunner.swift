import ReelFiles
import ReelTerminal

/// A session that a tape produced.
package struct TapeSession: Sendable {
  /// The session, in the film's time.
  package var cast: Cast
  /// The screenshots to save: their paths and times.
  package var screenshots: [Screenshot] = []
  /// The screens to save as text, each as the number of events before it.
  package var moments: [Int] = []
  /// The states to save: their paths, and the number of events before each.
  package var states: [(path: String, moment: Int)] = []

  /// Creates a session of which some screens are to be saved as text.
  package init(cast: Cast, moments: [Int] = []) { (self.cast, self.moments) = (cast, moments) }

  /// A screenshot to save.
  package struct Screenshot: Hashable, Sendable {
    /// The path of its file.
    package var path: String
    /// Its time in the film, in seconds.
    package var time: Double

    /// Creates a screenshot.
    package init(path: String, time: Double) { (self.path, self.time) = (path, time) }
  }
}

/// The reason why a tape did not play to its end.
package enum TapeFailure: Error {
  /// A Wait timed out; with its command and the screen.
  case timeout(TapeError, screen: String)
  /// The program wrote more than a recording holds.
  case tooLong(TapeError)
  /// The user interrupted it.
  case interrupted
}

/// Types a tape into a shell, and records the session.
///
/// The film's time is the tape's: a pause takes exactly as long as the tape says, but need not be waited for while all
/// programs are at rest. The time that programs take is real.
package struct TapeRunner {
  private let tape: Tape
  private let program: RunningProgram
  private let rest: SessionRest
  private var recording: SessionRecording
  private var session: TapeSession
  private var rhythm: TypingRhythm?
  private var settings: TapeSettings
  private var clipboard = ""
  private var scrolled: ScrolledView
  /// Whether typed input has had no output yet.
  private var awaitsReaction = false
  private var interrupted: @Sendable () -> Bool
  private var line: Tape.Command?

  /// How long after a key a program's output counts as its reaction, in seconds.
  private static let reaction = 0.05
  /// The shortest pause whose screen is saved as text.
  private static let shownPause = 0.2
  /// How long a screen may take to be complete after a Wait matched, in seconds.
  private static let burst = 0.2

  /// Starts the shell of a tape.
  ///
  /// - Parameters:
  ///   - tape: The tape to play.
  ///   - columns: The number of cells in a row.
  ///   - rows: The number of rows.
  ///   - environment: The complete environment of the programs.
  ///   - palette: The colours that queries are answered with.
  ///   - isInterrupted: Whether to stop; called often.
  /// - Throws: `SystemError` if the shell cannot be started.
  package init(
    _ tape: Tape, columns: Int, rows: Int, environment: [String: String], palette: TerminalPalette,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(SystemError) {
    self.tape = tape
    settings = tape.settings
    let pty = try RunningProgram(
      tape.settings.shell.command, environment: environment, columns: columns, rows: rows, palette: palette)
    program = pty
    rest = SessionRest(leader: pty.process, terminal: pty.path, descriptor: pty.descriptor)
    recording = SessionRecording(columns: columns, rows: rows)
    session = TapeSession(cast: recording.cast)
    rhythm = tape.settings.rhythm.map { TypingRhythm(seed: $0) }
    scrolled = ScrolledView()
    interrupted = isInterrupted
  }

  /// Plays the tape.
  ///
  /// - Returns: The session.
  /// - Throws: `TapeFailure`, or `SystemError`.
  package mutating func play() throws -> TapeSession {
    defer { program.hangUp() }
    // The first prompt is there when the film begins.
    if tape.commands.first?.action == .hide { recording.hide() }
    try settle(seconds: 5, needsOutput: true)
    for command in tape.commands {
      line = command
      try run(command.action)
      if recording.isTooLong { throw TapeFailure.tooLong(error("the programs wrote more than 32 MiB: write less")) }
    }
    // Hidden work at the end, such as cleaning up, runs to its end.
    try settle(seconds: recording.isHidden ? 10 : Self.reaction, needsOutput: false)
    mark()
    recording.finish()
    session.cast = recording.cast
    return session
  }

  /// The session so far, including hidden events.
  package var cast: Cast {
    var all = recording
    all.show()
    all.finish()
    return all.cast
  }

  private mutating func run(_ action: Tape.Action) throws {
    switch action {
    case .type(let text, let pause):
      for character in text {
        let factor = rhythm?.factor(after: character) ?? 1
        send(Array(String(character).utf8), as: String(character))
        try pass((pause ?? settings.pause) * factor)
      }
    case .press(let key, let pause, let count):
      let isHeld = !key.modifiers.isEmpty
      for _ in 0..<count {
        let bytes = key.bytes(isApplication: program.usesApplicationKeys)
        send(bytes, as: String(decoding: bytes, as: UTF8.self))
        try pass(pause ?? (isHeld && count == 1 ? 0 : settings.pause))
      }
    case .sleep(let seconds): try pass(seconds)
    case .wait(let scope, let timeout, let pattern):
      try wait(scope, timeout ?? settings.timeout, pattern ?? settings.pattern)
    case .scroll(let rows, let pause, let count):
      for _ in 0..<count {
        if let text = scrolled.move(rows, over: program.terminal) { recording.add(.output(text), at: recording.now) }
        try pass(pause ?? settings.pause)
      }
    case .hide: recording.hide()
    case .show: recording.show()
    case .screenshot(let path):
      session.screenshots.append(TapeSession.Screenshot(path: path, time: SessionRecording.seconds(recording.now)))
    // Its moment is set once the screen is complete.
    case .state: break
    case .copy(let text): clipboard = text
    case .paste:
      send(Array(clipboard.utf8), as: clipboard)
      try pass(0)
    case .setPause(let pause): settings.pause = pause
    case .setSpeed(let speed): settings.speed = speed
    case .setTimeout(let timeout): settings.timeout = timeout
    case .setPattern(let pattern): settings.pattern = pattern
    }
    // Whether a screen between two keys is complete depends on the machine's speed.
    switch action {
    case .wait, .screenshot, .state:
      try readOn()
      mark()
      if case .state(let path) = action { session.states.append((path, recording.cast.events.count)) }
    case .sleep(let seconds) where seconds >= Self.shownPause: if isAtRest { mark() }
    default: break
    }
  }

  // MARK: Keys

  private mutating func send(_ bytes: [UInt8], as text: String) {
    leaveScrolledView()
    recording.add(.input(text), at: recording.now)
    // A line break is the Enter key.
    program.send(bytes.map { $0 == 0x0A ? 0x0D : $0 })
    awaitsReaction = true
  }

  private mutating func leaveScrolledView() {
    if let text = scrolled.leave() { recording.add(.output(text), at: recording.now) }
  }

  // MARK: Time

  /// Whether nothing happens until something is typed.
  private var isAtRest: Bool { program.hasSentAll && rest.isThere }

  /// Lets seconds of the session pass, in real time until all programs are at rest.
  private mutating func pass(_ seconds: Double) throws {
    let (start, began) = (ContinuousClock.now, recording.now)
    // Before a long pause is skipped, programs must be at rest for longer.
    let needed = seconds > 0.2 ? 0.02 : 0.003
    var restSince: Double?
    while true {
      let elapsed = start.duration(to: .now) / .seconds(1)
      let limit = awaitsReaction ? max(seconds, Self.reaction) : seconds
      if elapsed >= limit || program.isSilent { break }
      if try read(min(limit - elapsed, 0.003), start, began, limit: seconds) {
        restSince = nil
        continue
      }
      if awaitsReaction, elapsed < Self.reaction { continue }
      guard isAtRest else {
        restSince = nil
        _ = try read(min(max(0, limit - elapsed), 0.01), start, began, limit: seconds)
        continue
      }
      let since = restSince ?? elapsed
      restSince = since
      if elapsed - since >= needed { break }
    }
    awaitsReaction = false
    if !recording.isHidden { recording.now = began + filmTime(seconds) }
  }

  /// The length in the film of seconds of the session, in microseconds.
  private func filmTime(_ seconds: Double) -> Int { SessionRecording.microseconds(seconds / settings.speed) }

  /// Reads the program's output; returns false if there is none.
  private mutating func read(
    _ seconds: Double, _ start: ContinuousClock.Instant, _ began: Int, limit: Double
  ) throws -> Bool {
    if interrupted() { throw TapeFailure.interrupted }
    let bytes = try program.read(seconds: seconds)
    if bytes.isEmpty { return false }
    awaitsReaction = false
    let elapsed = start.duration(to: .now) / .seconds(1)
    let isAtOnce = recording.isHidden || elapsed < Self.reaction
    leaveScrolledView()
    recording.output(bytes, at: began + (isAtOnce ? 0 : filmTime(min(elapsed, limit))))
    return true
  }

  /// Waits until all programs are at rest, or there is no output for a while.
  ///
  /// The film's time does not advance.
  private mutating func settle(seconds: Double, needsOutput: Bool) throws {
    let start = ContinuousClock.now
    var (hasOutput, quietSince) = (!needsOutput, 0.0)
    while true {
      let elapsed = start.duration(to: .now) / .seconds(1)
      if elapsed >= seconds || program.isSilent { return }
      if try read(0.005, start, recording.now, limit: 0) {
        hasOutput = true
        quietSince = start.duration(to: .now) / .seconds(1)
      } else if hasOutput, elapsed - quietSince > (isAtRest ? 0.03 : 0.5) {
        return
      }
    }
  }

  /// Reads until all programs are at rest, so that the screen is complete.
  ///
  /// A text may match before the rest has arrived.
  private mutating func readOn() throws {
    let (start, began) = (ContinuousClock.now, recording.now)
    var (elapsed, last) = (0.0, 0.0)
    while elapsed < Self.burst, !program.isSilent, elapsed - last < 0.03 || !isAtRest {
      if try read(0.005, start, began, limit: .infinity) { last = start.duration(to: .now) / .seconds(1) }
      elapsed = start.duration(to: .now) / .seconds(1)
    }
    // Programs still running used up all of that time.
    let taken = isAtRest ? last : elapsed
    if !recording.isHidden, taken >= Self.reaction { recording.now = began + filmTime(taken) }
  }

  /// Waits until a text matches.
  private mutating func wait(_ scope: Tape.Scope, _ timeout: Double, _ pattern: String) throws {
    // The pattern was checked when the tape was read.
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    let (start, began) = (ContinuousClock.now, recording.now)
    var elapsed = 0.0
    while true {
      let terminal = program.terminal
      let text = scope == .line ? terminal.text(ofRow: terminal.cursorRow) : terminal.screenText
      if text.firstMatch(of: regex) != nil { break }
      repeat {
        elapsed = start.duration(to: .now) / .seconds(1)
        guard elapsed < timeout, !program.isSilent else {
          let isAbove = (0..<terminal.rows).contains { terminal.text(ofRow: $0).firstMatch(of: regex) != nil }
          throw TapeFailure.timeout(
            error(mismatch(scope, timeout, pattern, isAbove: isAbove)), screen: terminal.screenText)
        }
      } while try !read(min(0.02, timeout - elapsed), start, began, limit: .infinity)
    }
    awaitsReaction = false
    let taken = elapsed < Self.reaction ? 0 : elapsed
    if !recording.isHidden { recording.now = began + filmTime(taken) }
  }

  /// Says what did not match, and what to do.
  ///
  /// - Parameter isAbove: Whether it is on another line of the screen.
  private func mismatch(_ scope: Tape.Scope, _ timeout: Double, _ pattern: String, isAbove: Bool) -> String {
    let seconds = timeout.rounded() == timeout ? "\(Int(clamping: timeout))" : "\(timeout)"
    let when = program.isSilent ? "before the shell ended" : "within \(seconds) s"
    let start = "nothing on \(scope == .line ? "the cursor's line" : "the screen") matched /\(pattern)/ \(when)"
    if scope == .line, isAbove { return "\(start), but a line above it does: Wait+Screen looks at all lines" }
    return program.isSilent ? start : "\(start): to wait longer, write Wait@60s"
  }

  /// Adds the current screen to the text.
  private mutating func mark() {
    if !recording.isHidden, recording.cast.events.count != session.moments.last {
      session.moments.append(recording.cast.events.count)
    }
  }

  private func error(_ reason: String) -> TapeError {
    TapeError(file: line?.file ?? "", line: line?.line ?? 1, column: line?.column ?? 1, reason: reason)
  }
}
