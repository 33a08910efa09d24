import ReelGeometry
import ReelLayers

/// The layer that carries a scene: its size is that of the scene, its time the scene's.
public final class SceneLayer: Layer {
  /// The seconds from one frame of the film to the next, for scenes that have to be finished in the last one; 0 if that is not
  /// known.
  public let frameInterval: Double
  /// How long the scene is to be seen, in seconds of its own time; nil if it goes on without end.
  public let length: Double?

  init(frame: Rect, frameInterval: Double, length: Double?) {
    self.frameInterval = frameInterval
    self.length = length.flatMap { $0.isFinite ? $0 : nil }
    super.init(frame: frame)
  }
}

extension Layer {
  /// Puts a scene on top of the sublayers.
  ///
  /// - Parameters:
  ///   - scene: What is shown.
  ///   - rect: Where, in the layer's coordinates; the bounds if it is not given. What the scene draws beyond is cut off.
  ///   - beginTime: When the scene begins, in the layer's time; now if it is not given.
  ///   - duration: How long it is to be seen, which a scene may fill by going faster or slower; if it is not given, as long as it lasts by itself, or without end.
  /// - Returns: The layer that carries it, to be moved, faded or taken away.
  /// - Throws: What the scene throws as it is installed; nothing is put on the layer then.
  /// - Precondition: The layer is on a stage.
  @discardableResult
  public func addScene(
    _ scene: some Scene, in rect: Rect? = nil, at beginTime: Double? = nil, for duration: Double? = nil
  ) throws -> SceneLayer {
    let above = sequence(first: self, next: \.superlayer).lazy.compactMap { $0 as? SceneLayer }.first
    let length = duration ?? scene.intrinsicDuration
    let layer = try install(scene, in: rect ?? bounds, frameInterval: above?.frameInterval ?? 0, length: length)
    if let beginTime { layer.beginTime = beginTime }
    if let length { layer.duration = length }
    return layer
  }

  /// Puts a scene on top that begins now and is seen without end.
  ///
  /// - Parameters:
  ///   - frameInterval: the seconds from one frame of its film to the next; 0 if that is not known.
  ///   - length: how long it is to be seen, in seconds; nil if it goes on without end.
  package func install(
    _ scene: some Scene, in rect: Rect, frameInterval: Double, length: Double?
  ) throws -> SceneLayer {
    precondition(stage != nil, "a scene needs a layer that is on a stage")
    let layer = SceneLayer(frame: rect, frameInterval: frameInterval, length: length)
    layer.masksToBounds = true
    layer.beginTime = localTime
    addSublayer(layer)
    do {
      try scene.install(on: layer)
    } catch {
      layer.removeFromSuperlayer()
      throw error
    }
    return layer
  }
}
