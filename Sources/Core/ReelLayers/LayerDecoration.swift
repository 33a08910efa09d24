import ReelCanvas
import ReelGeometry

/// Draws a layer's background behind its content and its border on top.
struct LayerDecoration {
  let bounds: Rect
  let radius: Double
  let context: GraphicsContext

  init(of layer: Layer, in context: GraphicsContext) {
    bounds = layer.bounds
    radius = layer.cornerRadius
    self.context = context
  }

  /// The maximum deviation of a corner's lines from its arc: a fiftieth of a pixel.
  private var tolerance: Double { 0.02 / max(1e-6, abs(context.transform.determinant).squareRoot()) }

  /// The outline of the layer, inset from its bounds.
  func outline(inset: Double = 0) -> [Point] {
    bounds.inset(by: inset).rounded(by: max(0, radius - inset), tolerance: tolerance)
  }

  /// Fills the layer.
  func drawBackground(_ color: Color) {
    if radius > 0 {
      context.fill(Path(points: outline(), closed: true), with: .color(color))
    } else {
      context.fill(bounds, with: .color(color))
    }
  }

  /// Draws a border inside the bounds.
  func drawBorder(_ color: Color, width: Double) {
    var ring = Path(points: outline(), closed: true)
    // The hole has the opposite direction.
    if 2 * width < min(bounds.width, bounds.height) {
      ring.append(Path(points: outline(inset: width).reversed(), closed: true))
    }
    context.fill(ring, with: .color(color))
  }
}
