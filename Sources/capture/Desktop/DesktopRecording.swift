import ArgumentParser
import Reel
import ReelDesktop
import ReelPlatform

/// Films a screen: starts it, follows its program, ends both.
struct DesktopRecording {
  let command: DesktopCommand
  private let observations = DesktopObservations()
  private let timeline = DesktopTimeline()

  init(command: DesktopCommand) { self.command = command }

  /// What a film needs before anything is started.
  private struct Plan {
    var rate: FrameRate
    var frameCount: Int?
    var size: PixelSize
    var names: [String]
    var sink: any FrameSink
    var artifacts: RunArtifacts?
    var session: SessionFolder?
    var overlays: OverlayFeed?
  }

  /// Records the film, and ends with the program's exit code.
  func record() async throws {
    FFmpegLog.level = command.report.logLevel
    let program = try program()
    let plan = try plan()
    do {
      try await record(plan, program)
    } catch {
      plan.artifacts?.end(command.report)
      throw error
    }
    plan.artifacts?.remove()
  }

  private func record(_ plan: Plan, _ program: [String]) async throws {
    var run = SupervisedRun()
    run.program = program
    run.environment = ProcessInfo.processInfo.environment
    run.environment["WAYLAND_DISPLAY"] = nil
    run.environment["XDG_SESSION_TYPE"] = "x11"
    // What reads from a terminal has to be in its foreground group.
    run.group = isatty(STDIN_FILENO) == 1 ? getpgrp() : 0
    run.display = command.screen.display
    let server = command.screen.display == nil ? InstalledProgram.path(of: "Xvfb") : nil
    if server == nil, command.screen.display == nil { throw DesktopError.noServer }
    let folder = try RunFolder()
    run.folder = folder.path
    run.environment["REEL_MARKS"] = folder.marks
    if let server {
      run.environment["XAUTHORITY"] = folder.authority
      run.server = [
        server, "-screen", "0", "\(plan.size.width)x\(plan.size.height)x24", "-dpi", "\(command.screen.dpi ?? 96)",
        "-nolisten", "tcp", "-auth", folder.authority, "-terminate",
      ]
    }
    let session: DesktopSession
    do {
      session = try DesktopSession(
        run, command: [Self.ownPath, DesktopCommand.configuration.commandName ?? "", "--supervise"],
        mutesOutput: command.output.isStandardOutput, log: plan.artifacts?.log)
    } catch {
      folder.remove()
      throw error
    }
    let result: Result<Ending, any Error>
    do {
      result = .success(try await film(plan, session, folder, isOwnScreen: server != nil))
    } catch {
      result = .failure(error)
    }
    try await BlockingWork.run {
      session.end()
      plan.artifacts?.log.finish()
    }
    let ending = try result.get()
    if ending.signal == nil {
      if ending.hasLostSupervisor { throw DesktopError.supervisorLost }
      if ending.hasLostServer { throw DesktopError.serverLost }
    }
    try ProgramExit.pass(signal: ending.signal, code: ending.exitCode)
  }

  /// How a film ended.
  private struct Ending {
    var exitCode: Int32?
    var signal: Int32?
    var hasLostServer = false
    var hasLostSupervisor = false
  }

  /// Checks everything that can be checked before anything is started.
  private func plan() throws -> Plan {
    let (output, time) = (command.output, command.time)
    let rate = try time.frameRate()
    let size =
      try command.screen.region.map { PixelSize(width: Int($0.rect.width), height: Int($0.rect.height)) }
      ?? command.screen.frame.pixelSize()
    let frameCount = time.seconds.map { max(1, rate.frameCount(seconds: $0)) }
    var plan = Plan(
      rate: rate, frameCount: frameCount, size: try command.screen.frame.pixelSize(),
      names: output.paths(defaultName: DesktopCommand.defaultName), sink: try sink())
    // A window's size is known later.
    let stream = FrameStream(size: size, frameRate: rate, pace: .realTime, frameCount: frameCount)
    _ = try plan.sink.preflight(stream, frameCount: frameCount)
    if let folder = command.artifacts {
      let artifacts = try RunArtifacts(in: folder, of: command.program[0])
      (plan.artifacts, plan.names) = (artifacts, artifacts.films)
      plan.sink = try sink(artifacts)
    }
    if let folder = command.session {
      let (session, overlays) = (try SessionFolder(folder), OverlayFeed())
      (plan.session, plan.overlays) = (session, overlays)
      plan.names.append(session.film)
      let film = try FilmOutput(session.film).sink()
      plan.sink = OutputOptions.fan([(plan.names[0], OverlaySink(plan.sink, feed: overlays)), (session.film, film)])
    }
    return plan
  }

  /// Makes the sink of all outputs.
  private func sink(_ artifacts: RunArtifacts? = nil) throws -> any FrameSink {
    var output = command.output
    if let artifacts { (output.output, output.poster) = ([artifacts.film], artifacts.screen) }
    let isRateGiven = command.time.fps != nil
    let (encoding, animation) = (
      try output.encoding(), try output.animation.settings(isRateGiven: isRateGiven)
    )
    guard output.split != nil else {
      return try output.sink(
        defaultName: DesktopCommand.defaultName, encoding: encoding, animation: animation, isRateGiven: isRateGiven)
    }
    let now = FilmDate.now
    let chapters = ChapterSink(
      timeline, keepsOnlyFailed: command.keep == .failure, onFailure: OutputOptions.warn
    ) { [output] titles in
      let names = try output.output.compactMap {
        try NamePattern($0).names(ofChapters: titles, at: now.date, zone: now.zone).last
      }
      try output.checkPaths(names)
      return (
        names.joined(separator: ", "),
        OutputOptions.fan(try names.map { ($0, try output.sink(at: $0, encoding, animation)) })
      )
    }
    guard let poster = output.poster else { return chapters }
    return OutputOptions.fan([
      ("chapters", chapters),
      (poster, SheetSink(.poster(at: output.posterAt), path: poster, replacing: output.replacement.policy)),
    ])
  }

  private func film(_ plan: Plan, _ session: DesktopSession, _ folder: RunFolder, isOwnScreen: Bool) async throws
    -> Ending
  {
    let display = try await Self.display(of: session)
    var options = DesktopSource.Options(display: display, cookie: isOwnScreen ? folder.cookie : nil)
    options.marks = folder.marks
    options.region = command.screen.region?.rect
    options.window = command.screen.window
    options.showsPointer = !command.screen.noPointer
    options.pointerLook.scale = command.screen.pointerScale ?? 1
    options.pointerLook.color = command.screen.pointerColor
    (options.showsClicks, options.showsKeys) = (!command.screen.noClicks, command.screen.keys)
    (options.timeline, options.session, options.overlays) = (
      command.output.split == nil ? nil : timeline, plan.session, plan.overlays
    )
    options.keepsWindows = isOwnScreen
    options.stillSeconds = command.time.untilStill
    let hasProgram = !command.program.isEmpty
    if hasProgram { options.onFirstFrame = { session.startProgram() } }
    let source = try DesktopSource(options, observations: observations)
    var tracks = FilmTracks()
    tracks.arriving = options.tracks
    let recorder = try Recorder(
      source: source, sink: plan.sink, frameRate: plan.rate, pace: .realTime, tracks: tracks)
    // Chapters that failed are kept even if the program succeeds.
    let discardsSuccess = command.output.split == nil && (command.keep == .failure || plan.artifacts != nil)
    let follower = ProgramFollower(observations: observations, timeline, discardsSuccess: discardsSuccess)
    let sharesTerminal = isatty(STDIN_FILENO) == 1
    let interruption = Interruption {
      follower.interrupt(hasProgram ? session : nil, sharesTerminal: sharesTerminal, recorder)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let timer = command.report.makeTimer()
    try PerformanceTimer.$current.withValue(timer) { try recorder.start(frameCount: plan.frameCount) }
    let following = Task { await follower.follow(session, recorder) }
    let limit = Self.limit(session, hasProgram ? plan.frameCount.map { plan.rate.time(ofFrame: $0) } : nil)
    let recording: Recording?
    do {
      recording = try await recorder.recording
    } catch is DesktopDiscard {
      recording = nil
    }
    limit.cancel()
    var ended = follower.state
    if await limit.value { ended.exitCode = nil }
    // A program that could not be started ends its reports.
    if let number = ended.failed {
      throw DesktopError.programFailed(command.program[0], String(cString: strerror(number)))
    }
    following.cancel()
    var ending = Ending(exitCode: ended.exitCode)
    if ended.exitCode == nil { ending.signal = interruption.received }
    ending.hasLostSupervisor = ended.hasLostSupervisor
    ending.hasLostServer = observations.hasLostServer && ended.exitCode == nil
    guard let recording else {
      if !command.report.quiet, plan.artifacts == nil {
        StandardError.say(
          command.output.split == nil
            ? "\(command.program[0]) succeeded: the film was not kept" : "no chapter failed: no film was kept")
      }
      return ending
    }
    let parts = recording.output.parts.map(\.name)
    var summary = Summary(
      recording, paths: command.output.split == nil || parts.isEmpty ? plan.names : parts, wallTime: clock.now - start,
      interrupted: ending.signal != nil, timer: timer)
    summary.exitCode = ended.exitCode.map(Int.init)
    summary.sharing = command.output.sharingNote(size: recording.size)
    try command.report.present(summary, isMuted: command.output.isStandardOutput)
    if !observations.hasSeenWindow, hasProgram, isOwnScreen, !command.report.quiet {
      StandardError.say(
        "capture: warning: no window appeared on the screen: a browser that is tested has one only with --headed (Playwright, Cypress) or without --headless"
      )
    }
    if let failed = FailedOutputs(in: recording) { throw failed }
    return ending
  }

  /// Ends a program some time after the film should be over: one that has taken the screen for itself stops the film too.
  ///
  /// - Returns: Whether the program was ended.
  private static func limit(_ session: DesktopSession, _ length: Duration?) -> Task<Bool, Never> {
    Task {
      guard let length, (try? await Task.sleep(for: length + .seconds(5))) != nil else { return false }
      session.forward(SIGTERM)
      if (try? await Task.sleep(for: .seconds(2))) != nil { session.forward(SIGKILL) }
      return true
    }
  }

  /// Waits until the display can be used.
  private static func display(of session: DesktopSession) async throws -> String {
    for await report in session.reports {
      switch report {
      case .ready(let display, _): return display
      case .serverFailed(let words): throw DesktopError.serverFailed(words)
      default: break
      }
    }
    throw DesktopError.serverFailed("its supervisor ended")
  }

  /// The program with its path.
  private func program() throws -> [String] {
    guard let name = command.program.first else { return [] }
    guard let path = InstalledProgram.path(of: name) else { throw DesktopError.noProgram(name) }
    return [path] + command.program.dropFirst()
  }

  /// The file of this command, even if it has been replaced on disk.
  private static var ownPath: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }
}
