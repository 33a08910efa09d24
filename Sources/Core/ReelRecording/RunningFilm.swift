import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Synchronization

/// The recording of a `Recorder`: lives until its film is complete.
///
/// The tasks that make the film hold this and not the recorder, which therefore ends with its last holder.
final class RunningFilm: Sendable {
  let frameRate: FrameRate
  let progress: AsyncStream<RecordingProgress>
  var size: PixelSize { worker.size }

  private struct State {
    var lifecycle = RecorderLifecycle()
    var film: Task<Recording, any Error>?
    var loop: Task<CaptureWorker.Captured, any Error>?
    var queue: FrameQueue?
    var isEndless = false
    var isAbandoned = false
    var currentFrame: Bitmap?
    weak var recorder: Recorder?
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

  init(sink: any FrameSink, frameRate: FrameRate, pace: Pace, tracks: FilmTracks, worker: CaptureWorker) {
    self.sink = sink
    self.frameRate = frameRate
    self.pace = pace
    self.tracks = tracks
    self.worker = worker
    (progress, progressContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func setRecorder(_ recorder: Recorder) { state.withLock { $0.recorder = recorder } }

  /// The recorder that a delegate is given: a new one of the same film where nobody holds the first any more.
  private var recorder: Recorder { state.withLock { $0.recorder } ?? Recorder(self) }

  var delegate: (any RecorderDelegate)? {
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

  var currentFrame: Bitmap? { state.withLock { $0.currentFrame } }

  var isRecording: Bool {
    state.withLock { $0.lifecycle.state == .recording || $0.lifecycle.state == .finishing }
  }

  var recording: Recording {
    get async throws {
      guard let film = state.withLock({ $0.film }) else { throw RecorderError.notStarted }
      return try await film.value
    }
  }

  func start(frameCount: Int?) throws {
    try state.withLock { state in
      guard state.lifecycle.start() else { throw RecorderError.alreadyStarted }
      state.isEndless = frameCount == nil
      let calls = DelegateProgress { progress in
        await self.delegate?.recorder(self.recorder, didCapture: progress)
      }
      let film = Task { try await self.run(frameCount: frameCount, delegateCalls: calls) }
      state.film = film
      // A separate task: a delegate that waits, or awaits the recording, must not block the film.
      Task { await self.notifyDelegate(of: film, after: calls) }
    }
  }

  func stop() {
    state.withLock { state in
      if state.lifecycle.beginFinishing() { state.loop?.cancel() }
    }
  }

  /// Nobody holds the recorder any more: a film without an end of its own would never end.
  func release() {
    if state.withLock({ $0.isEndless }) { stop() }
  }

  func abandon() {
    let queue = state.withLock { state -> FrameQueue? in
      guard state.lifecycle.state == .recording || state.lifecycle.state == .finishing else { return nil }
      state.isAbandoned = true
      _ = state.lifecycle.beginFinishing()
      state.loop?.cancel()
      return state.queue
    }
    queue?.close()
  }

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
      } else if var stopped = error as? SourceStopped {
        stopped.keptPath = await sink.breakOff()
        error = stopped
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
    case .success(let recording): await delegate.recorder(recorder, didFinish: recording)
    case .failure(let error): await delegate.recorder(recorder, didFail: error)
    }
  }

  private func makeFilm(frameCount: Int?, delegateCalls: DelegateProgress) async throws -> Recording {
    let (sink, size, frameRate) = (sink, size, frameRate)
    var stream = FrameStream(
      size: size, frameRate: frameRate, pace: pace, mayHoldStill: await worker.mayHoldStill,
      frameCount: frameCount ?? worker.expectedFrameCount,
      hasAlpha: worker.hasAlpha, tracks: tracks)
    (stream.clock, stream.samples) = (worker.frameClock, worker.samples)
    var form = sink.form(of: stream)
    if form != .source, form != .both {
      stream.samples = nil
      form = sink.form(of: stream)
    }
    let queue = FrameQueue(
      capacity: FrameQueue.capacity(ofSamples: !form.hasPixels, size: size), maxDrawing: FrameQueue.maxDrawing(of: pace)
    )
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
    let film = try captured.get()
    let output = try await sink.finish(frameCount: film.frameCount)
    return Recording(
      output: output, size: size, frameRate: frameRate, frameCount: film.frameCount, statistics: film.statistics,
      seconds: film.seconds)
  }

  private func startLoop(
    frameCount: Int?, queue: FrameQueue, form: FrameForm, delegateCalls: DelegateProgress
  ) -> Task<CaptureWorker.Captured, any Error> {
    let film = CaptureWorker.Film(
      frameRate: frameRate, pace: pace, frameCount: frameCount, queue: queue, form: form
    ) { [sink] progress, bitmap in
      var progress = progress
      progress.savedFrameCount = sink.savedFrameCount
      let isWatched = self.state.withLock { state in
        if let bitmap { state.currentFrame = bitmap }
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
