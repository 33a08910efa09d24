import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTracing

/// A tracing session that is recorded while it happens.
///
///     let touches = StageInput<Touch>()
///     let film = TraceFilm(TraceSession(header: .init(canvas: Size(width: 640, height: 480))))
///     let scene = try LiveTraceScene(film, touches: touches, size: PixelSize(width: 640, height: 480))
///     let recorder = try Recorder(source: scene, sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
///     try recorder.start()
///     // From any thread, as it happens:
///     touches.post(Touch(.began, at: Point(x: 100, y: 80)))
///
/// Afterwards, `film.recorded(touches.record)` is a scene like any other: it has the frames of the recording, and the session
/// in it can be judged and saved. A frame costs what the fingers did since the one before, however long the session is.
public final class LiveTraceScene: FrameSource {
  /// The size of the frames, in pixels.
  public var size: PixelSize { stage.size }
  private let stage: Stage

  /// Creates a scene that begins with what the session of the film holds already, and goes on with touches.
  ///
  /// - Parameters:
  ///   - film: the canvas, what is to be traced, the colours and the parts; its speed is that of the recording.
  ///   - touches: what fingers do; the scene alone receives it.
  ///   - size: the size of the frames; the session's canvas is fitted into it.
  /// - Throws: `InvalidValue` for a session whose numbers cannot be.
  public init(_ film: TraceFilm, touches: StageInput<Touch>, size: PixelSize) throws {
    stage = Stage(size: size)
    let layer = try TraceLayer(film.recorded([]), frame: stage.root.bounds)
    stage.root.addSublayer(layer)
    stage.receive(touches) { [unowned stage, unowned layer] touch in layer.append(TouchEvent(touch, at: stage.time)) }
  }

  /// Draws what changed since the frame before.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try stage.draw(at: time, into: &bitmap)
  }
}

extension TraceFilm {
  /// Returns the film of a session that was recorded live: it runs as the recording did, frame by frame the same.
  ///
  /// - Parameter record: the touches, as the input of a `LiveTraceScene` of this film has recorded them.
  public func recorded(_ record: [StageInput<Touch>.Entry]) -> TraceFilm {
    var film = self
    film.session.events += record.map { TouchEvent($0.event, at: $0.time) }
    film.replay = ReplayOptions()
    (film.replay.isLive, film.replay.hold) = (true, replay.hold)
    // While it happens, nobody knows how dense the ink will be.
    film.lineWidth = lineWidth ?? InkDensity.widest(canvas: session.header.canvas)
    return film
  }
}
