import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Synchronization

/// Records what a source draws into a sink, at a frame rate, once.
///
///     let recorder = try Recorder(source: scene, sink: MovieSink(to: url), frameRate: 10)
///     let recording = try await recorder.record(for: .seconds(30))
///
/// `record(for:)` does the whole job. People who come from UIKit set a `delegate` and call `start()` and `stop()`.
/// A recorder makes one film; make a new recorder for the next one.
public final class Recorder: Sendable {
  /// The frame rate of the film.
  public let frameRate: FrameRate
  /// The size of the frames, from the source.
  public var size: PixelSize { worker.size }

  /// The progress of the recording: the newest state only.
  ///
  /// Ends with the recording. Supports one reader.
  public let progress: AsyncStream<RecordingProgress>

  private struct State {
    var lifecycle = RecorderLifecycle()
    var film: Task<Recording, any Error>?
    var loop: Task<(frameCount: Int, statistics: CaptureStatistics), any Error>?
    var queue: FrameQueue?
    var isAbandoned = false
    var currentFrame: Bitmap?
    weak var delegate: (any RecorderDelegate)?
    /// The result of the recording, until there is a delegate to report it to.
    var untoldEnd: Result<Recording, any Error>?
  }

  private let sink: any FrameSink
  private let pace: Pace
  private let tracks: FilmTracks
  private let worker: CaptureWorker
  private let state = Mutex(State())
  private let progressContinuation: AsyncStream<RecordingProgress>.Continuation

  /// Creates a recorder; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - source: draws the frames. The recorder owns it from now on.
  ///   - sink: receives the frames.
  ///   - frameRate: the frames a second; if it is not given, the rate of the source, or 10 where that has none.
  ///   - pace: `.virtual` makes the film as fast as the machine can, `.realTime` as time goes.
  ///   - tracks: what is heard, and what else stands beside the frames; a sink without room for it leaves it out.
  /// - Throws: `InvalidValue` where the source's size has a side outside `Bitmap.sideRange`.
  public init<S: FrameSource>(
    source: sending S, sink: any FrameSink, frameRate: FrameRate? = nil, pace: Pace = .virtual,
    tracks: FilmTracks = FilmTracks()
  ) throws(InvalidValue) {
    let size = source.size
    let sides = Bitmap.sideRange
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw InvalidValue("frame size", size, expected: "from \(sides.lowerBound) to \(sides.upperBound) pixels a side")
    }
    self.frameRate = frameRate ?? source.frameRate ?? 10
    self.sink = sink
    self.pace = pace
    self.tracks = tracks
    worker = CaptureWorker(source: source, size: size)
    (progress, progressContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Receives progress and the result; held weakly.
  ///
  /// If the recording ended without a delegate, the next one that is set receives the result then.
  public var delegate: (any RecorderDelegate)? {
    get { state.withLock { $0.delegate } }
    set {
      let end = state.withLock { state in
        state.delegate = newValue
        return newValue == nil ? nil : state.untoldEnd.take()
      }
      guard let newValue, let end else { return }
      Task { await self.notify(newValue, end) }
    }
  }

  /// The picture captured last, readable at any time; nil before the first.
  public var currentFrame: Bitmap? { state.withLock { $0.currentFrame } }

  /// Whether the recording has started and not ended.
  public var isRecording: Bool {
    state.withLock { $0.lifecycle.state == .recording || $0.lifecycle.state == .finishing }
  }

  /// The film, as soon as it is complete; the delegate is told at the same time, and may read it here too.
  ///
  /// - Throws: what made it fail, or `RecorderError.notStarted`.
  public var recording: Recording {
    get async throws {
      guard let film = state.withLock({ $0.film }) else { throw RecorderError.notStarted }
      return try await film.value
    }
  }

  /// Starts recording and returns at once.
  ///
  /// A recording continues until it is stopped, even if nobody holds the recorder any more.
  ///
  /// - Parameter frameCount: the length of the film in frames, or nil to continue until `stop()`.
  /// - Throws: `RecorderError.alreadyStarted`, or `InvalidValue` for a length below 1 or beyond the limit of a movie.
  public func start(frameCount: Int? = nil) throws {
    if let frameCount, !(1...Int(Int32.max)).contains(frameCount) {
      throw InvalidValue("number of frames", frameCount, expected: "from 1 to \(Int32.max)")
    }
    try state.withLock { state in
      guard state.lifecycle.start() else { throw RecorderError.alreadyStarted }
      let calls = DelegateProgress(recorder: self)
      let film = Task { try await self.run(frameCount: frameCount, delegateCalls: calls) }
      state.film = film
      // A separate task: a delegate that waits, or awaits the recording, must not block the film.
      Task { await self.notifyDelegate(of: film, after: calls) }
    }
  }

  /// Stops recording: the film is completed with what was captured so far, then the delegate is told.
  ///
  /// Returns at once; await `recording` for the end. It is harmless to call it twice, before the start or after the end.
  public func stop() {
    state.withLock { state in
      if state.lifecycle.beginFinishing() { state.loop?.cancel() }
    }
  }

  /// Ends at once: the film is not completed, and what was written so far stays as after a crash.
  ///
  /// `recording` and the delegate then report `RecorderError.abandoned`, with the path of what was kept. Returns at once;
  /// harmless before the start and after the end. A film that only lacks its name still gets it.
  public func abandon() {
    let queue = state.withLock { state -> FrameQueue? in
      guard state.lifecycle.state == .recording || state.lifecycle.state == .finishing else { return nil }
      state.isAbandoned = true
      _ = state.lifecycle.beginFinishing()
      state.loop?.cancel()
      return state.queue
    }
    queue?.close()
  }

  /// Records a film of a given duration and returns it when it is complete.
  ///
  /// If the surrounding task is cancelled, what was captured so far becomes a shorter film.
  /// - Parameter duration: the length; rounded to a number of frames, at least one.
  @discardableResult
  public func record(for duration: Duration) async throws -> Recording {
    guard duration > .zero else {
      throw InvalidValue("duration", duration, expected: "more than 0 seconds")
    }
    return try await record(frames: frameRate.frameCount(seconds: duration / .seconds(1)))
  }

  /// Records a film of a number of frames and returns it when it is complete.
  ///
  /// If the surrounding task is cancelled, what was captured so far becomes a shorter film.
  @discardableResult
  public func record(frames frameCount: Int) async throws -> Recording {
    try start(frameCount: frameCount)
    return try await withTaskCancellationHandler {
      try await recording
    } onCancel: {
      stop()
    }
  }

  // MARK: - The film

  private func run(frameCount: Int?, delegateCalls: DelegateProgress) async throws -> Recording {
    defer { progressContinuation.finish() }
    do {
      let recording = try await makeFilm(frameCount: frameCount, delegateCalls: delegateCalls)
      state.withLock { state in _ = state.lifecycle.end(succeeded: true) }
      return recording
    } catch {
      var error = error
      if case RecorderError.abandoned = error {
        error = RecorderError.abandoned(keptPath: await sink.abandon())
      } else {
        await sink.cancel()
      }
      state.withLock { state in _ = state.lifecycle.end(succeeded: false) }
      throw error
    }
  }

  private func notifyDelegate(of film: Task<Recording, any Error>, after calls: DelegateProgress) async {
    let result = await film.result
    await calls.finish()
    let delegate = state.withLock { state in
      if state.delegate == nil { state.untoldEnd = result }
      return state.delegate
    }
    if let delegate { await notify(delegate, result) }
  }

  private func notify(_ delegate: any RecorderDelegate, _ end: Result<Recording, any Error>) async {
    switch end {
    case .success(let recording): await delegate.recorder(self, didFinish: recording)
    case .failure(let error): await delegate.recorder(self, didFail: error)
    }
  }

  private func makeFilm(frameCount: Int?, delegateCalls: DelegateProgress) async throws -> Recording {
    let (sink, size, frameRate) = (sink, size, frameRate)
    let stream = FrameStream(
      size: size, frameRate: frameRate, pace: pace, mayHoldStill: worker.mayHoldStill, frameCount: frameCount,
      hasAlpha: worker.hasAlpha, tracks: tracks)
    let form = sink.form(of: stream)
    let queue = FrameQueue(capacity: FrameQueue.capacity(ofSamples: form != .pixels, size: size))
    state.withLock { $0.queue = queue }
    // The first frame, for which fonts are loaded and caches filled, is drawn while the encoder is opened.
    let encoding = Task {
      do {
        try await sink.begin(stream)
        try await queue.hand(to: sink, isolation: sink as? any Actor)
      } catch {
        queue.close()
        throw error
      }
    }
    let loop = startLoop(
      frameCount: frameCount, queue: queue, form: form, delegateCalls: delegateCalls)
    let captured = await loop.result
    queue.finish()
    // If both failed, the sink's error is the cause: it closed the queue and thereby stopped the loop.
    try await encoding.value
    try state.withLock { state in
      if state.isAbandoned { throw RecorderError.abandoned(keptPath: nil) }
      _ = state.lifecycle.beginFinishing()
    }
    let (length, statistics) = try captured.get()
    let output = try await sink.finish(frameCount: length)
    return Recording(
      output: output, size: size, frameRate: frameRate, frameCount: length, statistics: statistics)
  }

  private func startLoop(
    frameCount: Int?, queue: FrameQueue, form: FrameForm, delegateCalls: DelegateProgress
  ) -> Task<(frameCount: Int, statistics: CaptureStatistics), any Error> {
    let film = CaptureWorker.Film(
      frameRate: frameRate, pace: pace, frameCount: frameCount, queue: queue, form: form
    ) { [sink] progress, bitmap in
      var progress = progress
      progress.savedFrameCount = sink.savedFrameCount
      let isWatched = self.state.withLock { state in
        state.currentFrame = bitmap
        return state.delegate != nil
      }
      self.progressContinuation.yield(progress)
      if isWatched { delegateCalls.yield(progress) }
    }
    let worker = worker
    let loop = Task { try await worker.capture(film) }
    state.withLock { state in
      state.loop = loop
      // stop() was called while the sink was opening.
      if state.lifecycle.state == .finishing { loop.cancel() }
    }
    return loop
  }
}
