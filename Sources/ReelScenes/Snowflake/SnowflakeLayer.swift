import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

/// A Koch snowflake whose level can be animated.
public final class SnowflakeLayer: Layer {
  /// The level, 0…12; 2.4 shows the bumps of level 3 risen to 40 %.
  @Animatable public var level: Double = 0
  /// The part of the outline that is drawn, 0…1.
  @Animatable public var walked: Double = 1
  /// How opaque the inside is, 0…1.
  @Animatable public var fillOpacity: Double = 1

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
    let margin = max(theme.outline.width / 2, theme.glow?.width ?? 0) * unit + 1
    return max(0, min(bounds.width, bounds.height) / 2 - margin)
  }

  /// The flake that is on screen now.
  private var flake: Snowflake? { try? Snowflake(level: level, radius: radius, center: bounds.center) }

  /// Draws the flake as it is on screen.
  public override func draw(in context: GraphicsContext) {
    guard let flake else { return }
    if let glow = theme.glow { draw(glow, around: flake, in: context) }
    if fillOpacity > 0, !theme.fill.isEmpty {
      let gradient = Gradient(
        stops: theme.fill.enumerated().map { place, color in
          Gradient.Stop(
            Double(place) / Double(max(1, theme.fill.count - 1)), color.with(alpha: color.alpha * fillOpacity))
        })
      let top = Point(x: 0, y: bounds.center.y - radius)
      let bottom = Point(x: 0, y: bounds.center.y + radius)
      context.fill(flake.path(), with: .linearGradient(gradient, from: top, to: bottom))
    }
    // A line wider than the segments would close the notches between them.
    let width = min(theme.outline.width * unit, max(flake.segmentLength, 0.5))
    let line = flake.path(walked: walked, minimumSegment: Snowflake.finestSegment)
    context.stroke(line, with: .color(theme.outline.color), style: .round(width: width))
    if walked < 1 { drawTurtle(at: flake.pose(atFraction: walked), in: context) }
  }

  /// Lights the surroundings of the flake without the bumps that are lost in so wide a light.
  private func draw(_ glow: SnowflakeTheme.Line, around flake: Snowflake, in context: GraphicsContext) {
    let radius = glow.width * unit
    let path = flake.path(walked: walked, minimumSegment: max(Snowflake.defaultMinimumSegment, radius / 6))
    context.glow(around: path, radius: radius, color: glow.color)
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
