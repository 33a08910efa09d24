import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording

/// A film of a tracing session, ready to be recorded, with an optional delegate that draws lines.
///
/// Without a delegate, `SceneSource` records a `TraceFilm` like any other scene.
///
///     let scene = try TraceScene(film, size: PixelSize(width: 414, height: 896))
///     scene.delegate = painter
///     let recorder = try Recorder(source: scene, sink: MovieSink(to: url), frameRate: 30)
public final class TraceScene: FrameSource {
  /// The size of the frames, in pixels.
  public var size: PixelSize { source.size }
  /// The film.
  public let film: TraceFilm
  /// Whether frames may be drawn ahead of time: true without a delegate, which may depend on live state.
  public var mayDrawAhead: Bool { delegate == nil }
  /// Decides how lines look; held weakly.
  public weak var delegate: (any TraceSceneDelegate)?
  private let source: SceneSource

  /// Creates the scene of a film.
  ///
  /// - Parameters:
  ///   - film: the film.
  ///   - size: the size of the frames; the session's canvas is fitted into it.
  /// - Throws: `InvalidValue` for a session with invalid numbers.
  public init(_ film: TraceFilm, size: PixelSize) throws {
    self.film = film
    source = try SceneSource(film, size: size)
    source.prepare = { [unowned self] stage in
      for case let layer as TraceLayer in stage.root.sublayers.flatMap(\.sublayers) { self.takeOver(layer) }
    }
  }

  private func takeOver(_ layer: TraceLayer) {
    layer.hasPainter = { [unowned self] in self.delegate != nil }
    layer.lineColor = { [unowned self] line, isComplete, color in
      guard let delegate = self.delegate else { return color }
      return delegate.traceScene(self, colorOf: line, isComplete: isComplete, themeColor: color)
    }
    layer.drawLine = { [unowned self] line, color, context in
      self.delegate?.traceScene(self, draw: line, color: color, in: context) ?? false
    }
    layer.drawPath = { [unowned self] index, path, context in
      self.delegate?.traceScene(self, drawExpected: path, index: index, in: context) ?? false
    }
  }

  /// Draws what changed since the previous frame.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try source.draw(at: time, into: &bitmap)
  }

  /// Draws the picture at a time in seconds, 0 or more.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    try source.draw(atSeconds: seconds, into: &bitmap)
  }
}
