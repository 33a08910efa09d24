import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo
import Synchronization

/// A sink that makes a movie file: MP4, MOV, Matroska or WebM, by the ending of the name; H.264 unless another codec is asked for.
public actor MovieSink: FrameSink {
  private nonisolated let target: FilmTarget
  private let configure: @Sendable (inout VideoConfiguration) -> Void
  /// The most bytes of the file.
  private let byteLimit: Int?
  private let executor = SerialQueueExecutor(label: "reel.movie-sink")
  private var writer: FilmWriter?
  /// The film whose quality is searched, if it has to fit.
  private var fitting: FittingFilm?
  /// Whether quality may have to be given up for the most bytes of the file.
  private var isLimited = false
  /// Whether the samples of the source are encoded as they are.
  private var takesSource = false
  /// The number of frames that the partial file plays.
  private let saved = Mutex(0)

  /// A queue of its own, because writing blocks; the writer uses it too.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - destination: the file, or standard output.
  ///   - byteLimit: the most bytes of the file, for films whose length is known; nil for as many as the quality takes.
  ///   - configure: changes the configuration before the encoder is opened: `{ $0.quality = .crf(18) }`.
  public init(
    to destination: MovieDestination, byteLimit: Int? = nil,
    configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in }
  ) {
    self.init(target: .movie(destination), byteLimit: byteLimit, configure: configure)
  }

  /// Creates a sink for a movie, also on another descriptor, which stays open, or for a part of a film.
  package init(
    target: FilmTarget, byteLimit: Int? = nil,
    configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in }
  ) {
    self.target = target
    self.byteLimit = byteLimit
    self.configure = configure
  }

  /// Creates a sink for a file, which is replaced if it exists; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - url: the file; its ending picks the container (`.mp4`, `.m4v`, `.mov`, `.mkv`, `.webm`).
  ///   - configure: changes the configuration before the encoder is opened: `{ $0.quality = .crf(18) }`.
  public init(to url: URL, configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in }) {
    self.init(to: .file(url), configure: configure)
  }

  /// Opens the encoder and the file.
  ///
  /// In real time the encoder buffers no pictures. If no frame may hold still it uses B-frames and skips no picture.
  ///
  /// - Throws: `InvalidValue`, `OutputError`, `MovieError` or `FFmpegError` for what can be refused before work begins.
  public func begin(_ stream: FrameStream) throws {
    let configuration = configuration(stream)
    try Self.checkAlpha(stream, configuration)
    (isLimited, takesSource) = (configuration.hasTightLimit, configuration.samples != nil)
    writer = try PerformanceTimer.measure("open") {
      fitting = try FittingFilm(to: target, configuration: configuration, tracks: stream.tracks)
      return try fitting?.writer ?? FilmWriter(to: target, configuration: configuration, tracks: stream.tracks)
    }
  }

  /// Returns the encoder's configuration.
  package nonisolated func configuration(_ stream: FrameStream) -> VideoConfiguration {
    var configuration = VideoConfiguration(
      size: stream.size, frameRate: stream.frameRate, delay: stream.pace.dropsFrames ? .none : .lookahead)
    configuration.use(VideoCodec.usual(in: (try? target.container) ?? .mp4))
    configuration.frameCount = stream.frameCount
    configure(&configuration)
    // The form of the codec that keeps transparency, where no other was asked for.
    if stream.hasAlpha, configuration.pixelFormat == configuration.codec.pixelFormats[0] {
      let container = (try? target.container) ?? .mp4
      let format = configuration.codec.pixelFormats.first { $0.hasAlpha && container.holds($0) }
      configuration.pixelFormat = format ?? configuration.pixelFormat
    }
    if let samples = stream.samples { use(samples, of: stream, &configuration) }
    configuration.clock = stream.clock
    // A picture that is shown longer would lose the times of those that equal it.
    if stream.clock != nil, configuration.codec.losesStillTimes { configuration.stills = .encode }
    if let byteLimit, let frameCount = stream.frameCount {
      configuration.limit = .init(byteCount: byteLimit, frameCount: frameCount)
    }
    configuration.isLimitSearched = isSearchable(configuration)
    // Nothing is skipped in a film that holds no still, and B-frames are worth more.
    if !stream.mayHoldStill || configuration.encodesStillsForLimit { configuration.stills = .encode }
    return configuration
  }

  /// Whether the film may be encoded several times to fit: a file in H.264 that is not live.
  private nonisolated func isSearchable(_ configuration: VideoConfiguration) -> Bool {
    guard case .movie = target, target.url != nil, configuration.hasTightLimit, case .crf = configuration.quality
    else { return false }
    var searched = configuration
    searched.isLimitSearched = true
    return searched.isSegmented
  }

  /// Encodes the source's samples as they are if the movie may have their format and no other was asked for.
  private nonisolated func use(
    _ samples: StoredSamples, of stream: FrameStream, _ configuration: inout VideoConfiguration
  ) {
    // Of frames that may be dropped it is not known what the sink has.
    guard !stream.pace.dropsFrames, configuration.size == stream.size, configuration.converter == .tiles,
      let container = try? target.container, samples.fits(container), target.holds(samples.display)
    else { return }
    let (codec, format) = (configuration.codec, samples.form.format)
    var own = configuration
    // More colours than 4:2:0 are for archives: players show less.
    if !configuration.isFormatChosen, codec == .ffv1 || format == .yuv420p10, codec.pixelFormats.contains(format),
      container.holds(format)
    {
      own.pixelFormat = format
    }
    (own.samples, own.display, own.size) = (samples.form, samples.display, samples.size)
    if own.isInterlaced { own.stills = .encode }
    // Stored sides may be odd where those of frames are padded.
    if own.pixelFormat == format, (try? own.validate()) != nil { configuration = own }
  }

  /// Samples, unless `begin` will refuse such frames.
  public nonisolated func form(of stream: FrameStream) -> FrameForm {
    let configuration = configuration(stream)
    if configuration.samples != nil { return .source }
    guard configuration.size == stream.size, (try? configuration.validate()) != nil else { return .pixels }
    let isTiled = configuration.converter == .tiles && configuration.pixelFormat.isTiled
    return isTiled ? .samples(configuration.pixelFormat) : .pixels
  }

  /// Checks the configuration, the memory that the encoder needs, the files of the sound, and the space on the disk.
  ///
  /// - Throws: `InvalidValue` for a configuration that cannot be, `MovieError.memoryShort`, `SoundError`.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    let configuration = configuration(stream)
    try configuration.validate()
    try configuration.codec.encoder(wanted: configuration.encoder)
    try Self.checkAlpha(stream, configuration)
    try configuration.reserveMemory()
    try stream.tracks.sound.validate()
    guard let frameCount, let file = try? target.outputFile() else { return nil }
    return SpaceShortage(
      neededBytes: configuration.estimatedByteCount(frameCount: frameCount),
      inFolder: OutputFile.split(file.path).folder)
  }

  /// The number of frames that the partial file plays; nil for a stream, which keeps nothing.
  public nonisolated var savedFrameCount: Int? {
    target.url == nil ? nil : saved.withLock { $0 }
  }

  /// Refuses transparent frames where the pixel format has no transparency.
  private static func checkAlpha(_ stream: FrameStream, _ configuration: VideoConfiguration) throws(InvalidValue) {
    guard stream.hasAlpha, !configuration.pixelFormat.hasAlpha else { return }
    throw InvalidValue(
      "background", "none",
      sentence:
        "a movie of \(configuration.codec.rawValue) in \(configuration.pixelFormat.rawValue) has no transparency: "
        + "choose .webm, --codec prores in .mov, --codec ffv1 in .mkv, .webp, .apng or .png, or a background")
  }

  /// Encodes one frame, and converts it before if that was not done.
  public func append(_ frame: Frame) throws {
    guard let writer else { throw MovieError.writerClosed }
    let (index, span) = (frame.time.index, frame.time.own?.span)
    if takesSource, let picture = frame.picture {
      try writer.append(picture, at: index, shown: span)
    } else if takesSource {
      try writer.append(nil as ConvertedTiles?, at: index, shown: span)
    } else if frame.isConverted {
      try writer.append(frame.samples, at: index, shown: span)
    } else {
      try writer.append(frame.bitmap, changed: frame.changed, at: index, shown: span)
    }
    saved.withLock { $0 = writer.savedFrameCount }
  }

  /// Completes the movie and gives it its name.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let writer = writer.take() else { throw MovieError.writerClosed }
    let (summary, factor) =
      try fitting.take()?.finish(frameCount: frameCount) ?? (writer.finish(frameCount: frameCount), nil)
    var output = RecordedOutput(url: summary.url, byteCount: summary.byteCount, encoder: summary.encoder)
    if isLimited { output.choice = "encoded in one pass to stay within the bytes allowed" }
    if let factor { output.choice = "crf \(Self.text(factor)) to stay within the bytes allowed" }
    return output
  }

  /// A rate factor with as many digits as it has.
  private static func text(_ factor: Double) -> String {
    factor == factor.rounded() ? "\(Int(clamping: factor))" : "\(factor)"
  }

  /// Ends at once and keeps the partial file, which `UnfinishedMovie` can finish.
  public func abandon() -> String? {
    fitting = nil
    return writer.take()?.abandon()
  }

  /// Encodes what came, and keeps the partial file, which `UnfinishedMovie` can finish.
  public func breakOff() -> String? {
    fitting = nil
    return writer.take()?.breakOff()
  }

  /// Removes the unfinished file; an older file of the same name stays.
  public func cancel() {
    fitting = nil
    writer.take()?.cancel()
  }
}
