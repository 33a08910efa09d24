import ReelFiles
import ReelGeometry
import ReelImages
import ReelPlatform
import ReelVideo

/// A sink that writes an animated picture: a GIF, an animated PNG or an animated WebP.
///
/// The palette needs all frames, so the file is written when the film ends. Until then the changes are kept in memory
/// and, beyond 64 MB, in a temporary file. The path holds the previous file or the complete film, never a part. A
/// film that fails or is abandoned leaves nothing.
public actor AnimationSink: FrameSink {
  private let format: AnimationFormat
  private let path: String
  private let replacing: ReplacementPolicy
  private let settings: AnimationSettings
  /// The maximum size of the file in bytes.
  private let byteLimit: Int?
  private let executor = SerialQueueExecutor(label: "reel.animation-sink")
  private var draft: OutputDraft?
  private var writer: AnimationWriter?

  /// A dedicated queue, because encoding and writing block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - format: The format to write.
  ///   - path: The file.
  ///   - settings: How the frames are converted.
  ///   - byteLimit: The maximum size of the file in bytes, nil for no limit. Quality, then colours, then rate, then size are reduced until
  ///     it fits.
  ///   - replacing: Which existing files may be replaced.
  public init(
    _ format: AnimationFormat, path: String, settings: AnimationSettings = AnimationSettings(), byteLimit: Int? = nil,
    replacing: ReplacementPolicy = .named
  ) {
    self.byteLimit = byteLimit
    self.format = format
    self.path = path
    self.settings = settings
    self.replacing = replacing
  }

  /// Compares the free disk space with half a bit per pixel; drawings need less.
  ///
  /// - Throws: `InvalidValue` for impossible settings, `MovieError.memoryShort`.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    try settings.validate()
    try format.check(settings.size(of: stream.size))
    try format.check(settings, hasAlpha: stream.hasAlpha)
    try stream.reserveMemory()
    guard let frameCount else { return nil }
    let needed = Double(settings.size(of: stream.size).area) * Double(frameCount) / 16
    return SpaceShortage(neededBytes: Int(clamping: min(needed, 9e18)), inFolder: OutputFile.split(path).folder)
  }

  /// Checks the path, and ensures that no other recording writes the same file.
  ///
  /// - Throws: `InvalidValue` or `OutputError` for anything that can be refused before work begins.
  public func begin(_ stream: FrameStream) throws {
    try settings.validate()
    try format.check(settings, hasAlpha: stream.hasAlpha)
    let draft = try OutputDraft(for: OutputFile(path: path, replacing: replacing), isAlone: true)
    writer = AnimationWriter(
      format, film: stream.size, frameRate: stream.frameRate, settings: settings, hasAlpha: stream.hasAlpha,
      spoolPath: draft.path(ending: "spool")
    )
    self.draft = draft
  }

  /// Stores the changes.
  ///
  /// - Throws: `OutputError` if the temporary file can't be written.
  public func append(_ frame: Frame) throws {
    guard let writer, let draft else { throw MovieError.writerClosed }
    guard !frame.changed.isEmpty || settings.isInputLossy else { return }
    do throws(SystemError) {
      try writer.append(frame.bitmap, changed: frame.changed, at: frame.time.index)
    } catch {
      throw draft.failure(error)
    }
  }

  /// Encodes the film and gives the file its name.
  ///
  /// - Throws: `OutputError` if the file can't be written or exceeds the limit; `MovieError.noFrames` if there are no
  ///   frames.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let writer = writer.take(), let draft = draft.take() else { throw MovieError.writerClosed }
    guard frameCount > 0 else { throw MovieError.noFrames(path: path) }
    try write(settings, writer, to: draft, frameCount: frameCount)
    var (made, choice) = (writer, String?.none)
    let size = Self.size(of: draft.path)
    if let byteLimit, size > byteLimit {
      (made, choice) = try fit(byteLimit, size, writer, to: draft, frameCount: frameCount)
    }
    var output = RecordedOutput(url: URL(fileURLWithPath: path), byteCount: try draft.commit())
    output.size = made.size
    output.frameRate = made.rate
    output.choice = choice
    return output
  }

  /// Writes the file with the first settings that make it small enough.
  ///
  /// - Returns: the writer that made it, and what was chosen.
  private func fit(
    _ byteLimit: Int, _ size: Int, _ writer: AnimationWriter, to draft: OutputDraft, frameCount: Int
  ) throws -> (AnimationWriter, String) {
    let attempts = settings.attempts(of: format, size: writer.size, rate: writer.rate, hasAlpha: writer.hasAlpha)
    var search = SizeSearch(count: attempts.count, limit: byteLimit)
    search.note(size, at: 0)
    var (last, least, made) = (0, size, writer)
    func make(_ index: Int) throws {
      let settings = attempts[index]
      let isSameFilm = settings.rateLimit == self.settings.rateLimit && settings.width == self.settings.width
      made = isSameFilm ? writer : try remade(settings, of: writer, draft)
      let count = isSameFilm ? frameCount : writer.pictureCount(ofFrames: frameCount)
      try write(settings, made, to: draft, frameCount: count)
      last = index
    }
    while let index = search.next {
      try make(index)
      let size = Self.size(of: draft.path)
      search.note(size, at: index)
      least = min(least, size)
    }
    guard let best = search.best else { throw OutputError.tooLarge(path: path, byteCount: least, limit: byteLimit) }
    if last != best { try make(best) }
    return (made, attempts[best].choice)
  }

  private func remade(
    _ settings: AnimationSettings, of writer: AnimationWriter, _ draft: OutputDraft
  ) throws -> AnimationWriter {
    do throws(SystemError) {
      return try writer.remade(settings, spoolPath: draft.path(ending: "spool"))
    } catch {
      throw draft.failure(error)
    }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private func write(
    _ settings: AnimationSettings, _ writer: AnimationWriter, to draft: OutputDraft, frameCount: Int
  ) throws {
    unlink(draft.path)
    do throws(SystemError) {
      try OutputFile.write(to: draft.path) { descriptor throws(SystemError) in
        try writer.finish(to: descriptor, frameCount: frameCount, settings: settings)
      }
    } catch {
      throw draft.failure(error)
    }
  }

  /// Removes the unfinished output; an older file of the same name stays.
  public func cancel() {
    writer = nil
    draft = nil
  }
}

extension OutputFormat {
  /// The animated picture formats.
  static let animations = [animation("GIF", .gif), animation("animated PNG", .apng), animation("WebP", .webp)]

  private static func animation(_ name: String, _ format: AnimationFormat) -> OutputFormat {
    OutputFormat(name, ending: format.rawValue, abilities: []) { output in
      AnimationSink(
        format, path: output.path, settings: output.animation, byteLimit: output.byteLimit, replacing: output.replacing)
    }
  }
}
