import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Draws a string, with the top left corner of its box at a point.
  ///
  /// The string is laid out on every call. To measure, align or wrap text, or to draw it in many frames, keep a `TextLayout`.
  public func draw(_ text: String, at point: Point, font: Font = .standard, with paint: Paint = .black) {
    draw(TextLayout(text, font: font), at: point, with: paint)
  }

  /// Draws a string in the middle of a rectangle's height, wrapped to its width.
  ///
  ///     context.draw("82 %", in: bounds, alignment: .center, font: Font(size: 40), with: .color(.white))
  ///
  /// Text that is higher than the rectangle begins at its top.
  ///
  /// - Parameters:
  ///   - text: The string; line breaks begin new lines.
  ///   - rect: The rectangle.
  ///   - alignment: The alignment of lines in its width.
  ///   - font: The font.
  ///   - paint: The paint.
  public func draw(
    _ text: String, in rect: Rect, alignment: TextAlignment = .leading, font: Font = .standard,
    with paint: Paint = .black
  ) {
    let layout = TextLayout(text, font: font, alignment: alignment, width: max(0, rect.width))
    draw(layout, at: Point(x: rect.minX, y: rect.minY + max(0, rect.height - layout.size.height) / 2), with: paint)
  }

  /// Draws a text, with the top left corner of its box at a point.
  ///
  /// The corresponding C functions are `pango_cairo_show_layout` and, for letters larger than 512 pixels,
  /// `pango_cairo_layout_path`.
  public func draw(_ text: TextLayout, at point: Point, with paint: Paint) {
    let ink = Rect(
      x: point.x + text.inkBounds.minX, y: point.y + text.inkBounds.minY, width: text.inkBounds.width,
      height: text.inkBounds.height)
    // Cairo places small glyphs on whole pixels, so they may extend beyond the measured box.
    guard point.x.isFinite, point.y.isFinite, !text.text.isEmpty,
      let cairo = painter(around: ink, margin: text.font.size)
    else { return }
    text.withPangoLayout { draw($0, of: text, at: point, with: paint, cairo) }
  }

  /// Draws a layout as it was set, scaled only by Cairo.
  ///
  /// `pango_cairo_update_layout` is deliberately not called. It would make Pango lay out the text anew at each scale and keep a font for
  /// each, so growing text would slow down from frame to frame. It would also request a font at the size times the square of the scale,
  /// which FreeType refuses from 65536 pixels on.
  private func draw(
    _ layout: borrowing ObjectHandle, of text: TextLayout, at point: Point, with paint: Paint, _ cairo: OpaquePointer
  ) {
    let fromPango = AffineTransform.scale(text.font.pangoScale)
      .followed(by: .translation(x: point.x, y: point.y)).followed(by: state.transform)
    let largest = text.font.size * state.transform.largestStretch
    let smallest = text.font.size * abs(state.transform.determinant) / state.transform.largestStretch
    // Letters smaller than a quarter of a pixel are just a shade.
    guard largest > 0.25, fromPango.isFinite, setSource(paint, of: cairo) else { return }
    cairo_new_path(cairo)
    if largest <= Self.largestGlyphs, smallest > 0.25, fromPango.isDrawable, isNear(fromPango.apply(Point.zero)) {
      setCairoTransform(fromPango)
      cairo_move_to(cairo, 0, 0)
      pango_cairo_show_layout(cairo, layout.pointer)
      setCairoTransform(state.transform)
    } else {
      fillOutlines(of: layout, text.font.pangoSize, through: fromPango, cairo)
    }
    cairo_new_path(cairo)
  }

  /// The maximum size of letters that Cairo caches as bitmaps, in pixels.
  ///
  /// Far larger letters make FreeType fail, and Cairo then refuses that font for the rest of the process.
  private static let largestGlyphs = 512.0

  private func isNear(_ point: Point) -> Bool {
    abs(point.x) <= Self.farthest && abs(point.y) <= Self.farthest
  }

  /// Fills the outlines of letters, loaded at a size that FreeType supports and then scaled like any path.
  private func fillOutlines(
    of layout: borrowing ObjectHandle, _ pangoSize: Double, through transform: AffineTransform, _ cairo: OpaquePointer
  ) {
    // Cairo stores outlines in 1/256 of a pixel, so the largest possible outlines lose nothing visible.
    setCairoTransform(.scale(Self.largestGlyphs / pangoSize))
    cairo_move_to(cairo, 0, 0)
    pango_cairo_layout_path(cairo, layout.pointer)
    let outlines = cairo_copy_path(cairo)
    defer { cairo_path_destroy(outlines) }
    cairo_new_path(cairo)
    cairo_identity_matrix(cairo)
    var pen = Pen(cairo)
    if let outlines, let data = outlines.pointee.data {
      var index = 0
      while index < Int(outlines.pointee.num_data) {
        let header = data[index].header
        func end(_ number: Int) -> Point {
          let point = data[index + number].point
          return transform.apply(Point(x: point.x, y: point.y))
        }
        switch header.type {
        case CAIRO_PATH_MOVE_TO: pen.move(to: end(1))
        case CAIRO_PATH_LINE_TO: pen.line(to: end(1))
        case CAIRO_PATH_CURVE_TO: pen.curve(to: end(3), end(1), end(2))
        default: pen.close()
        }
        index += max(1, Int(header.length))
      }
    }
    setCairoTransform(state.transform)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    cairo_fill(cairo)
  }
}
