import ReelCanvas
import ReelGeometry
import ReelLayers

/// A ring that closes as more is traced.
final class ProgressRingLayer: Layer {
  /// The completed fraction, 0…1.
  @Animatable var progress = 0.0
  /// Whether everything has been traced.
  var isComplete = false {
    didSet { if isComplete != oldValue { setNeedsDisplay() } }
  }

  private let theme: TraceTheme

  init(theme: TraceTheme) {
    self.theme = theme
    super.init()
  }

  override func draw(in context: GraphicsContext) {
    let width = bounds.width * 0.16
    let radius = (bounds.width - width) / 2
    let color = isComplete ? theme.complete : theme.text
    context.stroke(
      Path(circleAround: bounds.center, radius: radius), with: .color(color.with(alpha: 0.22)),
      style: .round(width: width))
    guard progress > 0 else { return }
    let steps = max(1, Int(clamping: (progress * 72).rounded(.up)))
    let arc = (0...steps).map { step in
      bounds.center + Angle.degrees(progress * 360 * Double(step) / Double(steps) - 90).unitVector * radius
    }
    context.stroke(Path(points: arc), with: .color(color), style: .round(width: width))
  }
}
