import ReelCanvas
import ReelGeometry

/// A clock hand: a rounded bar that turns about the middle of the layer.
public final class ClockHandLayer: Layer {
  /// The direction of the hand, clockwise from twelve o'clock, not reduced to one turn.
  @Animatable public var angle = Angle.zero

  /// The colour of the hand.
  public let color: Color
  /// The lengths of the hand and its tail, and the width, as fractions of the face's radius.
  private let length, tail, width: Double

  init(length: Double, tail: Double, width: Double, color: Color) {
    (self.length, self.tail, self.width) = (length, tail, width)
    self.color = color
    super.init()
  }

  /// The tip of the hand, in the layer's coordinates.
  public var tip: Point {
    bounds.center + (angle - .degrees(90)).unitVector * (bounds.width / 2 * length)
  }

  /// Draws the hand and its shadow.
  public override func draw(in context: GraphicsContext) {
    let radius = bounds.width / 2
    let bar = Path(points: [Point(x: 0, y: tail * radius), Point(x: 0, y: -length * radius)])
    let style = StrokeStyle.round(width: width * radius)
    // The shadow always falls straight down.
    context.withState {
      context.translate(x: bounds.center.x, y: bounds.center.y + 0.02 * radius)
      context.rotate(angle)
      context.stroke(bar, with: Color(white: 0, alpha: 0.18), style: style)
    }
    context.translate(x: bounds.center.x, y: bounds.center.y)
    context.rotate(angle)
    context.stroke(bar, with: color, style: style)
    context.fill(Path(circleAround: .zero, radius: 0.05 * radius), with: color)
  }
}
