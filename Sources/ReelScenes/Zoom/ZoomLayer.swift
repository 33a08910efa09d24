import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A Koch snowflake of all levels, seen ever more closely.
public final class ZoomLayer: Layer {
  /// How many times the size of the flake is tripled, 0 or more.
  @Animatable public var depth: Double = 0

  private let zoom: KochZoom
  private let theme: SnowflakeTheme
  private let unit: Double
  private let radius: Double
  private let start: Point

  /// Creates a flake that is seen whole at depth 0.
  ///
  /// - Parameters:
  ///   - zoom: where to go.
  ///   - flake: the square that holds the flake at depth 0, in the layer's coordinates.
  ///   - theme: the colours.
  ///   - unit: the layer's points per point of the theme's lengths.
  public init(_ zoom: KochZoom, flake: Rect, theme: SnowflakeTheme, unit: Double = 1) {
    self.zoom = zoom
    self.theme = theme
    self.unit = unit
    let margin = max(theme.outline.width / 2, theme.glow?.width ?? 0) * unit + 1
    radius = max(1, min(flake.width, flake.height) / 2 - margin)
    let center = zoom.centerPoint(radius: radius)
    start = flake.center + (center - .zero)
    super.init()
  }

  /// The centre of the zoom on screen, which moves to the middle as fast as the picture grows.
  private var focus: Point {
    bounds.center + (start - bounds.center) * pow(3, -depth)
  }

  /// Draws the flake as it is on screen.
  public override func draw(in context: GraphicsContext) {
    if let glow = theme.glow { draw(glow, in: context) }
    let width = min(theme.outline.width, Self.thinLine) * unit
    let view = view(margin: width, minimumSegment: width / 3)
    context.withState {
      context.translate(x: focus.x, y: focus.y)
      if !theme.fill.isEmpty {
        let gradient = Gradient(
          stops: theme.fill.enumerated().map { index, color in
            Gradient.Stop(Double(index) / Double(max(1, theme.fill.count - 1)), color)
          })
        context.fill(
          view.area,
          with: .linearGradient(
            gradient, from: Point(x: 0, y: bounds.minY - focus.y), to: Point(x: 0, y: bounds.maxY - focus.y)))
      }
      context.stroke(view.outline, with: .color(theme.outline.color), style: .round(width: width))
    }
  }

  /// A wider line would close the notches between its finest segments.
  private static let thinLine = 1.0

  /// Draws the glow around the flake, without bumps that are lost in so wide a glow.
  private func draw(_ glow: SnowflakeTheme.Line, in context: GraphicsContext) {
    let reach = glow.width * unit
    let view = view(margin: reach, minimumSegment: reach / 6)
    context.withState {
      context.translate(x: focus.x, y: focus.y)
      context.glow(around: view.outline, radius: reach, color: glow.color)
    }
  }

  /// Returns the part of the curve that may show in the layer if its line reaches `margin` beyond it.
  private func view(margin: Double, minimumSegment: Double) -> KochView {
    let bounds = bounds.inset(by: -margin)
    let window = Rect(
      x: bounds.minX - focus.x, y: bounds.minY - focus.y, width: bounds.width, height: bounds.height)
    return zoom.view(
      depth: depth, radius: radius, window: window,
      minimumSegment: max(Snowflake.defaultMinimumSegment, minimumSegment))
  }
}
