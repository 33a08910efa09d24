import ReelFiles
import ReelGeometry
import ReelImages
import ReelPlatform
import ReelVideo

/// A sink that makes an animated picture: a GIF, an animated PNG or an animated WebP.
///
/// Colours are chosen when all frames are known, so the file is written when the film ends. Until then the changes are kept in memory
/// and, beyond 64 MB, in a temporary file. The path holds what was there before or the complete film, never a part; a film that fails
/// or is abandoned leaves nothing.
public actor AnimationSink: FrameSink {
  private let format: AnimationFormat
  private let path: String
  private let replacing: ReplacementPolicy
  private let settings: AnimationSettings
  /// The most bytes of the file.
  private let byteLimit: Int?
  private let executor = SerialQueueExecutor(label: "reel.animation-sink")
  private var draft: OutputDraft?
  private var writer: AnimationWriter?

  /// A queue of its own, because encoding and writing block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - format: what is written.
  ///   - path: the file.
  ///   - settings: what becomes of the frames.
  ///   - byteLimit: the most bytes of the file: colours are given up until it is no larger. Nil for as many as the settings take.
  ///   - replacing: what may be replaced.
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
  /// - Throws: `InvalidValue` for settings that cannot be, `MovieError.memoryShort`.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    try settings.validate()
    try format.check(settings.size(of: stream.size))
    try format.check(settings, hasAlpha: stream.hasAlpha)
    try stream.reserveMemory()
    guard let frameCount else { return nil }
    let needed = Double(settings.size(of: stream.size).area) * Double(frameCount) / 16
    return SpaceShortage(neededBytes: Int(clamping: min(needed, 9e18)), inFolder: OutputFile.split(path).folder)
  }

  /// Checks the path, and ensures that nobody else makes the same file.
  ///
  /// - Throws: `InvalidValue` or `OutputError` for what can be refused before work begins.
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
    guard !frame.changed.isEmpty else { return }
    do throws(SystemError) {
      try writer.append(frame.bitmap, changed: frame.changed, at: frame.time.index)
    } catch {
      throw draft.failure(error)
    }
  }

  /// Encodes the film and gives the file its name.
  ///
  /// - Throws: `OutputError` if it can't be written or is larger than allowed; `MovieError.noFrames` when there are none.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let writer = writer.take(), let draft = draft.take() else { throw MovieError.writerClosed }
    guard frameCount > 0 else { throw MovieError.noFrames(path: path) }
    var attempts = byteLimit == nil || writer.hasAlpha && format != .gif ? [settings] : settings.attempts(of: format)
    var choice: String?
    while true {
      let settings = attempts.removeFirst()
      try write(settings, writer, to: draft, frameCount: frameCount)
      let size = Self.size(of: draft.path)
      guard let byteLimit, size > byteLimit else { break }
      guard let next = attempts.first else {
        throw OutputError.tooLarge(path: path, byteCount: size, limit: byteLimit)
      }
      choice = next.choice
    }
    var output = RecordedOutput(url: URL(fileURLWithPath: path), byteCount: try draft.commit())
    output.size = writer.size
    output.frameRate = writer.rate
    output.choice = choice
    return output
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

  /// Removes what was begun; an older file of the same name stays.
  public func cancel() {
    writer = nil
    draft = nil
  }
}

extension OutputFormat {
  /// The animated pictures.
  static let animations = [animation("GIF", .gif), animation("animated PNG", .apng), animation("WebP", .webp)]

  private static func animation(_ name: String, _ format: AnimationFormat) -> OutputFormat {
    OutputFormat(name, ending: format.rawValue, abilities: []) { output in
      AnimationSink(
        format, path: output.path, settings: output.animation, byteLimit: output.byteLimit, replacing: output.replacing)
    }
  }
}
