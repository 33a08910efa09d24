import ReelGeometry
import ReelTiming
import ReelVideo

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sink that makes a movie file: H.264 in MP4, MOV or Matroska, by the ending of the name.
public actor MovieSink: SampleSink {
  nonisolated let destination: MovieDestination
  private let configure: @Sendable (inout VideoConfiguration) -> Void
  private let standardOutput: Int32
  private let executor = SerialQueueExecutor(label: "reel.movie-sink")
  private var writer: MovieWriter?

  /// A queue of its own, since writing files blocks; it is the writer's too.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - destination: the file, or standard output.
  ///   - configure: changes the configuration before the encoder is opened: `{ $0.quality = .crf(18) }`.
  public init(
    to destination: MovieDestination, configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in }
  ) {
    self.init(to: destination, standardOutput: 1, configure: configure)
  }

  /// Creates a sink whose standard output is another file descriptor, which stays open.
  package init(
    to destination: MovieDestination, standardOutput: Int32,
    configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in }
  ) {
    self.destination = destination
    self.standardOutput = standardOutput
    self.configure = configure
  }

  /// Creates a sink for a file, which is replaced if it exists; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - url: the file; its ending picks the container (`.mp4`, `.m4v`, `.mov`, `.mkv`).
  ///   - configure: changes the configuration before the encoder is opened: `{ $0.quality = .crf(18) }`.
  public init(to url: URL, configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in }) {
    self.init(to: .file(url), configure: configure)
  }

  /// Opens the encoder and the file.
  ///
  /// - Throws: `InvalidValue`, `OutputError`, `MovieError` or `FFmpegError` for what can be refused before work begins.
  public func begin(size: PixelSize, frameRate: FrameRate) throws {
    try begin(size: size, frameRate: frameRate, pace: .virtual)
  }

  /// Opens the encoder and the file; in real time the encoder keeps no pictures back.
  ///
  /// - Throws: `InvalidValue`, `OutputError`, `MovieError` or `FFmpegError` for what can be refused before work begins.
  public func begin(size: PixelSize, frameRate: FrameRate, pace: Pace) throws {
    let configuration = configuration(size: size, frameRate: frameRate, pace: pace)
    writer = try PerformanceTimer.measure("open") {
      try MovieWriter(
        to: destination, configuration: configuration, standardOutput: standardOutput, executor: executor)
    }
  }

  /// Returns what the encoder will be asked for.
  package nonisolated func configuration(
    size: PixelSize, frameRate: FrameRate, pace: Pace = .virtual
  ) -> VideoConfiguration {
    var configuration = VideoConfiguration(
      size: size, frameRate: frameRate, delay: pace.dropsFrames ? .none : .lookahead)
    configure(&configuration)
    return configuration
  }

  /// Converts and encodes one frame.
  public func append(_ frame: Frame) async throws {
    guard let writer else { throw MovieError.writerClosed }
    try await writer.append(frame.bitmap, changed: frame.changed, at: frame.time.index)
  }

  package nonisolated func sampleFormat(size: PixelSize, frameRate: FrameRate, pace: Pace) -> PixelFormat? {
    let configuration = configuration(size: size, frameRate: frameRate, pace: pace)
    guard configuration.size == size, (try? configuration.validate()) != nil else { return nil }
    return configuration.pixelFormat
  }

  /// Encodes one frame.
  package func append(_ tiles: ConvertedTiles?, at index: Int) async throws {
    guard let writer else { throw MovieError.writerClosed }
    try await writer.append(tiles, at: index)
  }

  /// Completes the movie and puts it in its place.
  public func finish(frameCount: Int) async throws -> RecordedOutput {
    guard let writer = writer.take() else { throw MovieError.writerClosed }
    let summary = try await writer.finish(frameCount: frameCount)
    return RecordedOutput(url: summary.url, byteCount: summary.byteCount, encoder: summary.encoder)
  }

  /// Ends at once and keeps the partial file, which `UnfinishedMovie` can finish.
  public func abandon() async -> String? { await writer.take()?.abandon() }

  /// Removes what was begun; an older file of the same name stays.
  public func cancel() async {
    await writer.take()?.cancel()
  }
}
