import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Fills the inside of a path, treating open subpaths as closed.
  ///
  /// The corresponding C function is `cairo_fill`.
  public func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonZero) {
    guard target != nil else { return }
    if rule == .nonZero, storage != nil, let box = PointBox(ofLines: path, state.transform) {
      let bounds = PixelRect(around: box, reach: 0).intersection(visiblePixels)
      if !canBeSeen(bounds) || composite(PolygonMask(path, state.transform, in: bounds), paint) { return }
    }
    guard let cairo = painter(around: path.controlBounds), setSource(paint, of: cairo) else { return }
    emit(path.elements, to: cairo)
    cairo_set_fill_rule(cairo, rule.cairo)
    cairo_fill(cairo)
  }

  /// Fills a rectangle; edges between pixels are antialiased.
  public func fill(_ rect: Rect, with paint: Paint) {
    guard target != nil, canBeSeen(rect) else { return }
    let isUpright = state.transform.b == 0 && state.transform.c == 0
    if isUpright, storage != nil, !rect.isEmpty, let pixels = PixelRect(state.transform.apply(rect)),
      composite(pixels, paint)
    {
      return
    }
    guard let cairo = painter(around: rect), setSource(paint, of: cairo) else { return }
    emit(rect, to: cairo)
    cairo_fill(cairo)
  }

  /// Fills everything within the clip.
  ///
  /// The corresponding C function is `cairo_paint`.
  public func paint(_ paint: Paint) {
    guard target != nil, !paint.isClear, !composite(visiblePixels, paint) else { return }
    guard let cairo = painter, setSource(paint, of: cairo) else { return }
    cairo_paint(cairo)
  }

  /// Makes everything within the clip transparent again.
  public func clear() {
    if let pixels { return withoutCairo { pixels.clear() } }
    guard let cairo = painter else { return }
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
    cairo_paint(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    treatAsDrawn(of: cairo)
  }

  /// Makes Cairo treat an empty surface like any other.
  ///
  /// Cairo composites the first shape on an empty surface with different rounding, so that shape's pixels would depend on whether an
  /// earlier shape was omitted.
  func treatAsDrawn(of cairo: OpaquePointer) {
    let surface = cairo_get_group_target(cairo)
    cairo_surface_flush(surface)
    cairo_surface_mark_dirty(surface)
  }

  /// Draws a path as a line.
  ///
  /// Width and dashes are measured before the transform, so a stretched transform also stretches the line's width. Solid straight lines
  /// with round caps and joins, at most 32 pixels wide, are drawn many times faster than others. The corresponding C function is
  /// `cairo_stroke`.
  public func stroke(_ path: Path, with paint: Paint, style: StrokeStyle = StrokeStyle(width: 1)) {
    guard target != nil, style.width > 0, style.width.isFinite else { return }
    // On paper, lines stay lines.
    if storage != nil, let stroker = PolylineStroker(path, style, state.transform), stroker.draw(on: self, with: paint)
    {
      return
    }
    let margin = style.width / 2 * (style.join == .miter ? max(2, style.miterLimit) : 2)
    guard let cairo = painter(around: path.controlBounds, margin: margin), setSource(paint, of: cairo) else { return }
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

  /// The maximum distance of a pixel coordinate from the origin.
  ///
  /// Cairo misplaces lines longer than about 150 000 pixels, and its coordinates wrap around at 8 388 608. This limit is beyond the
  /// largest bitmap, and leaves room for the width of a line.
  static let farthest = 40_000.0

  /// Makes a path Cairo's current path.
  ///
  /// Points are transformed here and not by Cairo, to find those beyond Cairo's range; each step of the path costs a comparison and a
  /// call. Steps that are not finite are omitted.
  func emit(_ elements: [Path.Element], to cairo: OpaquePointer) {
    let transform = state.transform
    cairo_new_path(cairo)
    cairo_identity_matrix(cairo)
    var pen = Pen(cairo)
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
    var pen = Pen(cairo)
    pen.move(to: transform.apply(rect.origin))
    pen.line(to: transform.apply(Point(x: rect.maxX, y: rect.minY)))
    pen.line(to: transform.apply(Point(x: rect.maxX, y: rect.maxY)))
    pen.line(to: transform.apply(Point(x: rect.minX, y: rect.maxY)))
    pen.close()
    setCairoTransform(transform)
  }
}

extension Paint {
  /// Whether drawing with the paint changes nothing.
  fileprivate var isClear: Bool {
    if case .color(let color) = self { return color.clamped.alpha == 0 }
    return false
  }
}

extension AffineTransform {
  /// An upper bound of the factor by which the transform lengthens vectors.
  var largestStretch: Double { (a * a + b * b + c * c + d * d).squareRoot() }
}

extension StrokeStyle {
  /// The dashes, if Cairo accepts them; an invalid list would put Cairo into its error state.
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
