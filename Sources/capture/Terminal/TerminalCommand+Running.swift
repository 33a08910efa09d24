import ArgumentParser
import Reel
import ReelPlatform
import ReelTapes
import ReelTerminal
import Synchronization

extension TerminalCommand {
  /// The tape to play; nil for none.
  var tapePath: String? { file.flatMap { TapeFile.isTape($0) ? $0 : nil } }

  /// The outputs of the command line, or else those that the tape names.
  func outputs(of tape: Tape?) -> SessionOutputs {
    var outputs = SessionOutputs(
      output.output.isEmpty ? tape?.outputs.map(\.path) ?? [] : output.output,
      areScreens: !output.animated && output.sheet == nil)
    outputs.earlierStates = Set(tape?.states ?? []).sorted()
    return outputs
  }

  /// The files of a run that starts programs.
  func filesOfRun() throws -> RunFiles {
    let tape = try tapePath.map { try TapeFile.read($0) }
    var files = RunFiles(reads: [
      "the tape": tapePath, "--check": running.check,
      "--theme-file": picture.themeFile == "-" ? nil : picture.themeFile,
      "--background-image": picture.backgroundImage,
      "the tape's MarginFill": tape?.settings.marginImage.map { TapeFile.path($0, besides: tapePath) },
    ])
    // A check writes no files.
    if running.check != nil { return files }
    let outputs = outputs(of: tape)
    if let record = running.record { files.write(record, as: "--record") }
    for path in outputs.documents + outputs.pictures { files.write(path, as: "an output") }
    for path in Set(tape?.screenshots ?? []).sorted() { files.write(path, as: "a screenshot") }
    files = files.writing(recipe.recipe, as: "--recipe")
    if outputs.hasNoFilm || writesTapeAlone { return files }
    var film = output
    film.output = outputs.films
    return files.writing(films: film.paths(defaultName: Self.defaultName))
  }

  // MARK: Tapes

  /// Plays a tape and makes its outputs.
  func play(_ path: String) async throws {
    var tape = try TapeFile.read(path)
    tape.settings.rhythm = running.typingSeed ?? tape.settings.rhythm
    if let missing = tape.required.first(where: { InstalledProgram.path(of: $0.program) == nil }) {
      StandardError.say(missing.error.description)
      throw ExitCode(EX_UNAVAILABLE)
    }
    try FontFolder.add(picture.fontFolders)
    // Text is measured before anything is filmed, and the film's own search warns.
    try FontSearch([], isQuiet: true, isVerbose: report.verbose > 0).finish()
    if !report.quiet { warn(of: tape, path) }
    let redaction = try Redaction(running.redact)
    var scene = tape.settings.film(of: Cast())
    scene.backgroundImage = try tape.settings.marginImage.map { try PictureFile.read(TapeFile.path($0, besides: path)) }
    // Another size needs letters of another size.
    let size = picture.frame.size == nil && picture.frame.scale == 1
    let cells = try tape.settings.cells()
    if !size { scene.fontSize = nil }
    try picture.apply(to: &scene)
    let outputs = outputs(of: tape)
    let files = running.check == nil ? try outputs.checked(replacing: output.replacement.policy) : []
    let expected = try running.check.map { try ScreenFile.read($0) }
    var film = try description(scene, tape.settings, outputs)
    let isRateGiven = time.fps != nil || tape.settings.frameRate != nil
    if expected == nil {
      let shots = tape.screenshots.map { TapeSession.Screenshot(path: $0, time: 0) }
      try checkSinks(film, outputs, shots, isRateGiven: isRateGiven)
    }

    var session = try await run(tape, columns: cells.columns, rows: cells.rows, scene.shownPalette, redaction)
    var masked = try masked(session.cast, by: redaction)
    session.cast = masked.cast
    if let expected, let check = running.check {
      return try compare(expected, ScreenText.text(of: session.cast, at: session.moments), check)
    }
    try put(outputs, files, session, scene.shownPalette)
    (scene.cast, scene.cast.theme) = (session.cast, scene.cast.theme)
    hide(in: &scene, &masked)
    try time.apply(to: &scene)
    try check(scene, outputs, hasShots: !session.screenshots.isEmpty)
    film = try description(scene, tape.settings, outputs)
    let shots = session.screenshots.map { TapeSession.Screenshot(path: $0.path, time: scene.shownTime(of: $0.time)) }
    try await record(film, outputs, shots, isRateGiven: isRateGiven)
  }

  /// Runs a tape and describes its film.
  func described(byTape path: String) async throws -> FilmDescription {
    let tape = try TapeFile.read(path)
    var scene = tape.settings.film(of: Cast())
    scene.backgroundImage = try tape.settings.marginImage.map { try PictureFile.read(TapeFile.path($0, besides: path)) }
    let cells = try tape.settings.cells()
    try picture.apply(to: &scene)
    let redaction = try Redaction(running.redact)
    let session = try await run(tape, columns: cells.columns, rows: cells.rows, scene.shownPalette, redaction)
    var masked = try masked(session.cast, by: redaction)
    (scene.cast, scene.cast.theme) = (masked.cast, scene.cast.theme)
    hide(in: &scene, &masked)
    try time.apply(to: &scene)
    return try description(scene, tape.settings, SessionOutputs([]))
  }

  /// Runs a tape's shell outside Swift's cooperative thread pool.
  private func run(
    _ tape: Tape, columns: Int, rows: Int, _ palette: TerminalPalette, _ redaction: Redaction
  ) async throws -> TapeSession {
    let isInterrupted = Flag()
    let interruption = Interruption { isInterrupted.set() }
    var own = tape.settings.shell.environment
    own.merge(tape.settings.environment) { $1 }
    let environment = SessionEnvironment.variables(
      of: ProcessInfo.processInfo.environment, passing: running.env, and: own)
    do {
      return try await BlockingWork.run {
        var runner = try TapeRunner(
          tape, columns: columns, rows: rows, environment: environment, palette: palette
        ) { isInterrupted.isSet }
        do { return try runner.play() } catch TapeFailure.timeout(let error, _) where !redaction.isEmpty {
          // Printed output may be saved, too.
          let screen = redaction.lastScreen(of: runner.cast) ?? "(a match of --redact cannot be masked here)"
          throw TapeFailure.timeout(error, screen: screen)
        }
      }
    } catch TapeFailure.timeout(let error, let screen) {
      StandardError.say(error.description)
      for line in screen.split(separator: "\n", omittingEmptySubsequences: false) { StandardError.say("  \(line)") }
      throw ExitCode(1)
    } catch TapeFailure.tooLong(let error) {
      throw TapeErrors(errors: [error])
    } catch TapeFailure.interrupted {
      throw ExitCode(128 + (interruption.received ?? SIGINT))
    } catch let error as SystemError where error.operation == "posix_spawn" {
      throw ProgramFailure(program: tape.settings.shell.rawValue, error: error)
    }
  }

  private func warn(of tape: Tape, _ path: String) {
    for warning in tape.warnings { StandardError.say("capture: warning: \(warning)") }
    let ignored = tape.settings.ignored
    if !ignored.isEmpty {
      StandardError.say("capture: warning: \(path): ignored \(ignored.joined(separator: ", "))")
    }
  }

  private func compare(_ expected: String, _ found: String, _ path: String) throws {
    guard let difference = ScreenText.difference(expected, found) else {
      if !report.quiet { StandardError.say("\(path): the screens are the same") }
      return
    }
    StandardError.say("\(path): the screens differ: \(difference[0])")
    for line in difference.dropFirst() { StandardError.say(line) }
    throw ExitCode(1)
  }

  // MARK: Outputs

  /// Writes the recordings, texts and states, and reports them; the summary of a film follows.
  func put(
    _ outputs: SessionOutputs, _ files: [OutputFile], _ session: TapeSession, _ palette: TerminalPalette
  ) throws {
    if files.isEmpty { return }
    let written = try outputs.put(files, session, palette)
    let isAlone = outputs.hasNoFilm && outputs.pictures.isEmpty
    if report.json, !isAlone { return }
    try report.present(SessionSummary(written, of: session.cast), isMuted: output.isStandardOutput)
  }

  func description(
    _ scene: TerminalFilm, _ settings: TapeSettings?, _ outputs: SessionOutputs
  ) throws -> FilmDescription {
    var film = FilmDescription(scene, output: try output.encoding())
    film.film.frameRate = try time.frameRate()
    if time.fps == nil, let rate = settings?.frameRate { film.film.frameRate = try FrameRate(parsing: "\(rate)") }
    film.film.size = try picture.frame.pixelSize(
      otherwise: settings.map { PixelSize(width: $0.width, height: $0.height) } ?? output.site?.terms.size)
    // Tapes are written for GIFs, which may have any size; the usual movies need even sides.
    if settings != nil, picture.frame.size == nil, output.codec == nil, output.pixelFormat == nil, outputs.hasMovie {
      film.film.size.width += film.film.size.width % 2
      film.film.size.height += film.film.size.height % 2
    }
    // A tape says how large its GIF is.
    if settings != nil, picture.frame.size == nil, output.sheet == nil, output.site == nil {
      film.animation.width = film.film.size.width
    }
    return film
  }

  /// Refuses outputs that cannot be made before anything runs.
  func checkSinks(
    _ film: FilmDescription, _ outputs: SessionOutputs, _ shots: [TapeSession.Screenshot], isRateGiven: Bool
  ) throws {
    let pictures = (outputs.pictures + shots.map(\.path)).map { (path: $0, time: Double?.none) }
    if outputs.hasNoFilm, pictures.isEmpty { return }
    try film.checkFonts()
    var output = output
    output.output = outputs.films
    if !outputs.hasNoFilm {
      try output.site?.check(size: film.film.size, seconds: nil)
      try output.checkPaths(output.paths(defaultName: Self.defaultName))
    }
    for picture in pictures { _ = try OutputFile(path: picture.path, replacing: output.replacement.policy) }
    try recipe.checked(replacing: output.replacement.policy)
    let sink = try output.sink(
      defaultName: Self.defaultName, encoding: film.output,
      animation: try output.animation.settings(isRateGiven: isRateGiven, over: film.animation),
      isRateGiven: isRateGiven, pictures: pictures,
      hasFilm: !outputs.hasNoFilm)
    let stream = FrameStream(
      size: film.film.size, frameRate: film.film.frameRate, pace: time.pace, frameCount: nil, hasAlpha: false)
    _ = try sink.preflight(stream, frameCount: nil)
  }

  /// Warns about characters without a font and about pictures if something is drawn.
  func check(_ scene: TerminalFilm, _ outputs: SessionOutputs, hasShots: Bool) throws {
    if outputs.hasNoFilm, outputs.pictures.isEmpty, !hasShots { return }
    try picture.checkCharacters(of: scene, isQuiet: report.quiet)
    picture.checkImages(of: scene, isQuiet: report.quiet)
  }

  func record(
    _ film: FilmDescription, _ outputs: SessionOutputs, _ shots: [TapeSession.Screenshot], isRateGiven: Bool,
    exitCode: Int? = nil, isGuarded: Bool = false
  ) async throws {
    var output = output
    output.output = outputs.films
    let pictures =
      outputs.pictures.map { (path: $0, time: Double?.none) } + shots.map { (path: $0.path, time: $0.time) }
    if outputs.hasNoFilm, pictures.isEmpty { return }
    var run = RecordingRun(
      film: film, pace: time.pace, defaultName: Self.defaultName, output: output, report: report, recipe: recipe,
      isRateGiven: isRateGiven, textOption: nil)
    run.pictures = pictures
    run.hasFilm = !outputs.hasNoFilm
    run.exitCode = exitCode
    run.isGuarded = isGuarded
    try await run.record()
  }
}

/// A program that cannot be started.
struct ProgramFailure: ReelError {
  var exitStatus: ExitStatus { .unavailable }

  var program: String
  var error: SystemError

  /// One line: the problem, its cause, and what to do.
  var description: String {
    error.code == ENOENT
      ? "cannot run \(program): it is not installed: install it, or name another program"
      : "cannot run \(program): \(error.message)"
  }
}

/// A flag that another thread sets once.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// Files with the screens of a tape.
private enum ScreenFile {
  /// Reads the screens of another run.
  static func read(_ path: String) throws -> String {
    do throws(BoundedFile.Failure) {
      return String(decoding: try BoundedFile.read(path, limit: Cast.longest), as: UTF8.self)
    } catch {
      let reason =
        switch error {
        case .tooLong: "it has more than 64 MiB"
        case .unopened(let reason), .unread(let reason): reason
        }
      throw InputError(
        path: path, reason: reason, advice: "make it with -o \(path)", isMissing: !OutputFile.exists(path))
    }
  }
}
