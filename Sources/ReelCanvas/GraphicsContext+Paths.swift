import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Fills the inside of a path; open subpaths are closed for it.
  ///
  /// The corresponding C function is `cairo_fill`.
  public func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonZero) {
    guard let cairo = target, setSource(paint, of: cairo) else { return }
    emit(path.elements, to: cairo)
    cairo_set_fill_rule(cairo, rule.cairo)
    cairo_fill(cairo)
  }

  /// Fills a rectangle; edges between pixels are softened.
  public func fill(_ rect: Rect, with paint: Paint) {
    guard let cairo = target, setSource(paint, of: cairo) else { return }
    emit(rect, to: cairo)
    cairo_fill(cairo)
  }

  /// Fills everything within the clip.
  ///
  /// The corresponding C function is `cairo_paint`.
  public func paint(_ paint: Paint) {
    guard let cairo = target, setSource(paint, of: cairo) else { return }
    cairo_paint(cairo)
  }

  /// Makes everything within the clip transparent again.
  public func clear() {
    guard let cairo = target else { return }
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
    cairo_paint(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
  }

  /// Draws a path as a line.
  ///
  /// Width and dashes are measured before the transform, so a line in a stretched plane is stretched too.
  /// The corresponding C function is `cairo_stroke`.
  public func stroke(_ path: Path, with paint: Paint, style: StrokeStyle = StrokeStyle(width: 1)) {
    guard let cairo = target, style.width > 0, style.width.isFinite, setSource(paint, of: cairo) else { return }
    emit(path.elements, to: cairo)
    cairo_set_line_width(cairo, min(style.width, Self.farthest / state.transform.largestStretch))
    cairo_set_line_cap(cairo, style.cap.cairo)
    cairo_set_line_join(cairo, style.join.cairo)
    cairo_set_miter_limit(cairo, style.miterLimit > 1 ? style.miterLimit : 1)
    let dash = style.usableDash
    cairo_set_dash(cairo, dash, Int32(dash.count), style.dashPhase.isFinite ? style.dashPhase : 0)
    cairo_stroke(cairo)
  }

  // MARK: Coordinates

  /// The farthest that a pixel coordinate may lie from the origin.
  ///
  /// Cairo keeps coordinates as integers of 1/256 pixel in 32 bits, and lets what is beyond 8 388 607 wrap around.
  static let farthest = 4_194_304.0

  /// Makes a path Cairo's current path.
  ///
  /// Points are transformed here and not by Cairo, so that those which Cairo could not hold are found; no step of
  /// the path costs more than a comparison and a call. Steps that are not numbers are left out.
  func emit(_ elements: [Path.Element], to cairo: OpaquePointer) {
    let transform = state.transform
    cairo_new_path(cairo)
    cairo_identity_matrix(cairo)
    var pen = Pen(cairo: cairo)
    for element in elements {
      switch element {
      case .move(let point): pen.move(to: transform.apply(point))
      case .line(let point): pen.line(to: transform.apply(point))
      case .curve(let control1, let control2, let end):
        pen.curve(to: transform.apply(end), transform.apply(control1), transform.apply(control2))
      case .close: pen.close()
      }
    }
    setCairoTransform(transform)
  }

  /// Makes a rectangle Cairo's current path.
  func emit(_ rect: Rect, to cairo: OpaquePointer) {
    let transform = state.transform
    cairo_new_path(cairo)
    guard !rect.isEmpty else { return }
    cairo_identity_matrix(cairo)
    var pen = Pen(cairo: cairo)
    pen.move(to: transform.apply(rect.origin))
    pen.line(to: transform.apply(Point(x: rect.maxX, y: rect.minY)))
    pen.line(to: transform.apply(Point(x: rect.maxX, y: rect.maxY)))
    pen.line(to: transform.apply(Point(x: rect.minX, y: rect.maxY)))
    pen.close()
    setCairoTransform(transform)
  }
}

/// Writes points in pixels to Cairo's current path and keeps them within what Cairo can hold.
private struct Pen {
  let cairo: OpaquePointer
  /// Where the pen is, before it was brought into range.
  var position = Point.zero
  var start = Point.zero
  var isDown = false

  mutating func move(to point: Point) {
    guard point.x.isFinite, point.y.isFinite else { return }
    let near = nearest(point)
    cairo_move_to(cairo, near.x, near.y)
    (position, start, isDown) = (point, point, true)
  }

  mutating func line(to point: Point) {
    guard isDown else { return move(to: point) }
    // False for what is not a number as well.
    if isNear(point), isNear(position) {
      cairo_line_to(cairo, point.x, point.y)
      position = point
    } else if point.x.isFinite, point.y.isFinite {
      farLine(to: point)
      position = point
    }
  }

  mutating func curve(to end: Point, _ control1: Point, _ control2: Point) {
    guard [end.x, end.y, control1.x, control1.y, control2.x, control2.y].allSatisfy(\.isFinite) else { return }
    if !isDown { move(to: control1) }
    let (a, b, c) = (nearest(control1), nearest(control2), nearest(end))
    cairo_curve_to(cairo, a.x, a.y, b.x, b.y, c.x, c.y)
    position = end
  }

  mutating func close() {
    guard isDown else { return }
    if !(isNear(position) && isNear(start)) { farLine(to: start) }
    cairo_close_path(cairo)
    position = start
  }

  private func isNear(_ point: Point) -> Bool {
    abs(point.x) <= GraphicsContext.farthest && abs(point.y) <= GraphicsContext.farthest
  }

  private func nearest(_ point: Point) -> Point {
    let limit = GraphicsContext.farthest
    return Point(x: max(-limit, min(limit, point.x)), y: max(-limit, min(limit, point.y)))
  }

  /// Draws the part of a line that lies in range exactly where it is, and the rest along the border of the range.
  private func farLine(to point: Point) {
    let limit = GraphicsContext.farthest
    let way = point - position
    var (enter, leave) = (0.0, 1.0)
    for (from, step) in [(position.x, way.dx), (position.y, way.dy)] {
      if step == 0 {
        if abs(from) > limit { leave = -1 }
        continue
      }
      let (a, b) = ((-limit - from) / step, (limit - from) / step)
      enter = max(enter, min(a, b))
      leave = min(leave, max(a, b))
    }
    if enter < leave {
      for fraction in [enter, leave] {
        let crossing = nearest(position + way * fraction)
        cairo_line_to(cairo, crossing.x, crossing.y)
      }
    }
    let near = nearest(point)
    cairo_line_to(cairo, near.x, near.y)
  }
}

extension AffineTransform {
  /// The greatest factor by which the transform can lengthen a vector, or a little more.
  var largestStretch: Double { (a * a + b * b + c * c + d * d).squareRoot() }
}

extension StrokeStyle {
  /// The dashes if Cairo accepts them; a list that it would refuse puts it into its error state.
  fileprivate var usableDash: [Double] {
    dash.allSatisfy { $0 >= 0 && $0.isFinite } && dash.contains { $0 > 0 } ? dash : []
  }
}

extension StrokeStyle.Cap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension StrokeStyle.Join {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
