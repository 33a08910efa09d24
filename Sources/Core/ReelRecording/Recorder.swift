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
///
/// Keep the recorder as long as it records. One that nobody holds any more stops, as if `stop()` were called: the film is completed with what
/// was captured so far, and the delegate receives the result. A film that was started with a length is recorded to its end.
public final class Recorder: Sendable {
  private let film: RunningFilm

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
    let frameRate = frameRate ?? source.frameRate ?? 10
    film = RunningFilm(
      sink: sink, frameRate: frameRate, pace: pace, tracks: tracks, worker: CaptureWorker(source: source, size: size))
    film.setRecorder(self)
  }

  /// Creates a recorder of a film whose own is gone, for its delegate.
  init(_ film: RunningFilm) { self.film = film }

  deinit { film.release() }

  /// The frame rate of the film.
  public var frameRate: FrameRate { film.frameRate }
  /// The size of the frames, from the source.
  public var size: PixelSize { film.size }

  /// The progress of the recording: the newest state only.
  ///
  /// Ends with the recording. Supports one reader.
  public var progress: AsyncStream<RecordingProgress> { film.progress }

  /// Receives progress and the result; held weakly.
  ///
  /// If the recording ended without a delegate, the next one that is set receives the result then.
  public var delegate: (any RecorderDelegate)? {
    get { film.delegate }
    set { film.delegate = newValue }
  }

  /// The picture captured last, readable at any time; nil before the first.
  public var currentFrame: Bitmap? { film.currentFrame }

  /// Whether the recording has started and not ended.
  public var isRecording: Bool { film.isRecording }

  /// The film, as soon as it is complete; the delegate is told at the same time, and may read it here too.
  ///
  /// - Throws: what made it fail, or `RecorderError.notStarted`.
  public var recording: Recording {
    get async throws {
      // Who waits for the film holds the recorder.
      defer { withExtendedLifetime(self) {} }
      return try await film.recording
    }
  }

  /// Starts recording and returns at once.
  ///
  /// Without a length, a recording continues until it is stopped or nobody holds the recorder any more.
  ///
  /// - Parameter frameCount: the length of the film in frames, or nil to continue until `stop()`.
  /// - Throws: `RecorderError.alreadyStarted`, or `InvalidValue` for a length below 1 or beyond the limit of a movie.
  public func start(frameCount: Int? = nil) throws {
    if let frameCount, !(1...Int(Int32.max)).contains(frameCount) {
      throw InvalidValue("number of frames", frameCount, expected: "from 1 to \(Int32.max)")
    }
    try film.start(frameCount: frameCount)
  }

  /// Stops recording: the film is completed with what was captured so far, then the delegate is told.
  ///
  /// Returns at once; await `recording` for the end. It is harmless to call it twice, before the start or after the end.
  public func stop() { film.stop() }

  /// Ends at once: the film is not completed, and what was written so far stays as after a crash.
  ///
  /// `recording` and the delegate then report `RecorderError.abandoned`, with the path of what was kept. Returns at once;
  /// harmless before the start and after the end. A film that only lacks its name still gets it.
  public func abandon() { film.abandon() }

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
}
