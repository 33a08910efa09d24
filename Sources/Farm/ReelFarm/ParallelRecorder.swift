import ReelFiles
import ReelFilms
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// Records a film with several segments drawn and compressed at the same time.
///
/// They are written in their order, so the growing file is that of any recording, and the film has the same bytes. What is ahead of it waits in
/// a `SegmentFolder`, at most two segments for each job; what an earlier recording of the film left there is taken up.
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
    /// The segments that an earlier recording had left.
    var takenUpCount = 0
  }

  /// A segment that is made.
  private struct Segment: Sendable {
    var index: Int
    var content: Content
    /// Its frames; fewer than it should have if the recording was stopped.
    var frameCount: Int
  }

  /// The open file of a segment.
  private enum Content: Sendable {
    case made(SegmentFile)
    /// An earlier recording made it.
    case found(WholePart)

    var descriptor: Int32 {
      switch self {
      case .made(let file): file.descriptor
      case .found(let part): part.descriptor
      }
    }
  }

  private let pieces: FilmPieces
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  private let jobs: Int
  private let segments: SegmentFolder
  private let identity: PartIdentity
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
    self.jobs = min(jobs, max(1, pieces.segmentCount))
    guard let file = try destination.outputFile() else { preconditionFailure("a film of several jobs is a file") }
    segments = SegmentFolder(beside: file)
    identity = try PartIdentity(film)
    (progress, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // The writer's own encoder opens, and waits for nothing: it takes the memory of a job as well.
    let needed = configuration.estimatedMemory * (self.jobs + 1)
    if let free = WorkingMemory.available(), free < needed {
      throw FarmError.memoryShort(jobs: self.jobs, size: configuration.size, neededBytes: needed, freeBytes: free)
    }
  }

  /// The segments that an earlier recording had left, and that were not made again.
  package var takenUpCount: Int { state.withLock { $0.takenUpCount } }

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
    // The growing file is locked first: from then on the folder is this recording's alone.
    let writer = try MovieWriter(to: destination, configuration: configuration, tracks: pieces.film.tracks)
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
      // A full disk for example: what there is stays, as after a crash.
      let kept = await writer.abandon()
      if segments.whole.isEmpty { segments.remove() }
      throw kept == nil ? error : error.keeping(kept)
    } catch {
      await writer.cancel()
      segments.remove()
      throw error
    }
  }

  /// Makes the segments, and adds each to the film as soon as those before it are there.
  private func write(to writer: MovieWriter) async throws {
    let count = pieces.segmentCount
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
    let count = await writer.frameCount
    try await writer.append(try PacketFileReader(descriptor: segment.content.descriptor, path: path))
    guard await writer.frameCount - count == segment.frameCount else {
      throw PacketFileError.broken(path: path, reason: "it does not hold \(segment.frameCount) frames")
    }
    let saved = await writer.savedFrameCount
    state.withLock { $0.savedFrameCount = saved }
    switch segment.content {
    case .made(let file): file.remove()
    case .found(let part): unlink(part.path)
    }
  }

  private func number(of segment: Int) -> PartNumber {
    PartNumber(segment + 1, of: pieces.segmentCount)
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
    let recorder = try pieces.recorder(
      of: frames,
      to: PacketDestination(descriptor: file.descriptor, path: segments.folder.path(of: number), head: try head.json))
    let isWanted = state.withLock { state in
      if !state.isStopped { state.running[index] = recorder }
      return !state.isStopped
    }
    guard isWanted || index == 0 else { return Segment(index: index, content: .made(file), frameCount: 0) }
    defer { state.withLock { $0.running[index] = nil } }
    async let told: Void = tell(recorder, index)
    let recording = try await recorder.record(frames: frames.count)
    await told
    if recording.frameCount == frames.count { try file.keep() }
    return Segment(index: index, content: .made(file), frameCount: recording.frameCount)
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
