import ReelGeometry
import ReelPlatform

/// Walks along segments of a Koch curve, skipping everything outside a window; y grows downwards.
struct KochViewWalk {
  let window: Rect
  private(set) var view = KochView()
  /// Whether the last segment is part of the outline.
  private var isDrawing = false

  init(window: Rect) { self.window = window }

  /// Walks the curve that grows out of a segment, with its bumps on the left.
  mutating func cover(from start: Point, _ way: Vector, generations: Int) {
    view.visitCount += 1
    let third = way * (1.0 / 3)
    // A third, rotated by 60° to the left.
    let rising = Vector(
      dx: third.dx * 0.5 + third.dy * 0.75.squareRoot(), dy: third.dy * 0.5 - third.dx * 0.75.squareRoot())
    let (foot, otherFoot) = (start + third, start + third * 2)
    let tip = foot + rising
    guard isVisible(start, tip, start + way) else { return pass(start) }
    guard generations > 0 else { return draw(from: start, to: start + way) }
    cover(from: start, third, generations: generations - 1)
    cover(from: foot, rising, generations: generations - 1)
    cover(from: tip, third - rising, generations: generations - 1)
    cover(from: otherFoot, third, generations: generations - 1)
  }

  /// Ends the walk at a point.
  mutating func finish(at end: Point) { addCorner(end) }

  /// Closes the area around the rest of the flake, outside the window.
  ///
  /// The rest lies to the right of the curve, entirely outside the window. So the line goes out to a large circle, around it and back,
  /// such that the whole winds once around the inside, clockwise on screen. The angle along the circle is what is missing from a full
  /// turn about a point just inside the middle segment.
  mutating func close(around start: Point, _ ways: [Vector]) {
    let middle = start + ways[0] + ways[1] * 0.5
    let inside = middle + Vector(dx: -ways[1].dy, dy: ways[1].dx) * 0.01
    var (sweep, corner) = (0.0, start)
    for way in ways {
      let (from, to) = (corner - inside, corner + way - inside)
      sweep += atan2(from.dx * to.dy - from.dy * to.dx, from.dx * to.dx + from.dy * to.dy)
      corner += way
    }
    let first = atan2(corner.y - inside.y, corner.x - inside.x)
    let rest = 2 * Double.pi - sweep
    let steps = max(1, Int(clamping: (abs(rest) / (Double.pi / 3)).rounded(.up)))
    let radius = 3 * ways[1].length
    for step in 0...steps {
      let angle = first + rest * Double(step) / Double(steps)
      view.area.addLine(to: inside + Vector(dx: cos(angle), dy: sin(angle)) * radius)
    }
    view.area.close()
  }

  /// Whether a curve may be visible in the window: it lies within the triangle of its ends and the tip of its largest bump.
  private func isVisible(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    max(a.x, b.x, c.x) >= window.minX && min(a.x, b.x, c.x) <= window.maxX
      && max(a.y, b.y, c.y) >= window.minY && min(a.y, b.y, c.y) <= window.maxY
  }

  /// Skips an invisible curve in a straight line.
  private mutating func pass(_ start: Point) {
    addCorner(start)
    isDrawing = false
  }

  private mutating func draw(from start: Point, to end: Point) {
    addCorner(start)
    if !isDrawing { view.outline.move(to: start) }
    view.outline.addLine(to: end)
    view.segmentCount += 1
    isDrawing = true
  }

  private mutating func addCorner(_ point: Point) {
    if view.area.isEmpty { view.area.move(to: point) } else { view.area.addLine(to: point) }
  }
}
