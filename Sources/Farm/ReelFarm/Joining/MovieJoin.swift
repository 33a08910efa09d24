import ReelFiles
import ReelTiming
import ReelVideo

/// Joins finished parts into a movie: MP4 or QuickTime, without sound.
///
/// Each byte of a large movie is written once, because its index is laid out before the pictures come. The movie
/// grows in the private folder of its draft. If the process dies nothing is lost: the next one takes the folder over.
/// Movies with sound and Matroska go through `MovieWriter(joining:…)`; the bytes are the same.
package actor MovieJoin {
  private let parts: [MoviePart]
  private let frameCount: Int
  private let output: OutputFile
  private let container: MediaContainer
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  private let tracks: FilmTracks
  private let measuredSize: Int
  private nonisolated let executor = SerialQueueExecutor(label: "reel.movie-join")

  /// The executor for all work: a thread that may block.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a join; nil if the film's container or sound needs `MovieWriter(joining:…)`.
  ///
  /// - Parameter measuredSize: The total size of all parts from which the index is laid out before the pictures
  ///   come.
  /// - Throws: As `MovieWriter` does for a configuration or a file.
  package init?(
    _ parts: [MoviePart], frameCount: Int, to destination: MovieDestination, configuration: VideoConfiguration,
    tracks: FilmTracks, measuredSize: Int = FastStart.smallestByteCount
  ) throws {
    let container = try destination.container
    guard tracks.sound.isEmpty, container.isQuickTimeFamily, let output = try destination.outputFile() else {
      return nil
    }
    self.container = container
    self.parts = parts
    self.frameCount = frameCount
    self.output = output
    self.destination = destination
    self.configuration = configuration
    self.tracks = tracks
    self.measuredSize = measuredSize
  }

  /// Makes the movie.
  ///
  /// - Parameters:
  ///   - isCancelled: Called now and then until the movie is being finished; returns true to stop the work.
  ///   - progress: Receives the number of joined frames, now and then.
  /// - Throws: `PacketFileError` for parts that do not fit together, `OutputError` if the movie cannot be written,
  ///   `MovieError` if the encoder of the parts is missing, `CancellationError`. Nothing is left in these cases.
  @discardableResult
  package func write(
    isCancelled: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> MovieSummary {
    try PerformanceTimer.measure("write") { try join(isCancelled, progress) }
  }

  private func join(
    _ isCancelled: @escaping @Sendable () -> Bool, _ progress: @escaping @Sendable (Int) -> Void
  ) throws -> MovieSummary {
    try configuration.validate()
    try configuration.reserveMemory()
    try PartialFile.requireNone(beside: output)
    let (description, packets, encoder) = try open(isCancelled, progress)
    let draft = try OutputDraft(for: output)
    do throws(FFmpegError) {
      try Remuxer.copy(
        from: Remuxer.Source(path: draft.path, description: description, packets: packets), to: draft.path,
        container: container,
        frameRate: configuration.frameRate, tracks: tracks, frameCount: frameCount,
        measuredSize: measuredSize)
    } catch {
      throw packets.failure ?? draft.failure(error)
    }
    guard packets.packetCount == frameCount else { throw wrongCount(packets.packetCount) }
    return MovieSummary(
      url: destination.url, frameCount: frameCount, frameRate: configuration.frameRate, size: configuration.size,
      byteCount: try draft.commit(), encoder: encoder)
  }

  private func wrongCount(_ count: Int) -> PacketFileError {
    .broken(
      path: parts.first?.path ?? output.givenPath,
      reason: "the parts have \(count) frames in all, but the film has \(frameCount)")
  }

  /// Opens the encoder that made the parts, to get its stream parameters, and returns a film of one frame that
  /// describes them.
  private func open(
    _ isCancelled: @escaping @Sendable () -> Bool, _ progress: @escaping @Sendable (Int) -> Void
  ) throws -> ([UInt8], JoinedPackets, String) {
    do {
      let streams = try StreamsToCome(configuration)
      let packets = JoinedPackets(
        parts, timeBase: streams.timeBase, parameterSets: streams.parameterSets, isCancelled: isCancelled,
        progress: progress)
      let packet = try Packet()
      guard try parts.contains(where: { try $0.reader().read(into: packet) }) else { throw wrongCount(0) }
      return (try streams.description(with: packet), packets, streams.encoderName)
    } catch let error as FFmpegError {
      throw MovieError.refused(configuration, error)
    }
  }
}
