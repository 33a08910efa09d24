import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Draws a text, the top left corner of its box at a point.
  ///
  /// The corresponding C function is `pango_cairo_show_layout`.
  public func draw(_ text: TextLayout, at point: Point, with paint: Paint) {
    guard let cairo = target, point.x.isFinite, point.y.isFinite, !text.text.isEmpty,
      let layout = text.pangoLayout(), setSource(paint, of: cairo)
    else { return }
    cairo_new_path(cairo)
    cairo_move_to(cairo, point.x, point.y)
    pango_cairo_update_layout(cairo, layout.pointer)
    pango_cairo_show_layout(cairo, layout.pointer)
    cairo_new_path(cairo)
  }
}
