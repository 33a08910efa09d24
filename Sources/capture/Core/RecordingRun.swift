import ArgumentParser
import Reel

/// Records a film: progress, signals, summary and exit code.
struct RecordingRun {
  var film: FilmDescription
  var pace: Pace
  /// The default path of the film.
  var defaultName: String
  var output: OutputOptions
  var report: ReportOptions
  var recipe: RecipeOptions
  /// Whether the user chose the film's frame rate.
  var isRateGiven: Bool
  /// The option that leaves the text out; nil if there is none.
  var textOption: String?
  /// Frames to write as separate pictures, with their times; nil for the last frame.
  var pictures: [(path: String, time: Double?)] = []
  /// The exit code of the filmed program; nil if none ran to its end.
  var exitCode: Int?
  /// Whether the caller handles signals; the film then continues.
  var isGuarded = false
  /// Whether there is a film, not only those pictures.
  var hasFilm = true
  /// The date for the names of chapters.
  var now = FilmDate.now
  /// The outputs that a storyboard lists, unless the user names others.
  var listed = ListedOutputs()

  /// Records the film from its first frame to its last, or to the first signal.
  ///
  /// Its scenes are set up after the output is checked, so an invalid size is refused before drawing.
  ///
  /// - Throws: the error, or the exit code of a signal after completing the film so far.
  func record() async throws {
    FFmpegLog.level = report.logLevel
    try refuseUndivided()
    if output.division.makesPart { return try await output.division.recordPart(of: self) }
    var film = film
    let usualRate = film.animation.rateLimit
    let animation = try output.animation.settings(isRateGiven: isRateGiven, over: film.animation)
    if output.hasAnimation(defaultName: defaultName) {
      film.animation = animation
      // The recipe omits a limit that the film does not reach.
      if isRateGiven, film.film.frameRate.framesPerSecond <= usualRate.framesPerSecond {
        film.animation.rateLimit = usualRate
      }
    }
    // Dropping every sixth frame of thirty would stutter.
    if !isRateGiven, listed.haveFilmRate, output.areAnimations(defaultName: defaultName),
      film.film.frameRate.framesPerSecond > usualRate.framesPerSecond
    {
      film.film.change(rate: usualRate)
    }
    let split = try hasFilm && output.split != nil ? ChapterSplit(film, patterns: output.output, at: now) : nil
    let paths =
      hasFilm
      ? split.map { $0.names + (output.poster.map { [$0] } ?? []) } ?? output.paths(defaultName: defaultName) : []
    let names = paths + pictures.map(\.path)
    if hasFilm { try output.site?.check(size: film.film.size, seconds: try split == nil ? film.duration : nil) }
    // A file that the film reads must not be one of its outputs.
    try RunFiles().reading(film.tracks.sound.pieces.map(\.path), as: "a sound")
      .reading(film.scenes.files, as: "a file of the film")
      .writing(films: paths).writing(recipe.recipe, as: "--recipe")
      .check()
    let rates = listed.rates(of: film)
    let frameRate = try rates.common
    let frameCount = try rates.areFilms ? film.frameCount : frameRate.frameCount(seconds: film.duration)
    let fonts = film.scenes.fonts
    let search =
      try fonts.isEmpty
      ? nil : FontSearch(fonts, textOption: textOption, isQuiet: report.quiet, isVerbose: report.verbose > 0)
    defer { search?.finish() }
    let recipe = try recipe.draft(replacing: output.replacement.policy, film)
    let sink = try output.sink(
      defaultName: defaultName, encoding: film.output, animation: animation, isRateGiven: isRateGiven, split: split,
      pictures: pictures, hasFilm: hasFilm, listed: listed.with(rates))
    let stream = FrameStream(
      size: film.film.size, frameRate: frameRate, pace: pace, frameCount: frameCount,
      hasAlpha: film.scenes.isTransparent, tracks: film.tracks)
    let shortage = try sink.preflight(stream, frameCount: frameCount)
    let source: @Sendable () throws -> any FrameSource = { [film] in
      if rates.areFilms { return try film.source() }
      return try ThinnedSource(film.source(), rates: rates.all)
    }
    let work = FilmWork(run: self, film: film, names: names, frameCount: frameCount, sink: sink, source: source)
    let divided = try output.division.recorder(of: work)
    let recorder = try divided ?? Recorder(source: source(), sink: sink, pace: pace, tracks: film.tracks)
    if let shortage, !report.quiet { warn(of: shortage, name: names.joined(separator: ", ")) }
    let saysHowToStop = !report.quiet && StandardError.isTerminal
    let interruption: Interruption? =
      isGuarded
      ? nil
      : Interruption {
        if saysHowToStop { StandardError.write("\nfinishing the film so far; interrupt again to stop at once\n") }
        recorder.stop()
      }
    let clock = ContinuousClock()
    let start = clock.now

    let timer = report.makeTimer()
    try PerformanceTimer.$current.withValue(timer) { try recorder.begin(frameCount: frameCount) }
    await ProgressReport(options: report, isMuted: output.isStandardOutput).follow(recorder.progress)
    let recording = try await recorder.recording

    // A signal after the last frame interrupts nothing.
    let signal = recording.frameCount < frameCount ? interruption?.received : nil
    var summary = Summary(
      recording, paths: names, wallTime: clock.now - start, interrupted: signal != nil, timer: timer)
    summary.silentOutputs = silent(names)
    summary.sharing = hasFilm ? output.sharingNote(size: film.film.size) : nil
    summary.jobs = recorder.jobs
    let found = recorder.takenUpCount
    if found > 0, !report.quiet {
      StandardError.say(
        "capture: reused \(counted(found, "complete segment")) of an earlier recording"
      )
    }
    summary.exitCode = exitCode
    try report.present(summary, isMuted: output.isStandardOutput)
    if let failed = FailedOutputs(in: recording) { throw failed }
    if let signal { throw ExitCode(128 + signal) }
    try recipe?.put()
  }

  /// Refuses options that need an undivided film.
  private func refuseUndivided() throws {
    guard let option = output.division.given else { return }
    if pace.dropsFrames {
      throw ValidationError("\(option) and --realtime can't be combined: a live recording has one encoder")
    }
    if output.division.makesPart, recipe.recipe != nil {
      throw ValidationError("--part writes film.json into its folder: leave out --recipe")
    }
  }

  /// The outputs whose formats cannot hold the film's sound; nil if there are none.
  private func silent(_ names: [String]) -> [String]? {
    guard !film.tracks.sound.isEmpty else { return nil }
    let silent = names.filter { name in
      if name == "-" { return [.y4m, .raw].contains(output.format) }
      let format = OutputFormat.of(name)
      return format?.ending != OutputFormat.captions.ending && format?.abilities.contains(.sound) != true
    }
    return silent.isEmpty ? nil : silent
  }

  /// Warns before the work begins that the disk may be too small for the film.
  private func warn(of shortage: SpaceShortage, name: String) {
    StandardError.say(
      "capture: warning: \(name) may need \(Summary.text(bytes: shortage.neededBytes)), but only "
        + "\(Summary.text(bytes: shortage.freeBytes)) are free: free some space, or choose another disk")
  }
}
