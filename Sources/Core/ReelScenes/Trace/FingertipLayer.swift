import ReelCanvas
import ReelGeometry
import ReelLayers

/// A marker where a finger touches.
final class FingertipLayer: Layer {
  private let color: Color

  init(color: Color, radius: Double) {
    self.color = color
    super.init()
    bounds = Rect(x: 0, y: 0, width: 2 * radius, height: 2 * radius)
    isHidden = true
  }

  override func draw(in context: GraphicsContext) {
    let radius = bounds.width / 2
    context.fill(Path(circleAround: bounds.center, radius: radius), with: .color(color.with(alpha: 0.25)))
    context.fill(Path(circleAround: bounds.center, radius: radius * 0.55), with: .color(color.with(alpha: 0.75)))
  }
}
