import ReelGeometry
import ReelLayers

/// The layer that holds a scene, with the scene's size and time.
public final class SceneLayer: Layer {
  /// The seconds between frames of the film, for scenes that must be complete in the last one; 0 if unknown.
  public let frameInterval: Double
  /// How long the scene is visible, in seconds of its own time; nil for no limit.
  public let length: Double?

  init(frame: Rect, frameInterval: Double, length: Double?) {
    self.frameInterval = frameInterval
    self.length = length.flatMap { $0.isFinite ? $0 : nil }
    super.init(frame: frame)
  }
}

extension Layer {
  /// Adds a scene on top of the sublayers.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - rect: Its rectangle in the layer's coordinates, by default the bounds. The scene is clipped to it.
  ///   - beginTime: When the scene begins, in the layer's time; by default now.
  ///   - duration: How long the scene is visible. A scene may fill it by running faster or slower. By default it is the scene's own
  ///     duration, or unlimited.
  /// - Returns: The layer that holds the scene, to be moved, faded or removed.
  /// - Throws: Any error of the scene's installation; nothing is added then.
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

  /// Adds a scene on top that begins now and stays visible.
  ///
  /// - Parameters:
  ///   - frameInterval: the seconds between frames of its film; 0 if unknown.
  ///   - length: how long the scene is visible, in seconds; nil for no limit.
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
