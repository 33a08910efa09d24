import ReelCanvas
import ReelGeometry

/// A path that is filled, stroked, or both.
///
///     let curve = ShapeLayer(path, stroke: .red, lineWidth: 3)
///     curve.frame = stage.root.bounds
///     Transaction.animate(duration: 2) { curve.strokeEnd = 1 }
///
/// The path is in the layer's coordinates, and is drawn within the bounds.
public final class ShapeLayer: Layer {
  /// The path.
  public var path: Path { didSet { if path != oldValue { pathChanged() } } }
  /// The fill colour.
  @Animatable public var fillColor = Color.clear
  /// The rule for the inside of the path.
  public var fillRule = FillRule.nonZero { didSet { if fillRule != oldValue { setNeedsDisplay() } } }
  /// The stroke colour.
  @Animatable public var strokeColor = Color.clear
  /// The width of the line, in points.
  @Animatable public var lineWidth = 1.0
  /// The cap style.
  public var lineCap = StrokeStyle.Cap.round { didSet { if lineCap != oldValue { setNeedsDisplay() } } }
  /// The join style.
  public var lineJoin = StrokeStyle.Join.round { didSet { if lineJoin != oldValue { setNeedsDisplay() } } }
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  public var lineDash: [Double] = [] { didSet { if lineDash != oldValue { setNeedsDisplay() } } }
  /// How far the dashes are shifted back along the line, in points.
  @Animatable public var dashPhase = 0.0
  /// The fraction of the path's length where the line begins, 0…1.
  @Animatable public var strokeStart = 0.0
  /// The fraction of the path's length where the line ends, 0…1.
  @Animatable public var strokeEnd = 1.0

  /// The flattened path, and the scale for which it is accurate.
  private var walk: (lines: PathWalk, scale: Double)?
  /// The layer's look at the last survey.
  private var lastShown: Appearance?

  /// Creates a layer with empty bounds; set `frame`.
  public init(_ path: Path = Path(), fill: Color = .clear, stroke: Color = .clear, lineWidth: Double = 1) {
    self.path = path
    super.init()
    fillColor = fill
    strokeColor = stroke
    self.lineWidth = lineWidth
  }

  /// Draws the path.
  public override func draw(in context: GraphicsContext) {
    if fillColor.alpha > 0 { context.fill(path, with: .color(fillColor), rule: fillRule) }
    guard strokeColor.alpha > 0, lineWidth > 0 else { return }
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, dash: lineDash, dashPhase: dashPhase)
    let lines = lines(scale: abs(context.transform.determinant).squareRoot())
    context.stroke(lines.part(from: strokeStart, to: strokeEnd), with: .color(strokeColor), style: style)
  }

  /// Returns rectangles around the parts added to or removed from the line; nil if anything other than its ends has changed.
  public override func changedParts() -> [Rect]? {
    let last = lastShown
    let shown = Appearance(
      fill: fillColor, stroke: strokeColor, width: lineWidth, phase: dashPhase, start: strokeStart, end: strokeEnd)
    lastShown = shown
    guard let last, lineJoin == .round, lineDash.isEmpty, last.isLike(shown), let lines = walk?.lines else {
      return nil
    }
    let margin = lineWidth
    return (lines.boxes(from: last.start, to: shown.start) + lines.boxes(from: last.end, to: shown.end))
      .map { $0.inset(by: -margin) }
  }

  private func pathChanged() {
    walk = nil
    setNeedsDisplay()
  }

  /// Returns the path as lines, because lines with round joins are drawn many times faster than curves.
  private func lines(scale: Double) -> PathWalk {
    if let walk, walk.scale == scale { return walk.lines }
    let lines = PathWalk(path, tolerance: 0.02 / max(1e-6, scale))
    walk = (lines, scale)
    return lines
  }

  /// The properties that determine the look of the layer.
  private struct Appearance {
    var fill: Color
    var stroke: Color
    var width: Double
    var phase: Double
    var start: Double
    var end: Double

    /// Whether another appearance differs only in where the line begins and ends.
    func isLike(_ other: Appearance) -> Bool {
      fill == other.fill && stroke == other.stroke && width == other.width && phase == other.phase
        // A complete line has closed corners; a part has ends.
        && (isWhole == other.isWhole)
    }

    private var isWhole: Bool { start <= 0 && end >= 1 }
  }
}
