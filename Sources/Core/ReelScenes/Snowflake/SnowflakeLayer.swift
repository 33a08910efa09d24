import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

/// A Koch snowflake whose level can be animated.
public final class SnowflakeLayer: Layer {
  /// The level, 0…12; 2.4 shows the bumps of level 3 risen to 40 %.
  @Animatable public var level: Double = 0
  /// The fraction of the outline that is drawn, 0…1.
  @Animatable public var walked: Double = 1
  /// The opacity of the inside, 0…1.
  @Animatable public var fillOpacity: Double = 1

  private let theme: SnowflakeTheme
  private let unit: Double
  /// The layer's look at the last survey.
  private var lastShown: Appearance?
  /// The opaque inside, which hides all changes behind it while the flake grows.
  private var core: SnowflakeCore?

  /// Creates a flake that touches the circle within its bounds.
  ///
  /// - Parameters:
  ///   - theme: the colours.
  ///   - unit: the layer's points per point of the theme's lengths.
  public init(theme: SnowflakeTheme, unit: Double = 1) {
    self.theme = theme
    self.unit = unit
    super.init()
  }

  /// The radius of the circle that contains every level.
  private var radius: Double {
    let margin = max(theme.outline.width / 2, theme.glow?.width ?? 0) * unit + 1
    return max(0, min(bounds.width, bounds.height) / 2 - margin)
  }

  /// The flake on screen.
  private var flake: Snowflake? { try? Snowflake(level: level, radius: radius, center: bounds.center) }

  /// Draws the flake as it is on screen.
  public override func draw(in context: GraphicsContext) {
    guard let flake else { return }
    if let glow = theme.glow { draw(glow, around: flake, in: context) }
    var line: Path?
    if fillOpacity > 0, !theme.fill.isEmpty {
      let gradient = Gradient(
        stops: theme.fill.enumerated().map { index, color in
          Gradient.Stop(
            Double(index) / Double(max(1, theme.fill.count - 1)), color.with(alpha: color.alpha * fillOpacity))
        })
      let top = Point(x: 0, y: bounds.center.y - radius)
      let bottom = Point(x: 0, y: bounds.center.y + radius)
      let inside = flake.path()
      context.fill(inside, with: .linearGradient(gradient, from: top, to: bottom))
      // For most levels the fill is as detailed as the line.
      let isLine = flake.simplified(minimumSegment: Snowflake.finestSegment) == flake.simplified()
      if walked == 1, isLine { line = inside }
    }
    let outline = line ?? flake.path(walked: walked, minimumSegment: Snowflake.finestSegment)
    context.stroke(outline, with: .color(theme.outline.color), style: .round(width: lineWidth(of: flake)))
    if walked < 1 { drawTurtle(at: flake.pose(atFraction: walked), in: context) }
  }

  /// Returns rectangles around the bumps that have risen; nil if anything other than the level has changed.
  public override func changedParts() -> [Rect]? {
    let last = lastShown
    let shown = flake.map { Appearance(flake: $0, walked: walked, fillOpacity: fillOpacity) }
    lastShown = shown
    guard let last, let shown, last.walked == 1, shown.walked == 1, last.fillOpacity == shown.fillOpacity,
      let glow = changedGlow(from: last.flake, to: shown.flake),
      let line = changedLine(from: last.flake, to: shown.flake)
    else { return nil }
    updateCore(old: last.flake, new: shown.flake)
    return glow + line
  }

  /// Returns whether a rectangle is deep inside, where the fill hides the glow.
  public override func isUnchanged(in rect: Rect) -> Bool { core?.contains(rect) == true }

  /// Draws the glow around the flake, without bumps that are invisible in such a wide glow.
  private func draw(_ glow: SnowflakeTheme.Line, around flake: Snowflake, in context: GraphicsContext) {
    let radius = glow.width * unit
    let path = flake.path(walked: walked, minimumSegment: Self.shortestLit(radius: radius))
    context.glow(around: path, radius: radius, color: glow.color)
  }

  /// The shortest segment whose bump is visible in the glow.
  private static func shortestLit(radius: Double) -> Double { max(Snowflake.defaultMinimumSegment, radius / 6) }

  /// Returns the width of a flake's line, at most the length of its segments, because a wider line would close the notches between them.
  private func lineWidth(of flake: Snowflake) -> Double {
    min(theme.outline.width * unit, max(flake.segmentLength, 0.5))
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

// MARK: - Changes

extension SnowflakeLayer {
  /// The properties that determine the look of the layer.
  private struct Appearance {
    var flake: Snowflake
    var walked: Double
    var fillOpacity: Double
  }

  /// The size of the smallest detail distinguished in the damage: about a tile at scale 1.
  private static let grain = Double(Region.tileSide)

  /// Computes the inside of both flakes, unless it is cached.
  private func updateCore(old: Snowflake, new: Snowflake) {
    guard fillOpacity >= 1, !theme.fill.isEmpty, theme.fill.allSatisfy({ $0.alpha >= 1 }) else { return core = nil }
    // Limits the number of cells of a wide flake.
    let cell = max(Self.grain / 4 * unit, radius / 256)
    let base = SnowflakeCore.base(of: old.level < new.level ? old : new, cell: cell)
    if core?.base == base { return }
    core = SnowflakeCore(of: base, cell: cell, margin: theme.outline.width * unit / 2)
  }

  private func changedLine(from old: Snowflake, to new: Snowflake) -> [Rect]? {
    let widths = (lineWidth(of: old), lineWidth(of: new))
    let changes = new.changes(from: old, minimumSegment: Snowflake.finestSegment, grain: Self.grain * unit)
    let rects =
      widths.0 == widths.1
      ? changes : changes.map { _ in (old.level < new.level ? old : new).hulls(grain: Self.grain * unit) }
    return rects?.map { $0.inset(by: -max(widths.0, widths.1) / 2) }
  }

  private func changedGlow(from old: Snowflake, to new: Snowflake) -> [Rect]? {
    guard let glow = theme.glow else { return [] }
    let radius = glow.width * unit
    // The glow is interpolated between points a sixth of its radius apart; beyond three quarters of a radius it rounds to nothing.
    return new.changes(from: old, minimumSegment: Self.shortestLit(radius: radius), grain: Self.grain * unit)?
      .map { $0.inset(by: -radius * 1.125) }
  }
}
