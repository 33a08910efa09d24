import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Owns the source and its framebuffer; draws on its own thread, so that drawing never blocks the cooperative pool.
actor CaptureWorker {
  nonisolated let size: PixelSize
  /// Whether frames may be transparent.
  nonisolated let hasAlpha: Bool
  /// The clock of the frames' own times.
  nonisolated let frameClock: TimeBase?
  /// The number of frames, if the source knows it.
  nonisolated let expectedFrameCount: Int?
  /// The samples that the source offers.
  nonisolated let samples: StoredSamples?
  /// When the last frame ends, in seconds, where frames have times of their own.
  private var end: Double?
  private let mayDrawAhead: Bool
  private let executor = SerialQueueExecutor(label: "reel.capture")
  /// Nil once the last frame is drawn: its memory is not needed while the film is completed.
  private var source: (any FrameSource)?
  private var bitmap: Bitmap
  private var statistics = CaptureStatistics()
  /// The changes that the sink does not know yet: those of dropped frames, and before the first frame everything.
  private var unsent: Region

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init<S: FrameSource>(source: sending S, size: PixelSize) {
    self.size = size
    hasAlpha = source.hasAlpha
    mayDrawAhead = source.mayDrawAhead
    frameClock = source.frameClock
    expectedFrameCount = source.expectedFrameCount
    samples = (source as? any SampledSource)?.samples
    self.source = source
    bitmap = Bitmap(size: size)
    unsent = .all(of: size)
  }

  /// The parameters of a film for the loop.
  struct Film: Sendable {
    var frameRate: FrameRate
    var pace: Pace
    var frameCount: Int?
    var queue: FrameQueue
    /// The form in which the sink takes frames.
    var form: FrameForm
    /// Is called after each frame was passed on.
    var onCapture: @Sendable (RecordingProgress, Bitmap?) -> Void
  }

  /// The outcome of a film.
  struct Captured: Sendable {
    /// Its length in frames.
    var frameCount: Int
    /// Its length in seconds, where frames have times of their own.
    var seconds: Double?
    var statistics: CaptureStatistics
  }

  /// Whether a frame may equal the one before.
  var mayHoldStill: Bool { source?.mayHoldStill ?? true }

  /// Captures frames until the film is complete or the task is cancelled.
  ///
  /// - Returns: the length of the film and what happened to its frames.
  func capture(_ film: Film) async throws -> Captured {
    defer { source = nil }
    return try await capture(film, on: film.pace.timer)
  }

  /// A drawn frame, with what goes to the sink if that was prepared at once.
  private struct Drawn: Sendable {
    var frame: Frame
    var drawingTime: Duration
    var ready: WaitingFrame?
  }

  /// The number of frames drawn ahead: at 60 frames per second they cover the usual delay on a busy machine.
  static let maxAhead = 3

  private func capture(_ film: Film, on timer: some FrameTimer) async throws -> Captured {
    var loop = CaptureLoop(timer: timer, frameRate: film.frameRate, frameCount: film.frameCount)
    // In virtual time there are no ticks to wait for.
    if film.pace.dropsFrames, mayDrawAhead { loop.maxAhead = Self.maxAhead }
    let outcome = try await loop.run { (time) throws -> Drawn? in
      try self.prepare(time, of: film)
    } capture: { drawn in
      try await self.capture(drawn, of: film)
    } whenReady: {
      if film.pace.dropsFrames { await film.queue.consumer() }
    }
    statistics.missed = outcome.missed
    return Captured(frameCount: outcome.frameCount, seconds: end, statistics: statistics)
  }

  /// Draws a frame, and converts it if it will be accepted.
  ///
  /// - Returns: nil where the source has no more frames.
  private func prepare(_ tick: FrameTime, of film: Film) throws -> Drawn? {
    guard let time = try source?.time(atTick: tick) else { return nil }
    if time.own != nil { end = time.seconds + time.duration.seconds }
    let start = ContinuousClock.now
    let frame: Frame
    if film.form == .source {
      frame = Frame(time: time, size: size, picture: try picture(at: time))
    } else {
      let changed = try draw(at: time)
      frame = Frame(
        time: time, bitmap: bitmap, changed: changed, beside: film.form == .both ? try picture(at: time) : nil)
    }
    var drawn = Drawn(frame: frame, drawingTime: ContinuousClock.now - start)
    // Its damage is known only when the waiting frames have been passed on.
    if unsent.isEmpty, film.hasRoom(for: frame) { drawn.ready = film.waiting(frame, drawn.drawingTime) }
    return drawn
  }

  /// Passes a frame on, or drops it.
  private func capture(_ drawn: Drawn, of film: Film) async throws {
    var frame = drawn.frame
    var ready = drawn.ready
    // Samples of the source are whole pictures, and none is dropped.
    if !unsent.isEmpty, film.form != .source {
      // The changes of a dropped frame are still new to the sink.
      unsent.formUnion(frame.changed)
      frame = frame.moved(to: frame.time, changed: unsent, picture: frame.picture)
      ready = nil
    }
    var isTaken = false
    // Do not prepare a frame that is dropped.
    if film.hasRoom(for: frame) { isTaken = await film.hand(on: ready ?? film.waiting(frame, drawn.drawingTime)) }
    if film.queue.isClosed { throw CancellationError() }
    // Without changes nothing is lost: the previous picture stays.
    if isTaken || frame.changed.isEmpty {
      statistics.captured += 1
      if frame.changed.isEmpty { statistics.unchanged += 1 }
      unsent = Region(of: size)
    } else {
      statistics.dropped += 1
      unsent = frame.changed
    }
    film.onCapture(
      RecordingProgress(
        statistics: statistics, time: frame.time,
        frameCount: film.frameCount ?? expectedFrameCount.map { max($0, frame.time.index + 1) }),
      film.form == .source ? nil : frame.bitmap)
  }

  /// Takes the picture of a time as its source has it.
  private func picture(at time: FrameTime) throws -> FilmPicture? {
    try PerformanceTimer.measure("draw") {
      guard var sampled = source as? any SampledSource else { return nil }
      source = nil
      defer { source = sampled }
      return try sampled.picture(at: time)
    }
  }

  private func draw(at time: FrameTime) throws -> Region {
    let drawn = try PerformanceTimer.measure("draw") { try source?.draw(at: time, into: &bitmap) }
    guard let changed = drawn else { preconditionFailure("a source draws one film") }
    guard bitmap.size == size, changed.frame == size else {
      throw InvalidValue(
        "frame", bitmap.size == size ? changed.frame : bitmap.size,
        expected: "\(size), the size that its source reported")
    }
    return changed
  }
}

extension CaptureWorker.Film {
  /// Whether a frame may be dropped; the last frame never is.
  private func mayDrop(_ time: FrameTime) -> Bool { pace.dropsFrames && time.index + 1 != frameCount }

  /// Whether a frame will be accepted, now or when the sink is ready.
  func hasRoom(for frame: Frame) -> Bool {
    !mayDrop(frame.time) || queue.hasRoom(forStill: frame.changed.isEmpty)
  }

  /// Prepares a frame for the sink.
  func waiting(_ frame: Frame, _ drawingTime: Duration) -> WaitingFrame {
    WaitingFrame(frame.converted(to: form), drawingTime: drawingTime)
  }

  /// Passes a frame on; false if it was not accepted.
  func hand(on frame: WaitingFrame, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    mayDrop(frame.time) ? queue.offer(frame) : await queue.send(frame)
  }
}
