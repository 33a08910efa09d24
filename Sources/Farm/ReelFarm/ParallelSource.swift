import Dispatch
import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// Draws a film by several jobs at the same time, for outputs that take its frames one after another: animated pictures, other codecs, streams.
///
/// Each job has a source of its own, and draws runs of frames in turn with the others. A frame follows from its time, and what changed in it
/// from the frame before, which a job draws first where its run begins. So an output gets the same frames and the same changes as from
/// one source, and has the same bytes.
package final class ParallelSource: FrameSource {
  package let size: PixelSize
  package let frameRate: FrameRate?
  package let mayHoldStill: Bool
  package let mayDrawAhead: Bool
  package let hasAlpha: Bool

  private let jobs: [DrawingJob]
  private let runLength: Int
  private var frames: [DrawnFrame] = []
  private var run = -1

  /// The most frames of a run, and the most memory of its pictures.
  private static let (longestRun, runBytes) = (32, 64 << 20)

  /// The frames of a run in films of a size: as many as fit into some memory, and two at least.
  static func runLength(_ size: PixelSize) -> Int {
    max(2, min(longestRun, runBytes / max(1, 4 * size.area)))
  }

  /// The memory that jobs take, in bytes: a run is drawn while another waits.
  package static func memory(jobs: Int, size: PixelSize) -> Int {
    (jobs + 1) * runLength(size) * 4 * size.area
  }

  /// Begins to draw.
  ///
  /// - Parameters:
  ///   - jobs: How many draw at the same time, 1 or more.
  ///   - frameCount: The frames of the film.
  ///   - make: Sets up a source of the film. It is called for each job.
  /// - Throws: As `make` does; `FarmError.memoryShort`.
  package init(jobs count: Int, frameCount: Int, make: @escaping @Sendable () throws -> any FrameSource) throws {
    let first = try make()
    (size, frameRate, mayHoldStill, hasAlpha) = (first.size, first.frameRate, first.mayHoldStill, first.hasAlpha)
    mayDrawAhead = first.mayDrawAhead
    runLength = Self.runLength(size)
    let needed = Self.memory(jobs: count, size: size)
    if let free = WorkingMemory.available(), free < needed {
      throw FarmError.memoryShort(jobs: count, size: size, neededBytes: needed, freeBytes: free)
    }
    let rate = frameRate ?? 10
    let runCount = (frameCount + runLength - 1) / runLength
    jobs = (0..<max(1, min(count, runCount))).map { _ in DrawingJob() }
    for (index, job) in jobs.enumerated() {
      let runs = stride(from: index, to: runCount, by: jobs.count).map { [runLength] run in
        run * runLength..<min((run + 1) * runLength, frameCount)
      }
      job.draw(runs, at: rate, make)
    }
  }

  deinit {
    for job in jobs { job.stop() }
  }

  /// Waits for a frame; their numbers increase.
  package func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    while run < time.index / runLength {
      run += 1
      frames = try jobs[run % jobs.count].take()
    }
    switch frames[time.index - run * runLength] {
    case .whole(let picture):
      bitmap = picture
      return .all(of: size)
    case .changed(let patch):
      if !patch.region.isEmpty { patch.put(into: &bitmap) }
      return patch.region
    }
  }
}

/// A frame that waits for its turn.
private enum DrawnFrame: Sendable {
  /// One that is new everywhere.
  case whole(Bitmap)
  /// What is new in it.
  case changed(PixelPatch)
}

/// Draws runs of frames on a thread of its own, one run ahead of whoever takes them.
private final class DrawingJob: Sendable {
  private struct State {
    var run: Result<[DrawnFrame], any Error>?
    var isStopped = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "reel.drawing", qos: .userInitiated)
  /// Whether a run may be drawn, and whether one was.
  private let (room, ready) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  /// Begins to draw.
  func draw(
    _ runs: [Range<Int>], at rate: FrameRate, _ make: @escaping @Sendable () throws -> any FrameSource
  ) {
    room.signal()
    queue.async { [self] in
      do {
        var source = try make()
        var bitmap = Bitmap(size: source.size)
        for run in runs {
          room.wait()
          if state.withLock({ $0.isStopped }) { return }
          let frames = try Self.frames(run, of: &source, rate, in: &bitmap)
          state.withLock { $0.run = .success(frames) }
          ready.signal()
        }
      } catch {
        state.withLock { $0.run = .failure(error) }
        ready.signal()
      }
    }
  }

  private static func frames(
    _ run: Range<Int>, of source: inout any FrameSource, _ rate: FrameRate, in bitmap: inout Bitmap
  ) throws -> [DrawnFrame] {
    // What changed in the first frame is told against the one before, wherever this job was.
    if run.lowerBound > 0 {
      _ = try source.draw(at: FrameTime(index: run.lowerBound - 1, frameRate: rate), into: &bitmap)
    }
    return try run.map { index in
      let changed = try source.draw(at: FrameTime(index: index, frameRate: rate), into: &bitmap)
      return changed.isAll ? .whole(bitmap) : .changed(PixelPatch(changed, of: bitmap))
    }
  }

  /// Waits for the next run, and lets the one behind it be drawn.
  func take() throws -> [DrawnFrame] {
    ready.wait()
    let run = state.withLock { $0.run.take() }
    room.signal()
    return try run?.get() ?? []
  }

  /// Ends drawing after the run that is in work.
  func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
  }
}
