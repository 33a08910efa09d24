import ReelFiles
import ReelFilms
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// Records a film by drawing and compressing several segments in parallel.
///
/// Segments are written to the growing file in order, so the film has the same bytes as with one job. Finished segments
/// wait in a `SegmentFolder`, at most two for each job. Segments that an earlier recording of the same film left there
/// are reused.
package final class ParallelRecorder: Sendable {
  /// The progress of the recording: the newest state only.
  ///
  /// Supports one reader.
  package let progress: AsyncStream<RecordingProgress>

  private struct State {
    var film: Task<Recording, any Error>?
    var isStopped = false
    /// The recorders of the segments being made.
    var running: [Int: Recorder] = [:]
    /// The frame statistics of each segment so far.
    var statistics: [Int: CaptureStatistics] = [:]
    /// The number of frames that the growing file can play.
    var savedFrameCount = 0
    /// The number of segments reused from an earlier recording.
    var takenUpCount = 0
  }

  /// A finished segment.
  private struct Segment: Sendable {
    var index: Int
    var content: Content
    /// The number of frames; fewer than planned if the recording was stopped.
    var frameCount: Int
  }

  /// The open file of a segment.
  private enum Content: Sendable {
    case made(SegmentFile)
    /// A segment made by an earlier recording.
    case found(WholePart)

    var descriptor: Int32 {
      switch self {
      case .made(let file): file.descriptor
      case .found(let part): part.descriptor
      }
    }
  }

  private let segmented: SegmentedFilm
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  private let jobs: Int
  private let segments: SegmentFolder
  private let identity: PartIdentity
  private let state = Mutex(State())
  private let continuation: AsyncStream<RecordingProgress>.Continuation

  /// Creates a recorder.
  ///
  /// Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - path: The film's file.
  ///   - replacing: Which existing files may be replaced.
  ///   - jobs: The number of segments made in parallel, at least 1.
  ///   - isDurable: Whether each second of the growing file is synced to disk immediately.
  /// - Throws: `InvalidValue` for a film that has no segments; `FarmError.memoryShort`; `OutputError` for a file that
  ///   cannot be written.
  package init(
    _ film: FilmDescription, to path: String, replacing: ReplacementPolicy, jobs: Int, isDurable: Bool
  ) throws {
    destination = .path(path, replacing: replacing)
    segmented = try SegmentedFilm(film, for: destination)
    var configuration = segmented.configuration
    configuration.isDurable = isDurable
    self.configuration = configuration
    self.jobs = min(jobs, max(1, segmented.segmentCount))
    guard let file = try destination.outputFile() else { preconditionFailure("a film of several jobs is a file") }
    segments = SegmentFolder(beside: file)
    identity = try PartIdentity(film)
    (progress, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // The writer opens an encoder too. It stays idle but needs as much memory as a job.
    let needed = configuration.estimatedMemory * (self.jobs + 1)
    if let free = WorkingMemory.available(), free < needed {
      throw FarmError.memoryShort(jobs: self.jobs, size: configuration.size, neededBytes: needed, freeBytes: free)
    }
  }

  /// The number of segments reused from an earlier recording.
  package var takenUpCount: Int { state.withLock { $0.takenUpCount } }

  /// Stops recording.
  ///
  /// The film ends at the first gap in the captured frames.
  package func stop() {
    let running = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for recorder in running { recorder.stop() }
  }

  /// Starts recording and returns immediately; `recording` is the result.
  package func start() {
    let film = Task { try await self.record() }
    state.withLock { $0.film = film }
  }

  /// The film once it is complete.
  ///
  /// - Throws: The error that stopped the recording, or `RecorderError.notStarted`.
  package var recording: Recording {
    get async throws {
      guard let film = state.withLock({ $0.film }) else { throw RecorderError.notStarted }
      return try await film.value
    }
  }

  private func record() async throws -> Recording {
    defer { continuation.finish() }
    // Lock the growing file first: from then on, the folder belongs to this recording alone.
    let writer = try MovieWriter(to: destination, configuration: configuration, tracks: segmented.film.tracks)
    do {
      try segments.create(for: identity)
      try await write(to: writer)
      let summary = try await writer.finish()
      segments.remove()
      let output = RecordedOutput(url: summary.url, byteCount: summary.byteCount, encoder: summary.encoder)
      return Recording(
        output: output, size: summary.size, frameRate: summary.frameRate, frameCount: summary.frameCount,
        statistics: state.withLock { Self.sum($0.statistics) })
    } catch let error as OutputError {
      // On a full disk, for example, the film so far is kept, as after a crash.
      let kept = await writer.abandon()
      if segments.whole.isEmpty { segments.remove() }
      throw kept == nil ? error : error.keeping(kept)
    } catch {
      await writer.cancel()
      segments.remove()
      throw error
    }
  }

  /// Makes the segments and appends each to the film once all earlier ones are there.
  private func write(to writer: MovieWriter) async throws {
    let count = segmented.segmentCount
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
          // Anything after a stopped segment would leave a gap.
          if segment.frameCount < frames(of: segment.index).count { return group.cancelAll() }
        }
      }
    }
  }

  private func frames(of segment: Int) -> Range<Int> {
    segmented.segments.frames(ofSegment: segment, frameCount: segmented.frameCount)
  }

  private func append(_ segment: Segment, to writer: MovieWriter) async throws {
    let path = "segment \(segment.index + 1)"
    let count = await writer.frameCount
    try await writer.append(try PacketFileReader(descriptor: segment.content.descriptor, path: path))
    guard await writer.frameCount - count == segment.frameCount else {
      throw PacketFileError.broken(path: path, reason: "it does not contain \(segment.frameCount) frames")
    }
    let saved = await writer.savedFrameCount
    state.withLock { $0.savedFrameCount = saved }
    switch segment.content {
    case .made(let file): file.remove()
    case .found(let part): unlink(part.path)
    }
  }

  private func number(of segment: Int) -> PartNumber {
    PartNumber(segment + 1, of: segmented.segmentCount)
  }

  private func make(_ index: Int) async throws -> Segment {
    let (number, frames) = (number(of: index), frames(of: index))
    let head = PartHead(identity, number: number, frames: frames)
    if let part = try? segments.folder.open(number), part.head == head {
      state.withLock { state in
        state.takenUpCount += 1
        state.statistics[index, default: CaptureStatistics()].captured = frames.count
      }
      return Segment(index: index, content: .found(part), frameCount: frames.count)
    }
    let file = try SegmentFile(number, in: segments.folder)
    let recorder = try segmented.recorder(
      of: frames,
      to: PacketDestination(descriptor: file.descriptor, path: segments.folder.path(of: number), head: try head.json))
    let isWanted = state.withLock { state in
      if !state.isStopped { state.running[index] = recorder }
      return !state.isStopped
    }
    guard isWanted || index == 0 else { return Segment(index: index, content: .made(file), frameCount: 0) }
    defer { state.withLock { $0.running[index] = nil } }
    async let added: Void = addProgress(recorder, index)
    let recording = try await recorder.record(frames: frames.count)
    await added
    if recording.frameCount == frames.count { try file.keep() }
    return Segment(index: index, content: .made(file), frameCount: recording.frameCount)
  }

  /// Adds the progress of a segment to the film's progress.
  private func addProgress(_ recorder: Recorder, _ index: Int) async {
    for await progress in recorder.progress {
      let (sum, saved) = state.withLock { state in
        state.statistics[index] = progress.statistics
        return (Self.sum(state.statistics), state.savedFrameCount)
      }
      let time = FrameTime(index: max(0, sum.captured - 1), frameRate: configuration.frameRate)
      continuation.yield(
        RecordingProgress(statistics: sum, time: time, frameCount: segmented.frameCount, savedFrameCount: saved))
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
