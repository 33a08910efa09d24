import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelTiming

/// Writes pictures as an H.264 movie with a constant frame rate.
///
/// A file grows as `NAME.partial.mp4` beside its target: a fragmented MP4 that plays even if the process dies, except for the last
/// half second and the pictures still in the encoder (`VideoConfiguration.delay`). `finish` copies it into the
/// container of the target's ending, with the index in front, syncs it to the disk, and renames it to
/// the target. `UnfinishedMovie` does that for a writer that died.
///
/// `finish`, `cancel` or `abandon` ends the writing. A writer that is dropped without any of them is like a process that died:
/// what it has written stays in the partial file.
///
/// The writer is an actor on a thread of its own, because converting and encoding block. Its memory does not grow
/// with the movie, except for some hundred bytes per frame for the index while it is completed.
public actor MovieWriter {
  /// What is written and how.
  public nonisolated let configuration: VideoConfiguration
  /// The destination of the movie.
  public nonisolated let destination: MovieDestination

  private nonisolated let executor: SerialQueueExecutor
  private var session: WritingSession?
  /// The picture of the last frame, where frames come without what changed.
  private var last: Bitmap?

  /// The executor on which every method runs: a thread that may block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the encoder and the growing file.
  ///
  /// - Parameters:
  ///   - destination: Where the movie goes.
  ///   - configuration: What it is like and how it is encoded.
  ///   - tracks: What is heard, and what else stands beside the pictures.
  /// - Throws: `SoundError` for sound that cannot be read, `InvalidValue` for a configuration or name that cannot be; `MovieError` where the encoder is missing or
  ///   refuses; `OutputError` where the target is a folder or must not be replaced, its folder is missing or closed to
  ///   writing, or the unfinished file of another recording is there; `FFmpegError` for what else FFmpeg refuses.
  public init(
    to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks = FilmTracks()
  ) throws {
    try self.init(to: destination, configuration: configuration, tracks: tracks, standardOutput: 1)
  }

  /// Opens a writer whose standard output is another file descriptor, which stays open.
  ///
  /// - Parameter executor: Its executor: an actor that shares it calls the writer without a change of threads.
  package init(
    to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks = FilmTracks(),
    standardOutput: Int32, executor: SerialQueueExecutor = SerialQueueExecutor(label: "reel.movie-writer")
  ) throws {
    self.configuration = configuration
    self.destination = destination
    self.executor = executor
    session = try WritingSession(
      to: destination, configuration: configuration, tracks: tracks, standardOutput: standardOutput)
  }

  /// Opens a movie file for the pieces of a film that are all there.
  ///
  /// It has no growing file, and nothing can be recovered of it: if the process dies, whoever joins the pieces again begins anew.
  ///
  /// - Parameter frameCount: The frames of all pieces.
  /// - Throws: As for a movie that grows.
  package init(
    joining frameCount: Int, to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks
  ) throws {
    self.configuration = configuration
    self.destination = destination
    executor = SerialQueueExecutor(label: "reel.movie-writer")
    session = try WritingSession(
      to: destination, configuration: configuration, tracks: tracks, standardOutput: -1, joinedFrameCount: frameCount)
  }

  /// Opens the encoder for a piece of a film, which `append(_:)` of another writer puts into a movie.
  ///
  /// - Throws: As for a movie; `InvalidValue` for a film that has no segments.
  package init(
    to piece: PacketDestination, configuration: VideoConfiguration,
    executor: SerialQueueExecutor = SerialQueueExecutor(label: "reel.movie-writer")
  ) throws {
    self.configuration = configuration
    destination = .standardOutput
    self.executor = executor
    session = try WritingSession(to: piece, configuration: configuration)
  }

  /// The number of bitmaps that were converted, wholly or in part; one in which nothing changed is not.
  package var conversionCount: Int { session?.conversionCount ?? 0 }

  /// The number of frames so far, including repeated ones; 0 after the end.
  public var frameCount: Int { session?.frameCount ?? 0 }

  /// The number of frames that would survive a crash now: those that the partial file plays.
  ///
  /// The others are in the encoder, with its fixed lookahead, or in the open fragment: half a second
  /// of film, or what came in a second. 0 for a stream, which keeps nothing, and after the end.
  public var savedFrameCount: Int { session?.savedFrameCount ?? 0 }

  /// Adds the picture of the frame `index`, which is shown until the next one.
  ///
  /// The frame rate is constant: missing indices repeat the previous picture (before the first, the
  /// first), which costs the encoder little.
  ///
  /// - Parameters:
  ///   - frame: The picture, of the configured size.
  ///   - changed: The tiles that differ from the picture before. Only these are converted, and none if it is empty. The
  ///     first picture is converted completely.
  ///   - index: The index of the frame, greater than that of the previous frame.
  /// - Throws: `InvalidValue` for a picture of another size or an index that does not increase, without effect;
  ///   `MovieError` if encoding fails or the writer is closed, `OutputError` if writing fails. After a failure the writer is closed, and what
  ///   was recorded stays in the partial file.
  public func append(_ frame: Bitmap, changed: Region, at index: Int) throws {
    try append(frame, changed: changed, at: index, shown: nil)
  }

  /// Adds the picture of the next frame; what changed since the one before is found by comparison, and costs nothing else.
  ///
  /// - Throws: as for a picture with its changes.
  public func append(_ frame: Bitmap) throws {
    try append(frame, changed: last.map { frame.changes(since: $0) } ?? .all(of: frame.size), at: frameCount)
    last = frame
  }

  /// Adds the picture of the frame `index` of a film whose frames have times of their own.
  ///
  /// - Throws: as for any bitmap.
  package func append(_ frame: Bitmap, changed: Region, at index: Int, shown span: FrameSpan?) throws {
    try write { try session?.append(frame, changed: changed, at: index, shown: span) }
  }

  /// Adds the picture of the frame `index`, whose changed tiles are converted already; nil if none has changed.
  ///
  /// - Throws: as for a bitmap.
  package func append(_ tiles: ConvertedTiles?, at index: Int, shown span: FrameSpan? = nil) throws {
    try write { try session?.append(tiles, at: index, shown: span) }
  }

  /// Adds a picture whose samples are encoded as they are.
  ///
  /// - Throws: as for a bitmap.
  package func append(_ picture: FilmPicture, at index: Int, shown span: FrameSpan? = nil) throws {
    try write { try session?.append(picture, at: index, shown: span) }
  }

  /// Adds a piece of the film that was compressed elsewhere, behind the pieces before it.
  ///
  /// - Throws: `PacketFileError` for a piece that does not fit, after which `cancel` is all that is left to do; else as for a bitmap.
  package func append(_ packets: sending PacketFileReader) throws {
    try write { try session?.append(packets) }
  }

  private func write(_ body: () throws -> Void) throws {
    guard session != nil else { throw MovieError.writerClosed }
    do {
      try body()
    } catch let error as InvalidValue {
      throw error
    } catch let error as PacketFileError {
      throw error
    } catch {
      throw session.take()?.abandon(after: error) ?? error
    }
  }

  /// Completes the movie: when it returns, the file is complete, closed and has its name.
  ///
  /// - Parameter frameCount: The length of the movie in frames, if it exceeds the last picture, which is then shown
  ///   until the end; a smaller number has no effect.
  /// - Throws: `MovieError.noFrames` if no picture was added, and nothing is left behind; `OutputError` if
  ///   writing fails, and the partial file is kept; `InvalidValue` for more than 2³¹ − 1 frames, without effect.
  @discardableResult
  public func finish(frameCount: Int? = nil) throws -> MovieSummary {
    if let frameCount, frameCount > Int(Int32.max) {
      throw InvalidValue("frame count", frameCount, expected: "at most \(Int32.max)")
    }
    guard var session = session.take() else { throw MovieError.writerClosed }
    do {
      return try PerformanceTimer.measure("finish") { try session.finish(frameCount: frameCount) }
    } catch {
      throw session.abandon(after: error)
    }
  }

  /// Ends at once: the partial file stays, and the target is unchanged.
  ///
  /// Pictures still in the encoder are lost.
  ///
  /// - Returns: the path of the partial file, or nil if it has nothing to show, and after any other end.
  @discardableResult
  public func abandon() -> String? {
    guard let session = session.take() else { return nil }
    return session.leave()
  }

  /// Ends without a movie: the partial file is removed, and the target is unchanged.
  ///
  /// After `finish`, a failure, or another `cancel` it does nothing.
  public func cancel() {
    session.take()?.cancel()
  }
}
