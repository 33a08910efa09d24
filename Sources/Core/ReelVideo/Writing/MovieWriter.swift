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
  /// The properties and the encoding of the movie.
  public nonisolated let configuration: VideoConfiguration
  /// The destination of the movie.
  public nonisolated let destination: MovieDestination

  private nonisolated let executor = SerialQueueExecutor(label: "reel.movie-writer")
  private let writer: FilmWriter
  /// The picture of the last frame, where frames come without what changed.
  private var last: Bitmap?

  /// The executor on which every method runs: a thread that may block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the encoder and the growing file.
  ///
  /// - Parameters:
  ///   - destination: Where the movie goes.
  ///   - configuration: What it is like and how it is encoded.
  ///   - tracks: The sound, the chapters and the captions.
  /// - Throws: `SoundError` for sound that cannot be read, `InvalidValue` for a configuration or name that cannot be; `MovieError` where the encoder is missing or
  ///   refuses; `OutputError` where the target is a folder or must not be replaced, its folder is missing or closed to
  ///   writing, or the unfinished file of another recording is there; `FFmpegError` for what else FFmpeg refuses.
  public init(
    to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks = FilmTracks()
  ) throws {
    try self.init(to: destination, configuration: configuration, tracks: tracks, standardOutput: 1)
  }

  /// Opens a writer whose standard output is another file descriptor, which stays open.
  package init(
    to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks = FilmTracks(),
    standardOutput: Int32
  ) throws {
    self.configuration = configuration
    self.destination = destination
    writer = try FilmWriter(
      to: .movie(destination, standardOutput: standardOutput), configuration: configuration, tracks: tracks)
  }

  /// Opens a movie file for the parts of a film that are all there.
  ///
  /// See `FilmTarget.joined`.
  ///
  /// - Parameter frameCount: The frames of all parts.
  /// - Throws: As for a movie that grows.
  package init(
    joining frameCount: Int, to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks
  ) throws {
    self.configuration = configuration
    self.destination = destination
    writer = try FilmWriter(
      to: .joined(destination, frameCount: frameCount), configuration: configuration, tracks: tracks)
  }

  /// The number of bitmaps that were converted, wholly or in part; one in which nothing changed is not.
  package var conversionCount: Int { writer.conversionCount }

  /// The number of frames so far, including repeated ones; 0 after the end.
  public var frameCount: Int { writer.frameCount }

  /// The number of frames that would survive a crash now: those that the partial file plays.
  ///
  /// The others are in the encoder, with its fixed lookahead, or in the open fragment: half a second
  /// of film, or what came in a second. 0 for a stream, which keeps nothing, and after the end.
  public var savedFrameCount: Int { writer.savedFrameCount }

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
    try writer.append(frame, changed: changed, at: index)
  }

  /// Adds the picture of the next frame; what changed since the one before is found by comparison, and costs nothing else.
  ///
  /// - Throws: as for a picture with its changes.
  public func append(_ frame: Bitmap) throws {
    try append(frame, changed: last.map { frame.changes(since: $0) } ?? .all(of: frame.size), at: frameCount)
    last = frame
  }

  /// Adds the picture of the frame `index`, whose changed tiles are converted already; nil if none has changed.
  ///
  /// - Throws: as for a bitmap.
  package func append(_ tiles: ConvertedTiles?, at index: Int) throws {
    try writer.append(tiles, at: index)
  }

  /// Adds a part of the film that was compressed elsewhere, behind the parts before it.
  ///
  /// - Throws: `PacketFileError` for a part that does not fit, after which `cancel` is all that is left to do; else as for a bitmap.
  package func append(_ packets: sending PacketFileReader) throws { try writer.append(packets) }

  /// Completes the movie: when it returns, the file is complete, closed and has its name.
  ///
  /// - Parameter frameCount: The length of the movie in frames, if it exceeds the last picture, which is then shown
  ///   until the end; a smaller number has no effect.
  /// - Throws: `MovieError.noFrames` if no picture was added, and nothing is left behind; `OutputError` if
  ///   writing fails, and the partial file is kept; `InvalidValue` for more than 2³¹ − 1 frames, without effect.
  @discardableResult
  public func finish(frameCount: Int? = nil) throws -> MovieSummary { try writer.finish(frameCount: frameCount) }

  /// Ends at once: the partial file stays, and the target is unchanged.
  ///
  /// Pictures still in the encoder are lost.
  ///
  /// - Returns: the path of the partial file, or nil if it has nothing to show, and after any other end.
  @discardableResult
  public func abandon() -> String? { writer.abandon() }

  /// Ends without a movie: the partial file is removed, and the target is unchanged.
  ///
  /// After `finish`, a failure, or another `cancel` it does nothing.
  public func cancel() { writer.cancel() }
}
