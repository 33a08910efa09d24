import ReelTurtle
import ReelScenes
import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelPlatform

/// A Koch snowflake of all levels, seen ever more closely.
public final class ZoomLayer: Layer {
  /// How often the size of the flake is tripled, 0 or more.
  @Animatable public var depth: Double = 0

  private let zoom: KochZoom
  private let theme: SnowflakeTheme
  private let unit: Double
  private let radius: Double
  private let start: Point
  /// The looks at the last and the previous survey.
  private var shown: Appearance?
  private var before: Appearance?

  /// The visible part of the flake at a depth.
  private struct Appearance {
    let depth: Double
    let bounds: Rect
    let line: KochView
    /// The view for the glow, without bumps that are invisible in such a wide glow.
    let glow: KochView?
    var cells: ZoomCells
  }

  /// Creates a flake that is entirely visible at depth 0.
  ///
  /// - Parameters:
  ///   - zoom: the target.
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
    // The stage has just asked for the changes.
    let isKnown = shown?.depth == depth && shown?.bounds == bounds
    let view = isKnown ? shown?.line ?? lineView() : lineView()
    context.withState {
      context.translate(x: focus.x, y: focus.y)
      if let glow = theme.glow {
        let view = isKnown ? shown?.glow ?? glowView(glow) : glowView(glow)
        context.glow(around: view.outline, radius: glow.width * unit, color: glow.color)
      }
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
      context.stroke(view.outline, with: .color(theme.outline.color), style: .round(width: lineWidth))
    }
  }

  /// Returns the whole layer if the depth has changed; `isUnchanged(in:)` then narrows it down.
  public override func changedParts() -> [Rect]? {
    let (depth, bounds) = (depth, bounds)
    if let shown, shown.depth == depth, shown.bounds == bounds { return [] }
    before = shown
    let (line, glow) = (lineView(), theme.glow.map(glowView))
    var cells = ZoomCells(bounds)
    cells.mark(line.outline, from: focus, reach: lineWidth / 2, as: .line)
    if !theme.fill.isEmpty { cells.fill(line.area, from: focus) }
    if let glow, let width = theme.glow?.width {
      // The glow is interpolated between points a sixth of its radius apart.
      cells.mark(glow.outline, from: focus, reach: width * unit * 7 / 6, as: .glow)
    }
    shown = Appearance(depth: depth, bounds: bounds, line: line, glow: glow, cells: cells)
    return before?.bounds == bounds ? [bounds] : nil
  }

  /// Returns whether a rectangle shows the same part of the outside or inside as at the previous depth.
  public override func isUnchanged(in rect: Rect) -> Bool {
    guard let before, let shown else { return false }
    let hidesGlow = !theme.fill.isEmpty && theme.fill.allSatisfy { $0.alpha >= 1 }
    return shown.cells.isUnchanged(in: rect, from: before.cells, hidesGlow: hidesGlow)
  }

  private var lineWidth: Double { min(theme.outline.width, Self.thinLine) * unit }

  private func lineView() -> KochView { view(margin: lineWidth, minimumSegment: lineWidth / 3) }

  private func glowView(_ glow: SnowflakeTheme.Line) -> KochView {
    view(margin: glow.width * unit, minimumSegment: glow.width * unit / 6)
  }

  /// The maximum width of a thin line; a wider one would close the notches between its finest segments.
  private static let thinLine = 1.0

  /// Returns the part of the curve that may be visible in the layer if its line extends by `margin`.
  private func view(margin: Double, minimumSegment: Double) -> KochView {
    let bounds = bounds.inset(by: -margin)
    let window = Rect(
      x: bounds.minX - focus.x, y: bounds.minY - focus.y, width: bounds.width, height: bounds.height)
    return zoom.view(
      depth: depth, radius: radius, window: window,
      minimumSegment: max(Snowflake.defaultMinimumSegment, minimumSegment))
  }
}
