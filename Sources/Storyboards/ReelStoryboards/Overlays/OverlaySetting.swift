import ReelGeometry
import ReelLayers
import ReelScenes

/// Installs overlays above the pages of a film, or above the scenes of a page.
struct OverlaySetting {
  /// The length of the film, in seconds.
  let length: Double
  /// The time between frames, in seconds; 0 if unknown.
  let frameInterval: Double

  /// Installs an overlay above a layer's other sublayers, in film time.
  ///
  /// - Parameters:
  ///   - page: The page whose content its points refer to; nil for points of the page itself.
  ///   - end: When what is below it ends; an overlay that ends then stays.
  func install(
    _ overlay: StoryFilm.Overlay, on page: StoryFilm.Page?, until end: Double, above layer: Layer
  ) throws {
    let bounds = Rect(origin: .zero, size: layer.bounds.size)
    let content = page.flatMap { ContentPlace(in: $0, on: bounds) }
    let above = overlay.look.layer(in: bounds, over: length, frameInterval: frameInterval, content: content)
    let holder = overlay.motion.map { motion in
      MotionLayer(motion, frame: above.frame, anchor: overlay.look.anchor, point: Page(bounds).point)
    }
    if let holder {
      holder.masksToBounds = overlay.motion?.keyframes.contains { $0.crop != nil } ?? false
      above.frame = holder.bounds
      holder.addSublayer(above)
    }
    let top = holder ?? above
    top.beginTime = overlay.start
    // Its time is film time, which it may show.
    top.timeOffset = overlay.start
    top.duration = overlay.end >= end ? .infinity : overlay.end - overlay.start
    layer.addSublayer(top)
    guard let scene = overlay.scene else { return }
    let rect = Rect(origin: .zero, size: above.bounds.size)
    if let ground = (scene.scene as? any StyledScene)?.colors.ground, ground.center.alpha < 1 {
      above.cornerRadius = 16 * Page(bounds).point
    }
    let shown = try above.addScene(scene.scene, in: rect, at: overlay.start, for: scene.seconds)
    // When the scene is over, its last picture stays.
    shown.duration = .infinity
  }
}
