import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// Records a film with several segments drawn and compressed at the same time.
///
/// They are written in their order, so the growing file is that of any recording, and the film has the same bytes. What is ahead of it waits in
/// files without names, at most two segments for each job.
package final class ParallelRecorder: Sendable {
  /// The progress of the recording: the newest state only.
  ///
  /// Supports one reader.
  package let progress: AsyncStream<RecordingProgress>

  private struct State {
    var film: Task<Recording, any Error>?
    var isStopped = false
    /// The recorders of the segments that are being made.
    var running: [Int: Recorder] = [:]
    /// What happened to the frames of each segment so far.
    var statistics: [Int: CaptureStatistics] = [:]
    /// The frames that the growing file plays.
    var savedFrameCount = 0
  }

  /// A segment that is made.
  private struct Segment: Sendable {
    var index: Int
    var file: SpooledFile
    /// Its frames; fewer than it should have if the recording was stopped.
    var frameCount: Int
  }

  private let pieces: FilmPieces
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  private let jobs: Int
  private let folder: String
  private let state = Mutex(State())
  private let continuation: AsyncStream<RecordingProgress>.Continuation

  /// Creates a recorder; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - path: Its file.
  ///   - replacing: What may be replaced.
  ///   - jobs: How many segments are made at the same time, 1 or more.
  ///   - isDurable: Whether each second of the growing file is synced to the disk at once.
  /// - Throws: `InvalidValue` for a film that has no segments, `FarmError.memoryShort`, `OutputError` for a file that cannot be written.
  package init(
    _ film: FilmDescription, to path: String, replacing: ReplacementPolicy, jobs: Int, isDurable: Bool
  ) throws {
    destination = .path(path, replacing: replacing)
    pieces = try FilmPieces(film, for: destination)
    var configuration = pieces.configuration
    configuration.isDurable = isDurable
    self.configuration = configuration
    self.jobs = min(jobs, max(1, pieces.segments.count(frameCount: pieces.frameCount)))
    guard let file = try destination.outputFile() else { preconditionFailure("a film of several jobs is a file") }
    folder = OutputFile.split(file.path).folder
    (progress, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // The writer's own encoder opens, and waits for nothing: it takes the memory of a job as well.
    let needed = configuration.estimatedMemory * (self.jobs + 1)
    if let free = WorkingMemory.available(), free < needed {
      throw FarmError.memoryShort(jobs: self.jobs, size: configuration.size, neededBytes: needed, freeBytes: free)
    }
  }

  /// Stops recording: the film ends with what was captured without a gap.
  package func stop() {
    let running = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for recorder in running { recorder.stop() }
  }

  /// Starts recording and returns at once; `recording` is the result.
  package func start() {
    let film = Task { try await self.record() }
    state.withLock { $0.film = film }
  }

  /// The film, as soon as it is complete.
  ///
  /// - Throws: What made it fail, or `RecorderError.notStarted`.
  package var recording: Recording {
    get async throws {
      guard let film = state.withLock({ $0.film }) else { throw RecorderError.notStarted }
      return try await film.value
    }
  }

  private func record() async throws -> Recording {
    defer { continuation.finish() }
    let writer = try MovieWriter(to: destination, configuration: configuration, tracks: pieces.film.tracks)
    do {
      try await write(to: writer)
      let summary = try await writer.finish()
      let output = RecordedOutput(url: summary.url, byteCount: summary.byteCount, encoder: summary.encoder)
      return Recording(
        output: output, size: summary.size, frameRate: summary.frameRate, frameCount: summary.frameCount,
        statistics: state.withLock { Self.sum($0.statistics) })
    } catch {
      await writer.cancel()
      throw error
    }
  }

  /// Makes the segments, and adds each to the film as soon as those before it are there.
  private func write(to writer: MovieWriter) async throws {
    let count = pieces.segments.count(frameCount: pieces.frameCount)
    try await withThrowingTaskGroup(of: Segment.self) { group in
      var (next, written, running) = (0, 0, 0)
      var waiting: [Int: Segment] = [:]
      while written < count {
        while next < count, running < jobs, next < written + 2 * jobs, !state.withLock({ $0.isStopped }) {
          let segment = next
          group.addTask { try await self.make(segment) }
          (next, running) = (next + 1, running + 1)
        }
        guard let made = try await group.next() else { return }
        running -= 1
        waiting[made.index] = made
        while let segment = waiting.removeValue(forKey: written) {
          guard segment.frameCount > 0 else { return group.cancelAll() }
          try await append(segment, to: writer)
          written += 1
          // What follows a segment that was stopped would leave a gap.
          if segment.frameCount < frames(of: segment.index).count { return group.cancelAll() }
        }
      }
    }
  }

  private func frames(of segment: Int) -> Range<Int> {
    pieces.segments.frames(ofSegment: segment, frameCount: pieces.frameCount)
  }

  private func append(_ segment: Segment, to writer: MovieWriter) async throws {
    let path = "segment \(segment.index + 1)"
    try await writer.append(try PacketFileReader(descriptor: segment.file.descriptor, path: path))
    let saved = await writer.savedFrameCount
    state.withLock { $0.savedFrameCount = saved }
  }

  private func make(_ index: Int) async throws -> Segment {
    let file: SpooledFile
    do {
      file = try SpooledFile(inFolder: folder)
    } catch {
      throw OutputError.cannotCreate(path: folder, reason: error.reason)
    }
    let recorder = try pieces.recorder(
      of: frames(of: index), to: PacketDestination(descriptor: file.descriptor, path: "a file in \(folder)"))
    let isWanted = state.withLock { state in
      if !state.isStopped { state.running[index] = recorder }
      return !state.isStopped
    }
    guard isWanted || index == 0 else { return Segment(index: index, file: file, frameCount: 0) }
    defer { state.withLock { $0.running[index] = nil } }
    async let told: Void = tell(recorder, index)
    let recording = try await recorder.record(frames: frames(of: index).count)
    await told
    return Segment(index: index, file: file, frameCount: recording.frameCount)
  }

  /// Adds the progress of a segment to that of the film.
  private func tell(_ recorder: Recorder, _ index: Int) async {
    for await progress in recorder.progress {
      let (sum, saved) = state.withLock { state in
        state.statistics[index] = progress.statistics
        return (Self.sum(state.statistics), state.savedFrameCount)
      }
      let time = FrameTime(index: max(0, sum.captured - 1), frameRate: configuration.frameRate)
      continuation.yield(
        RecordingProgress(statistics: sum, time: time, frameCount: pieces.frameCount, savedFrameCount: saved))
    }
  }

  private static func sum(_ statistics: [Int: CaptureStatistics]) -> CaptureStatistics {
    statistics.values.reduce(into: CaptureStatistics()) { sum, one in
      sum.captured += one.captured
      sum.unchanged += one.unchanged
      sum.missed += one.missed
      sum.dropped += one.dropped
    }
  }
}
