import ArgumentParser
import Reel
import ReelConversion
import ReelPlatform

/// Converts a movie, pictures or a stream: opens the input, chooses how frames reach each output, records, and reports.
struct ConversionRun {
  private let input: ConvertInputOptions
  private let options: ConvertEditOptions
  private let output: OutputOptions
  private let report: ReportOptions

  init(_ command: ConvertCommand) {
    (input, options, output, report) = (command.input, command.edits, command.output, command.report)
  }

  /// The paths of the films, and of the poster.
  private var paths: [String] { output.paths(defaultName: "film.mp4") }

  /// Makes the film, from the first frame to the last, or to the first signal.
  ///
  /// - Throws: the error, or the exit code of a signal after which the film so far was completed.
  func run() async throws {
    FFmpegLog.level = report.logLevel
    let input = input
    // Waiting for the first bytes of a pipe must not block others.
    let feed = try await BlockingWork.run { try input.open() }
    let facts = feed.facts
    let keepsTimes = options.fps == nil && !input.realtime && (facts.hasTimes || options.speed ?? 1 != 1)
    let frameRate = keepsTimes ? nil : options.fps ?? facts.frameRate
    var (tracks, notes) = tracks(of: feed)
    tracks.arriving = facts.hasMarks ? ArrivingTracks() : nil
    let sinks = try sinks(facts, keepsTimes: keepsTimes)
    let sink = OutputOptions.fan(sinks)
    let pace: Pace = input.realtime ? .realTime : .virtual
    let edits = try edits(facts) { edits throws in
      let source = try MovieSource(feed, edits: edits, frameRate: frameRate)
      _ = try sink.preflight(stream(of: source, tracks, pace), frameCount: source.expectedFrameCount)
    }
    let source = try MovieSource(
      feed, edits: edits, frameRate: frameRate, live: input.realtime ? LiveFeed(feed) : nil)
    source.arriving = tracks.arriving
    var offered = stream(of: source, tracks, pace)
    offered.samples = source.samples
    notes += fieldNotes(sinks, offered, facts)
    let log = source.log
    log.endsFilm = input.keepDamaged || input.realtime
    try requireLength(source.expectedFrameCount)
    let recorder = try Recorder(source: source, sink: sink, frameRate: frameRate, pace: pace, tracks: tracks)
    for note in notes where !report.quiet && !output.isStandardOutput { StandardError.say(note) }
    let recording = try await record(recorder, facts, log)
    warnOfGrowth(recording.recording.output)
    let errors = (feed as? MovieFeed)?.errorCount ?? 0
    if errors > 0, log.failure == nil {
      StandardError.say(
        "capture: warning: \(facts.name) has \(counted(errors, "damaged picture")), left out or repaired")
    }
    if let failed = FailedOutputs(in: recording.recording) { throw failed }
    if let failure = log.failure { throw failure }
    if let signal = recording.signal { throw ExitCode(128 + signal) }
  }

  private func record(
    _ recorder: Recorder, _ facts: FeedFacts, _ log: FeedLog
  ) async throws -> (recording: Recording, signal: Int32?) {
    let saysHowToStop = !report.quiet && StandardError.isTerminal
    let interruption = Interruption {
      if saysHowToStop { StandardError.write("\nfinishing the film so far; interrupt again to stop at once\n") }
      recorder.stop()
    }
    let clock = ContinuousClock()
    let start = clock.now
    let timer = report.makeTimer()
    try PerformanceTimer.$current.withValue(timer) { try recorder.start() }
    await ProgressReport(options: report, isMuted: output.isStandardOutput).follow(recorder.progress)
    let recording = try await recorder.recording
    let signal = interruption.received
    var summary = Summary(
      recording, paths: paths, wallTime: clock.now - start, interrupted: signal != nil, timer: timer)
    summary.silentOutputs = try silentOutputs()
    summary.sharing = output.sharingNote(size: recording.size)
    summary.dropped += log.overwrittenCount
    try report.present(summary, isMuted: output.isStandardOutput)
    return (recording, signal)
  }

  /// Warns of animations above the limit of most sites that are many times as large as their movie.
  private func warnOfGrowth(_ made: RecordedOutput) {
    guard output.byteLimit == nil, case .movie(let path)? = try? MediaInput(input.inputs), !BoundedFile.isStream(path),
      let size = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize
    else { return }
    for part in made.parts.isEmpty ? [OutputResult(name: paths[0], output: made)] : made.parts {
      guard let bytes = part.output?.byteCount, bytes > 10_000_000, bytes > 4 * size,
        let ending = OutputFormat.of(part.name)?.ending, ["gif", "webp", "png"].contains(ending)
      else { continue }
      StandardError.say(
        "capture: warning: \(part.name) is \(bytes / max(1, size)) times as large as \(path): add --max-bytes 10MB "
          + "or a smaller --width\(ending == "gif" ? ", or make a .webp or .mp4" : ", or make an .mp4")")
    }
  }

  // MARK: - Pictures

  /// The edits with which every output takes the film: transparent where all can, and with even sides where one has to.
  private func edits(_ facts: FeedFacts, _ check: (MovieEdits) throws -> Void) throws -> MovieEdits {
    var edits = MovieEdits()
    (edits.from, edits.until, edits.speed) = (options.from ?? 0, options.to, options.speed ?? 1)
    (edits.crop, edits.turn) = (options.crop, options.rotate ?? .up)
    edits.width = try output.animation.width.map { try OptionText.whole("width", $0, 16...16_384) }
    if let size = output.site?.terms.size, edits.width == nil { edits.width = size.width }
    if let length = facts.seconds, edits.from >= length {
      throw InvalidValue(
        "--from", "\(fixed(edits.from, 2))",
        expected: "before the end of \(facts.name), which is at \(fixed(length, 2)) s")
    }
    var failure: (any Error)?
    for (keepsAlpha, isEven) in [(true, false), (true, true), (false, false), (false, true)] {
      if keepsAlpha, !facts.hasAlpha { continue }
      (edits.keepsAlpha, edits.isEven) = (keepsAlpha, isEven)
      do {
        try check(edits)
        return edits
      } catch {
        failure = error
      }
    }
    throw failure ?? ValidationError("nothing can be made of \(facts.name)")
  }

  private func stream(of source: MovieSource, _ tracks: FilmTracks, _ pace: Pace) -> FrameStream {
    var stream = FrameStream(
      size: source.size, frameRate: source.frameRate ?? 25, pace: pace, frameCount: source.expectedFrameCount,
      hasAlpha: source.hasAlpha, tracks: tracks)
    stream.clock = source.frameClock
    return stream
  }

  // MARK: - Outputs

  private func sinks(_ facts: FeedFacts, keepsTimes: Bool) throws -> [(String, any FrameSink)] {
    let encoding = try output.encoding()
    var animation = AnimationSettings()
    // A conversion lasts as long as its input.
    animation.holdLast = 0
    animation.isInputLossy = facts.isLossy
    animation = try output.animation.settings(isRateGiven: true, over: animation)
    var sinks: [(String, any FrameSink)] = []
    let speed = options.speed ?? 1
    let length = facts.seconds.map { max(0, min($0, options.to ?? .infinity) - (options.from ?? 0)) / speed }
    for path in output.films("film.mp4") {
      let sink = try output.sink(at: path, encoding, animation)
      let steady = steadyRate(of: path, facts, keepsTimes: keepsTimes)
      sinks.append((path, steady.map { SteadySink(sink, frameRate: $0, seconds: length) } ?? sink))
    }
    if let poster = output.poster {
      try OutputOptions.checkText(poster)
      let sink = SheetSink(.poster(at: output.posterAt), path: poster, replacing: output.replacement.policy)
      sinks.append((poster, keepsTimes ? SteadySink(sink, frameRate: facts.frameRate, seconds: length) : sink))
    }
    return sinks
  }

  /// Says which outputs show the two fields of interlaced pictures at once.
  private func fieldNotes(
    _ sinks: [(String, any FrameSink)], _ stream: FrameStream, _ facts: FeedFacts
  ) -> [String] {
    guard facts.fields != .progressive else { return [] }
    let merging = sinks.filter { _, sink in
      guard let configuration = (sink as? MovieSink)?.configuration(stream) else { return true }
      return !configuration.isInterlaced || !configuration.keepsFields
    }
    guard !merging.isEmpty else { return [] }
    return [
      "\(facts.name) is interlaced (\(facts.fields.words)); \(merging.map(\.0).joined(separator: ", ")) "
        + "\(merging.count == 1 ? "shows" : "show") both fields of a picture at once: the codecs h264, ffv1 and prores "
        + "keep them, if nothing is cropped, turned or scaled"
    ]
  }

  /// The rate of an output that can only have a constant one; nil for one that keeps times, and for numbered pictures.
  private func steadyRate(of path: String, _ facts: FeedFacts, keepsTimes: Bool) -> FrameRate? {
    let rate = options.fps ?? facts.frameRate
    if path == "-" { return keepsTimes && [.y4m, .raw].contains(output.format) ? rate : nil }
    guard let format = OutputFormat.of(path), !format.abilities.contains(.reordering) else { return nil }
    if format.abilities.contains(.numbered), !OutputOptions.isPicture(path) { return nil }
    guard AnimationFormat(rawValue: format.ending) != nil else { return keepsTimes ? rate : nil }
    // Players show shorter delays as a tenth of a second.
    let highest = AnimationSettings.highestRate
    if rate.framesPerSecond > highest.framesPerSecond { return highest }
    guard keepsTimes else { return nil }
    return facts.isConstant && options.speed ?? 1 == 1 ? rate : highest
  }

  /// Refuses a byte limit for a film of unknown length.
  private func requireLength(_ frameCount: Int?) throws {
    guard frameCount == nil, output.byteLimit != nil else { return }
    throw ValidationError(
      "\(output.maxBytes == nil ? "--for" : "--max-bytes") needs to know how long the film is, but a stream doesn't say: save the stream in a file first"
    )
  }

  // MARK: - Sound

  /// The sound and chapters, and notes on anything left out.
  private func tracks(of feed: any PictureFeed) -> (FilmTracks, [String]) {
    var tracks = FilmTracks()
    guard let movie = feed as? MovieFeed else { return (tracks, []) }
    let (from, speed) = (options.from ?? 0, options.speed ?? 1)
    var path: String?
    if case .movie(let file)? = try? MediaInput(input.inputs), !BoundedFile.isStream(file) { path = file }
    var (whole, notes) = (FilmTracks(), [String]())
    whole.chapters = movie.tracks.chapters
    if let path {
      let captions = MovieCaptions.read(path, start: movie.tracks.start.seconds)
      whole.captions = captions.tracks
      if let codec = captions.pictures.first {
        notes.append("subtitles of \(path) are left out: they are pictures, and not text (\(codec))")
      }
    }
    let part = whole.clipped(to: TimeSpan(from, options.to ?? .infinity))
    tracks.chapters = part.chapters.map { FilmChapter($0.title, at: $0.start / speed) }
    tracks.captions = part.captions.map { track in
      var track = track
      track.cues = track.cues.map { .init($0.text, from: $0.start / speed, to: $0.end / speed) }
      return track
    }
    guard let codec = movie.tracks.soundCodec else { return (tracks, notes) }
    guard let path else {
      return (tracks, ["the sound of standard input is left out: for a film with sound, name a file"])
    }
    if speed != 1 { return (tracks, notes + ["the sound is left out at another speed"]) }
    let start = movie.tracks.soundStart + from
    var piece = SoundPiece(path, at: max(0, -start))
    piece.from = max(0, start)
    let sound = SoundTrack([piece])
    if (try? sound.validate()) == nil {
      return (tracks, notes + ["the sound of \(path) is left out: it can't be decoded (\(codec))"])
    }
    tracks.sound = sound
    tracks.sound.loudness = options.loudness
    if from == 0, options.to == nil, options.loudness == nil {
      tracks.copiedSound = CopiedSound(path: path, codec: codec, start: movie.tracks.start)
    }
    return (tracks, notes)
  }

  /// The outputs whose formats hold no sound, where the input has any; nil for none.
  private func silentOutputs() throws -> [String]? {
    guard case .movie(let path) = try MediaInput(input.inputs), options.speed ?? 1 == 1,
      (try? SoundTrack([SoundPiece(path)]).validate()) != nil
    else { return nil }
    let silent = output.films("film.mp4").filter { name in
      if name == "-" { return [.y4m, .raw].contains(output.format) }
      return OutputFormat.of(name)?.abilities.contains(.sound) != true
    }
    return silent.isEmpty ? nil : silent
  }
}
