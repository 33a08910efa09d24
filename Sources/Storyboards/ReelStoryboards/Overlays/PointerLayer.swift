import ReelCanvas
import ReelGeometry
import ReelLayers

/// A pointer that moves in film time.
///
/// A ring spreads from each click.
final class PointerLayer: Layer {
  /// How long a click is visible, in seconds.
  private static let clickLength = 0.5
  /// An arrow of height 1 with its tip at the origin.
  private static let arrow = Path(
    points: [
      Point(x: 0, y: 0), Point(x: 0, y: 0.86), Point(x: 0.2, y: 0.68), Point(x: 0.335, y: 1), Point(x: 0.47, y: 0.94),
      Point(x: 0.34, y: 0.63), Point(x: 0.61, y: 0.61),
    ], closed: true)

  private let place: OverlayPlace
  private let moves: [(time: Double, point: Point, curve: TimingCurve, clicks: Bool)]
  private let size: Double
  private let arrow: ShapeLayer
  private let ring = ShapeLayer(Path())

  /// - Parameters:
  ///   - moves: The moves, with times in seconds of the film.
  ///   - size: The height of the arrow, in points.
  ///   - color: The colour of the arrow and the ring.
  ///   - place: The places of its points.
  ///   - frame: The page.
  init(_ moves: [PointerMove], size: Double, color: Color, _ place: OverlayPlace, frame: Rect) {
    self.size = size * place.point
    self.place = place
    self.moves = moves.compactMap { move in
      guard case .seconds(let time) = move.at else { return nil }
      // The easing was checked when it was read.
      let curve = (try? TimingCurve(css: move.ease)) ?? .linear
      return (time, move.to, curve, move.clicks)
    }
    arrow = ShapeLayer(Self.arrow.applying(.scale(self.size)))
    super.init(frame: frame)
    arrow.fillColor = color
    arrow.strokeColor = Color(white: color.relativeLuminance > 0.4 ? 0.1 : 0.95)
    arrow.lineWidth = 0.05 * self.size
    // Both are drawn about their origin, with room for their outlines.
    arrow.bounds = Rect(x: -0.1 * self.size, y: -0.1 * self.size, width: 0.8 * self.size, height: 1.2 * self.size)
    arrow.anchorPoint = Point(x: 0.1 / 0.8, y: 0.1 / 1.2)
    ring.bounds = Rect(x: -self.size, y: -self.size, width: 2 * self.size, height: 2 * self.size)
    ring.strokeColor = color
    addSublayer(ring)
    addSublayer(arrow)
    update(at: 0)
  }

  override func update(at time: Double) {
    guard let first = moves.first else { return }
    let next = moves.firstIndex { $0.time > time }
    var tip = first.point
    if let next, next > 0 {
      let (from, to) = (moves[next - 1], moves[next])
      let part = (time - from.time) / (to.time - from.time)
      tip = from.point.interpolated(to: to.point, fraction: to.curve.value(at: part))
    } else if next == nil, let last = moves.last {
      tip = last.point
    }
    arrow.position = place(tip, at: time)
    let click = moves.last { $0.clicks && (0..<Self.clickLength).contains(time - $0.time) }
    let part = click.map { (time - $0.time) / Self.clickLength } ?? 1
    // The arrow shrinks briefly, as if pressed.
    arrow.transform = .scale(1 - 0.14 * max(0, 1 - 3 * part))
    ring.isHidden = click == nil
    guard let click else { return }
    let spread = TimingCurve.easeOut.value(at: part)
    let radius = (0.2 + 0.7 * spread) * size
    ring.path = Path(ellipseIn: Rect(center: Point(x: 0, y: 0), size: Size(width: 2 * radius, height: 2 * radius)))
    ring.position = place(click.point, at: time)
    ring.lineWidth = (0.12 - 0.07 * spread) * size
    ring.opacity = 1 - part
  }
}
