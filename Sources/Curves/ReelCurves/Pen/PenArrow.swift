import ReelCanvas
import ReelGeometry
import ReelTurtle

/// The visible turtle.
enum PenArrow {
  /// The distance that it extends from its position, in units.
  static let reach = 16.0

  /// Draws the turtle.
  ///
  /// - Parameter unit: The layer's points per point of the theme's lengths.
  static func draw(at pose: Pose, color: Color, unit: Double, in context: GraphicsContext) {
    context.withState {
      context.translate(x: pose.position.x, y: pose.position.y)
      context.rotate(pose.heading)
      context.scale(unit)
      let arrow = [Point(x: 15, y: 0), Point(x: -9, y: -8), Point(x: -4, y: 0), Point(x: -9, y: 8)]
      context.fill(Path(points: arrow, closed: true), with: .color(color))
    }
  }

  /// The rectangle that it may cover.
  static func box(around pose: Pose, unit: Double) -> Rect {
    Rect(center: pose.position, size: Size(width: 2 * reach * unit, height: 2 * reach * unit))
  }
}
