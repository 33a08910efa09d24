import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// The curve of an L-system at a level that may be fractional.
final class CurveLayer: Layer {
  /// The level; 2.4 shows level 3 risen to 40 % out of level 2.
  @Animatable var level: Double = 0
  /// The fraction of the line that is drawn, 0…1.
  @Animatable var walked: Double = 1
  /// The opacity of a closed curve's inside, 0…1.
  @Animatable var fillOpacity: Double = 1

  private let curve: LSystemCurve
  private let theme: SnowflakeTheme
  private let inks: [Color]
  private let unit: Double
  /// The cached drawing of the last level, and its key.
  private var last: (level: Double, bounds: Rect, picture: Drawn)?
  private var lastShown: (level: Double, walked: Double, fillOpacity: Double)?

  /// The drawing of a level.
  private struct Drawn {
    var lines: PenPicture
    /// The inside of a closed curve.
    var area: Path?
    /// The lines without details that are invisible in the glow.
    var lit: Path
    /// The radius of the glow.
    var glow: Double
  }

  init(_ curve: LSystemCurve, theme: SnowflakeTheme, inks: [Color], unit: Double) {
    self.curve = curve
    self.theme = theme
    self.inks = inks
    self.unit = unit
    super.init()
  }

  /// Draws the curve as it is on screen.
  override func draw(in context: GraphicsContext) {
    let drawn = drawn
    if let glow = theme.glow, walked == 1 { context.glow(around: drawn.lit, radius: drawn.glow, color: glow.color) }
    if fillOpacity > 0, let area = drawn.area {
      let gradient = Gradient(
        stops: theme.fill.enumerated().map { index, color in
          Gradient.Stop(
            Double(index) / Double(max(1, theme.fill.count - 1)), color.with(alpha: color.alpha * fillOpacity))
        })
      let (top, bottom) = (Point(x: 0, y: content.minY), Point(x: 0, y: content.maxY))
      context.fill(area, with: .linearGradient(gradient, from: top, to: bottom))
    }
    drawn.lines.draw(walked, in: context)
    if walked < 1, let pose = drawn.lines.pose(at: walked) {
      PenArrow.draw(at: pose, color: theme.turtle, unit: unit, in: context)
    }
  }

  /// Returns rectangles around the turtle's latest lines; nil if anything else has changed.
  override func changedParts() -> [Rect]? {
    let before = lastShown
    lastShown = (level, walked, fillOpacity)
    // The glow appears and disappears with the whole line.
    guard let before, before.level == level, before.fillOpacity == fillOpacity,
      theme.glow == nil || before.walked < 1 && walked < 1
    else { return nil }
    let lines = drawn.lines
    return lines.boxes(from: before.walked, to: walked)
      + [before.walked, walked].compactMap { lines.pose(at: $0) }.map { PenArrow.box(around: $0, unit: unit) }
  }

  /// The rectangle that the curve touches.
  private var content: Rect {
    bounds.inset(by: max(theme.outline.width / 2, (theme.glow?.width ?? 0) / 2) * unit + 1)
  }

  private var drawn: Drawn {
    if let last, last.level == level, last.bounds == bounds { return last.picture }
    let picture = picture()
    last = (level, bounds, picture)
    return picture
  }

  /// The size of the smallest detail that is drawn, in points.
  private static let finest = 0.25

  private func picture() -> Drawn {
    let lines = (try? curve.lines(level: level, in: content, finest: Self.finest)) ?? []
    let extent = (try? curve.extent(level: Int(clamping: level.rounded(.up)))) ?? .zero
    let side = min(
      content.width / max(extent.width, 1e-9), content.height / max(extent.height, 1e-9))
    let segment = (try? curve.lineLength(level: level)).map { $0 * side } ?? 0
    // A wider line would close the gaps between its segments.
    let width = min(1.5 * theme.outline.width * unit, max(segment * 0.45, 0.6))
    let isClosed =
      curve.isClosed(level: Int(clamping: level)) && curve.isClosed(level: Int(clamping: level.rounded(.up)))
    let area = isClosed && !theme.fill.isEmpty && lines.count == 1 ? Path(points: lines[0], closed: true) : nil
    let glow = min(theme.glow?.width ?? 0, max(6, 1.5 * segment / unit)) * unit
    var lit = Path()
    if glow > 0 {
      for line in (try? curve.lines(level: level, in: content, finest: max(Self.finest, glow / 6))) ?? [] {
        lit.append(Path(points: line))
      }
    }
    let isFilled = area != nil
    let inks = isFilled ? [theme.outline.color] : inks
    return Drawn(lines: PenPicture(colored(lines, inks, width: width)), area: area, lit: lit, glow: glow)
  }

  /// The number of shades between the first and the last colour.
  private static let shades = 120.0

  /// Colours the lines from the first colour to the last, evenly along all of them.
  private func colored(_ lines: [[Point]], _ inks: [Color], width: Double) -> [PenPicture.Stroke] {
    func stroke(_ points: [Point], _ shade: Double) -> PenPicture.Stroke {
      PenPicture.Stroke(points: points, color: inks.color(at: shade / Self.shades), width: width)
    }
    guard inks.count > 1 else { return lines.map { stroke($0, 0) } }
    var length = 0.0
    for line in lines { for (a, b) in zip(line, line.dropFirst()) { length += a.distance(to: b) } }
    var strokes: [PenPicture.Stroke] = []
    var passed = 0.0
    for line in lines {
      var piece: [Point] = []
      var shade = -1.0
      for (a, b) in zip(line, line.dropFirst()) {
        let step = a.distance(to: b)
        let next = length > 0 ? ((passed + step / 2) / length * Self.shades).rounded(.down) : 0
        passed += step
        if next != shade {
          if piece.count > 1 { strokes.append(stroke(piece, shade)) }
          (piece, shade) = ([a], next)
        }
        piece.append(b)
      }
      if piece.count > 1 { strokes.append(stroke(piece, shade)) }
    }
    return strokes
  }
}
