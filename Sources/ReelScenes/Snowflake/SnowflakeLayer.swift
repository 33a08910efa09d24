import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

/// A Koch snowflake whose level can be animated.
public final class SnowflakeLayer: Layer {
  /// The level, 0…12; 2.4 shows the bumps of level 3 risen to 40 %.
  @Animatable public var level: Double = 0
  /// The part of the outline that is drawn, 0…1.
  ///
  /// A flake is filled when it is complete.
  @Animatable public var walked: Double = 1

  private let theme: SnowflakeTheme
  private let unit: Double

  /// Creates a flake that touches the circle in its bounds.
  ///
  /// - Parameters:
  ///   - theme: the colours.
  ///   - unit: the points of the layer that make one point of the theme's lengths.
  public init(theme: SnowflakeTheme, unit: Double = 1) {
    self.theme = theme
    self.unit = unit
    super.init()
  }

  /// The circle that holds every level.
  private var radius: Double {
    let widest = theme.lines.map(\.width).max() ?? 0
    return max(0, min(bounds.width, bounds.height) / 2 - widest * unit / 2 - 1)
  }

  /// The flake that is on screen now.
  private var flake: Snowflake? { try? Snowflake(level: level, radius: radius, center: bounds.center) }

  /// Draws the flake as it is on screen.
  public override func draw(in context: GraphicsContext) {
    guard let flake else { return }
    for line in theme.lines.dropLast() { stroke(flake, with: line, in: context) }
    if walked >= 1, !theme.fill.isEmpty {
      let gradient = Gradient(
        stops: theme.fill.enumerated().map { place, color in
          Gradient.Stop(Double(place) / Double(max(1, theme.fill.count - 1)), color)
        })
      let top = Point(x: 0, y: bounds.center.y - radius)
      let bottom = Point(x: 0, y: bounds.center.y + radius)
      context.fill(flake.path(), with: .linearGradient(gradient, from: top, to: bottom))
    }
    if let outline = theme.lines.last { stroke(flake, with: outline, in: context) }
    if walked < 1 { drawTurtle(at: flake.pose(atFraction: walked), in: context) }
  }

  private func stroke(_ flake: Snowflake, with line: SnowflakeTheme.Line, in context: GraphicsContext) {
    let width = line.width * unit
    // A wide line hides what is much smaller than itself.
    let path = flake.path(walked: walked, minimumSegment: max(Snowflake.defaultMinimumSegment, width / 6))
    context.stroke(path, with: .color(line.color), style: .round(width: width))
  }

  private func drawTurtle(at pose: Pose, in context: GraphicsContext) {
    context.withState {
      context.translate(x: pose.position.x, y: pose.position.y)
      context.rotate(pose.heading)
      context.scale(unit)
      let arrow = [Point(x: 15, y: 0), Point(x: -9, y: -8), Point(x: -4, y: 0), Point(x: -9, y: 8)]
      context.fill(Path(points: arrow, closed: true), with: .color(theme.turtle))
    }
  }
}
