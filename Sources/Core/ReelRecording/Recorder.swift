import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Synchronization

/// Records a source's drawing into a sink, at a frame rate, once.
///
///     let recorder = try Recorder(source: scene, sink: MovieSink(to: url), frameRate: 10)
///     let recording = try await recorder.record(for: .seconds(30))
///
/// `record(for:)` does the whole job. If you come from UIKit, set a `delegate` and call `start()` and `stop()`. A
/// recorder makes one film; make a new recorder for the next one.
///
/// Keep a reference to the recorder as long as it records. If the last reference goes away, the recording stops as if
/// `stop()` were called: the film is completed with the frames captured so far, and the delegate receives the result.
/// A film that was started with a length is recorded to its end.
public final class Recorder: Sendable {
  private let film: RunningFilm

  /// Creates a recorder without opening anything.
  ///
  /// - Parameters:
  ///   - source: Draws the frames. The recorder owns it from now on.
  ///   - sink: Receives the frames.
  ///   - frameRate: The frames per second; by default the rate of the source, or 10 if it has none.
  ///   - pace: `.virtual` makes the film as fast as the machine allows, `.realTime` in step with the wall clock.
  ///   - tracks: Sound, captions and chapters; a sink that cannot hold them leaves them out.
  /// - Throws: `InvalidValue` if a side of the source's size is outside `Bitmap.sideRange`.
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

  /// Creates a recorder for a film whose own recorder is gone, to pass to its delegate.
  init(_ film: RunningFilm) { self.film = film }

  deinit { film.release() }

  /// The frame rate of the film.
  public var frameRate: FrameRate { film.frameRate }
  /// The size of the frames, from the source.
  public var size: PixelSize { film.size }

  /// The progress of the recording.
  ///
  /// Only the newest state is kept.
  ///
  /// The stream ends with the recording. It supports one reader.
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

  /// The film, once it is complete.
  ///
  /// The delegate is called at the same time, and may read it here too.
  ///
  /// - Throws: The error that ended the recording, or `RecorderError.notStarted`.
  public var recording: Recording {
    get async throws {
      // Waiting for the film keeps the recorder alive.
      defer { withExtendedLifetime(self) {} }
      return try await film.recording
    }
  }

  /// Starts recording and returns immediately.
  ///
  /// Without a length, a recording continues until it is stopped or the last reference to the recorder goes away.
  ///
  /// - Parameter frameCount: The length of the film in frames, or nil to continue until `stop()`.
  /// - Throws: `RecorderError.alreadyStarted`, or `InvalidValue` for a length below 1 or beyond the limit of a movie.
  public func start(frameCount: Int? = nil) throws {
    if let frameCount, !(1...Int(Int32.max)).contains(frameCount) {
      throw InvalidValue("number of frames", frameCount, expected: "from 1 to \(Int32.max)")
    }
    try film.start(frameCount: frameCount)
  }

  /// Stops recording: the film is completed with the frames captured so far, then the delegate is called.
  ///
  /// Returns immediately; await `recording` for the end. Calling it twice, before the start or after the end has no
  /// effect.
  public func stop() { film.stop() }

  /// Ends immediately: the film is not completed, and everything written so far stays as after a crash.
  ///
  /// `recording` and the delegate then report `RecorderError.abandoned`, with the path of the kept file. Returns
  /// immediately. Has no effect before the start and after the end. A film that only lacks its name still gets it.
  public func abandon() { film.abandon() }

  /// Records a film of a given duration and returns it when it is complete.
  ///
  /// If the surrounding task is cancelled, the frames captured so far become a shorter film.
  /// - Parameter duration: The length; rounded to a number of frames, at least one.
  @discardableResult
  public func record(for duration: Duration) async throws -> Recording {
    guard duration > .zero else {
      throw InvalidValue("duration", duration, expected: "more than 0 seconds")
    }
    return try await record(frames: frameRate.frameCount(seconds: duration / .seconds(1)))
  }

  /// Records a film of a given number of frames and returns it when it is complete.
  ///
  /// If the surrounding task is cancelled, the frames captured so far become a shorter film.
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
