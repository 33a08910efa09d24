import ArgumentParser
import Reel
import ReelPlatform
import ReelTapes
import ReelTerminal

extension TerminalCommand {
  /// Whether the run writes a tape and no film.
  var writesTapeAlone: Bool { running.record != nil && output.output.isEmpty }

  /// The tape to write; nil for none.
  private func newTape() throws -> OutputFile? {
    guard let path = running.record else { return nil }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw InvalidValue(
        "record", path, sentence: "--record saves what you type: run it in a terminal, without a pipe")
    }
    return try OutputFile(path: path, replacing: output.replacement.policy)
  }

  /// Writes the typed text as a tape.
  private func put(_ session: inout MaskedSession, into tape: OutputFile?) throws {
    guard let tape, let path = running.record else { return }
    let name = OutputFile.split(path).name
    // The tape first types the program and its arguments.
    let words = program.map { session.text($0) }
    let text = TapeWriter.tape(of: session.cast, running: words, output: String(name.dropLast(5)) + ".gif")
    try tape.put(Array(text.utf8))
    if !report.quiet { StandardError.say("\(path): play it with capture \(path)") }
  }

  /// Runs a program to its end and films it.
  func recordProgram() async throws {
    let redaction = try Redaction(running.redact)
    try FontFolder.add(picture.fontFolders)
    try FontSearch([], isQuiet: true, isVerbose: report.verbose > 0).finish()
    var scene = TerminalFilm(Cast())
    try picture.apply(to: &scene)
    let outputs = outputs(of: nil)
    let files = try outputs.checked(replacing: output.replacement.policy)
    let tape = try newTape()
    if !writesTapeAlone {
      try checkSinks(try description(scene, nil, outputs), outputs, [], isRateGiven: time.fps != nil)
    }
    guard outputs.texts.isEmpty else {
      throw InvalidValue(
        "output", outputs.texts[0],
        sentence:
          "screens as text need a tape, whose pauses show when a screen is complete: leave out \(outputs.texts[0])")
    }
    let command = program.isEmpty ? TapeShell.bash.command : program
    var options = LiveRecorder.Options(
      command,
      environment: SessionEnvironment.variables(
        of: ProcessInfo.processInfo.environment, passing: running.env,
        and: program.isEmpty ? TapeShell.bash.environment : [:]),
      palette: scene.shownPalette)
    options.recordsKeys = running.recordKeys || tape != nil
    options.size = try cells()
    // Secrets can be masked only once the session is complete. Until then, no file that outlives a kill may hold them.
    options.growing = try redaction.isEmpty ? growing(outputs) : nil
    options.growsKeys = running.recordKeys
    let guarding = redaction.isEmpty ? nil : guardSession()
    defer { withExtendedLifetime(guarding) {} }
    do {
      let result = try await run(options)
      try await film(result, scene, outputs, files, tape, redaction, options.growing)
      options.growing?.remove()
      // A shell without a program after -- ends with the code of whatever was typed last.
      let counts = !program.isEmpty && !running.ignoreExitCode
      try ProgramExit.pass(signal: result.signal, code: counts ? result.end.code : nil)
    } catch {
      if let growing = options.growing, OutputFile.exists(growing.path) {
        StandardError.say(
          "capture: the session is in \(growing.path): film it with capture \(growing.path) -o film.mp4, then delete it"
        )
      }
      throw error
    }
  }

  /// The file that the session is saved to as it grows, beside the first output with a name; nil if only a tape is
  /// written.
  private func growing(_ outputs: SessionOutputs) throws -> GrowingCast? {
    if writesTapeAlone { return nil }
    let films = outputs.films.isEmpty && !outputs.hasNoFilm ? [Self.defaultName] : outputs.films
    guard let path = (outputs.casts + films + outputs.pictures).first(where: { $0 != "-" }) else { return nil }
    return try GrowingCast(beside: path)
  }

  private func run(_ options: LiveRecorder.Options) async throws -> LiveRecorder.Result {
    do {
      return try await BlockingWork.run { try LiveRecorder.record(options) }
    } catch let error as SystemError where ["posix_spawn", "posix_openpt"].contains(error.operation) {
      options.growing?.remove()
      guard error.operation == "posix_spawn" else { throw error }
      throw ProgramFailure(program: options.arguments[0], error: error)
    }
  }

  /// Films a recorded session.
  private func film(
    _ result: LiveRecorder.Result, _ scene: TerminalFilm, _ outputs: SessionOutputs, _ files: [OutputFile],
    _ tape: OutputFile?, _ redaction: Redaction, _ growing: GrowingCast?
  ) async throws {
    var scene = scene
    let name = program.first ?? TapeShell.bash.command[0]
    if !report.quiet { StandardError.say("\(name) \(result.end)") }
    if result.isCut { StandardError.say("capture: warning: \(name) wrote more than 32 MiB and was stopped") }
    var masked = try masked(result.cast, by: redaction)
    scene.cast = masked.cast
    hide(in: &scene, &masked)
    try put(&masked, into: tape)
    if let tape, result.hasHiddenLine, !report.quiet {
      StandardError.say(
        "capture: warning: \(tape.path) also holds text that was typed unseen, such as a password: check it before you share it"
      )
    }
    if !running.recordKeys {
      scene.cast.events.removeAll { if case .input = $0.event { true } else { false } }
    }
    try put(outputs, files, TapeSession(cast: scene.cast), scene.shownPalette)
    if writesTapeAlone { return }
    if !outputs.casts.isEmpty { growing?.remove() }
    try time.apply(to: &scene)
    try check(scene, outputs, hasShots: false)
    try await record(
      try description(scene, nil, outputs), outputs, [], isRateGiven: time.fps != nil, exitCode: scene.cast.exitCode,
      isGuarded: !redaction.isEmpty && outputs.casts.isEmpty)
  }

  /// Lets masking and filming finish despite the first signal after the program's end, as no file holds the session
  /// yet.
  private func guardSession() -> Interruption {
    let isQuiet = report.quiet
    return Interruption(
      farewell: "capture: the session is lost, as --redact saves nothing before it is masked\n"
    ) {
      if isQuiet { return }
      StandardError.say("capture: still masking and filming the session; interrupt again to discard it")
    }
  }

  /// The requested size of the terminal, in cells; nil for none.
  private func cells() throws -> (columns: Int, rows: Int)? {
    picture.cols == nil && picture.rows == nil ? nil : (picture.cols ?? 80, picture.rows ?? 24)
  }

  // MARK: Masking

  /// Returns the masked session, in a terminal of the size in which it is shown.
  func masked(_ cast: Cast, by redaction: Redaction) throws -> MaskedSession {
    // Another width puts other characters next to each other.
    try redaction.masked(redaction.isEmpty ? cast : cast.sized(columns: picture.cols, rows: picture.rows))
  }

  /// Masks the texts of options that are shown or saved.
  func hide(in scene: inout TerminalFilm, _ session: inout MaskedSession) {
    scene.title = scene.title.map { session.text($0) }
    scene.highlight = scene.highlight.map { session.text($0) }
    scene.zoom.text = scene.zoom.text.map { session.text($0) }
  }
}
