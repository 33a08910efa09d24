import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelScenes
import ReelTracing

/// A tracing session recorded as it happens.
///
///     let touches = StageInput<Touch>()
///     let film = TraceFilm(TraceSession(header: .init(canvas: Size(width: 640, height: 480))))
///     let scene = try LiveTraceScene(film, touches: touches, size: PixelSize(width: 640, height: 480))
///     let recorder = try Recorder(source: scene, sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
///     try recorder.start()
///     // From any thread, as it happens:
///     touches.post(Touch(.began, at: Point(x: 100, y: 80)))
///
/// Afterwards, `film.recorded(touches.record)` is a scene like any other: it has the frames of the recording, and its session
/// can be judged and saved. The cost of a frame depends on the touches since the previous one, not on the length of the session.
public final class LiveTraceScene: FrameSource {
  /// The size of the frames, in pixels.
  public var size: PixelSize { stage.size }
  private let stage: Stage

  /// Creates a scene that begins with the film's session, and continues with touches.
  ///
  /// - Parameters:
  ///   - film: the canvas, the paths to trace, the colours and the parts; the film runs at the speed of the recording.
  ///   - touches: the touches, which only this scene receives.
  ///   - size: the size of the frames; the session's canvas is fitted into it.
  /// - Throws: `InvalidValue` for a session with invalid numbers.
  public init(_ film: TraceFilm, touches: StageInput<Touch>, size: PixelSize) throws {
    stage = Stage(size: size)
    let layer = try TraceLayer(film.recorded([]), frame: stage.root.bounds)
    stage.root.addSublayer(layer)
    stage.receive(touches) { [unowned stage, unowned layer] touch in layer.append(TouchEvent(touch, at: stage.time)) }
  }

  /// Draws what changed since the previous frame.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try stage.draw(at: time, into: &bitmap)
  }
}

extension TraceFilm {
  /// Returns the film of a session recorded live, with the frames of the recording.
  ///
  /// - Parameter record: the touches recorded by the input of a `LiveTraceScene` of this film.
  public func recorded(_ record: [StageInput<Touch>.Entry]) -> TraceFilm {
    var film = self
    film.session.events += record.map { TouchEvent($0.event, at: $0.time) }
    film.replay = ReplayOptions()
    (film.replay.isLive, film.replay.hold) = (true, replay.hold)
    // The final density of the ink is unknown in a live recording.
    film.lineWidth = lineWidth ?? InkDensity.widest(canvas: session.header.canvas)
    return film
  }
}
