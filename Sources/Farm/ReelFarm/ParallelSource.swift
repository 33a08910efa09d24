import Dispatch
import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// Draws a film in parallel for outputs that take frames one after another: animated pictures, other codecs and
/// streams.
///
/// Each job has its own source and takes its turn at drawing runs of frames. A frame depends only on its time. Its
/// changed region depends on the frame before, which a job draws first where its run begins. An output therefore gets
/// the same frames, regions and bytes as from a single source.
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

  /// The maximum number of frames in a run, and the maximum memory of its pictures in bytes.
  private static let (longestRun, runBytes) = (32, 64 << 20)

  /// The length of a run for a picture size: as many frames as fit in `runBytes`, and at least two.
  static func runLength(_ size: PixelSize) -> Int {
    max(2, min(longestRun, runBytes / max(1, 4 * size.area)))
  }

  /// The memory that the jobs need, in bytes: while one run waits, the next is drawn.
  package static func memory(jobs: Int, size: PixelSize) -> Int {
    (jobs + 1) * runLength(size) * 4 * size.area
  }

  /// Starts drawing.
  ///
  /// - Parameters:
  ///   - jobs: The number of parallel jobs, at least 1.
  ///   - frameCount: The number of frames in the film.
  ///   - make: Creates a source of the film, once for each job.
  /// - Throws: The errors of `make`; `FarmError.memoryShort`.
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

  /// Waits for a frame.
  ///
  /// Frame numbers must increase from call to call.
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

/// A drawn frame waiting for its turn.
private enum DrawnFrame: Sendable {
  /// A frame in which everything is new.
  case whole(Bitmap)
  /// The changed part of a frame.
  case changed(PixelPatch)
}

/// Draws runs of frames on its own thread, one run ahead of the consumer.
private final class DrawingJob: Sendable {
  private struct State {
    var run: Result<[DrawnFrame], any Error>?
    var isStopped = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "reel.drawing", qos: .userInitiated)
  /// Signals that a run may be drawn, and that one was drawn.
  private let (room, ready) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  /// Starts drawing.
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
    // The first frame's changes are relative to the frame before it, whatever this job drew last.
    if run.lowerBound > 0 {
      _ = try source.draw(at: FrameTime(index: run.lowerBound - 1, frameRate: rate), into: &bitmap)
    }
    return try run.map { index in
      let changed = try source.draw(at: FrameTime(index: index, frameRate: rate), into: &bitmap)
      return changed.isAll ? .whole(bitmap) : .changed(PixelPatch(changed, of: bitmap))
    }
  }

  /// Waits for the next run and lets the following one be drawn.
  func take() throws -> [DrawnFrame] {
    ready.wait()
    let run = state.withLock { $0.run.take() }
    room.signal()
    return try run?.get() ?? []
  }

  /// Stops drawing after the current run.
  func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
  }
}
