import ReelCanvas
import ReelLayers
import ReelTiming

extension TraceFilm: Scene {
  /// The length of the film; nil for options out of range, with which it can't be installed either.
  public var intrinsicDuration: Double? { try? timing.duration }

  /// The font of the time and of the strokes' numbers.
  public var fonts: [Font] { parts.contains(.time) || showsGuide ? [Font(textFont, size: 16)] : [] }

  /// Whether neither the sheet nor its surround has a colour.
  public var isTransparent: Bool { theme.background.alpha == 0 && theme.surround.alpha == 0 }

  /// Installs the sheet, the ink and the display of progress.
  ///
  /// - Throws: `InvalidValue` for options out of range, and for a session with invalid numbers.
  public func install(on layer: SceneLayer) throws {
    var film = self
    // To fill another length, the scene is replayed faster or slower, unless it runs live.
    if let length = layer.length, length != intrinsicDuration, !replay.isLive { film.replay.length = length }
    layer.addSublayer(try TraceLayer(film, frame: layer.bounds))
  }

  /// The number of frames, enough for the last one to show the finished picture.
  public func frameCount(at rate: FrameRate) -> Int? {
    (try? timing)?.frameCount(framesPerSecond: rate.framesPerSecond)
  }
}
