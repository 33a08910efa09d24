import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Owns the source and its framebuffer; draws on a thread of its own, so that no drawing blocks the cooperative pool.
actor CaptureWorker {
  nonisolated let size: PixelSize
  nonisolated let mayHoldStill: Bool
  private let executor = SerialQueueExecutor(label: "reel.capture")
  /// Nil when the last frame is drawn: its memory is not needed while the film is completed.
  private var source: (any FrameSource)?
  private var bitmap: Bitmap
  private var statistics = CaptureStatistics()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init<S: FrameSource>(source: sending S, size: PixelSize) {
    self.size = size
    mayHoldStill = source.mayHoldStill
    self.source = source
    bitmap = Bitmap(size: size)
  }

  /// What the loop needs to know of a film.
  struct Film: Sendable {
    var frameRate: FrameRate
    var pace: Pace
    var frameCount: Int?
    var queue: FrameQueue
    /// The samples that the sink wants, nil for pixels.
    var sampleFormat: PixelFormat?
    /// Is told of each frame after it was handed on.
    var onCapture: @Sendable (RecordingProgress, Bitmap) -> Void
  }

  /// Captures frames until the film has its length or the task is cancelled.
  ///
  /// - Returns: the length of the film and what happened to its frames.
  func capture(_ film: Film) async throws -> (frameCount: Int, statistics: CaptureStatistics) {
    defer { source = nil }
    return try await capture(film, clock: film.pace.clock)
  }

  private func capture(
    _ film: Film, clock: some Clock<Duration>
  ) async throws -> (frameCount: Int, statistics: CaptureStatistics) {
    let loop = CaptureLoop(clock: clock, frameRate: film.frameRate, frameCount: film.frameCount)
    // What was there before the first frame is nothing that the sink knows.
    var pending = Region.all(of: size)
    let outcome = try await loop.run { time in
      let start = ContinuousClock.now
      let changed = try self.draw(at: time)
      let drawingTime = ContinuousClock.now - start
      // What a dropped frame had changed is still news to the sink.
      pending.formUnion(changed)
      // A film ends with its last picture, whatever else was dropped.
      let mayDrop = film.pace.dropsFrames && time.index + 1 != film.frameCount
      var isTaken = false
      // One that is dropped is not made ready in vain.
      if !mayDrop || film.queue.hasRoom(forStill: pending.isEmpty) {
        let frame = WaitingFrame(
          Frame(time: time, bitmap: self.bitmap, changed: pending), as: film.sampleFormat,
          drawingTime: drawingTime)
        isTaken = mayDrop ? film.queue.offer(frame) : await film.queue.send(frame)
      }
      if film.queue.isClosed { throw CancellationError() }
      // Where nothing changed nothing is lost: the picture before stays on.
      if isTaken || pending.isEmpty {
        self.statistics.captured += 1
        if pending.isEmpty { self.statistics.unchanged += 1 }
        pending = Region(of: self.size)
      } else {
        self.statistics.dropped += 1
      }
      film.onCapture(
        RecordingProgress(statistics: self.statistics, time: time, frameCount: film.frameCount), self.bitmap)
    }
    statistics.missed = outcome.missed
    return (outcome.frameCount, statistics)
  }

  private func draw(at time: FrameTime) throws -> Region {
    let drawn = try PerformanceTimer.measure("draw") { try source?.draw(at: time, into: &bitmap) }
    guard let changed = drawn else { preconditionFailure("a source draws one film") }
    guard bitmap.size == size, changed.frame == size else {
      throw InvalidValue(
        "frame", bitmap.size == size ? changed.frame : bitmap.size, expected: "\(size), the size that its source told")
    }
    return changed
  }
}
