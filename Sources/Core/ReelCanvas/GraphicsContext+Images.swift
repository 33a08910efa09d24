import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Draws an image over a rectangle, stretched to fill it.
  ///
  /// - Parameters:
  ///   - image: a bitmap, whose edges stay sharp.
  ///   - rect: the rectangle of the upright image.
  ///   - orientation: how the image must be turned to be upright.
  ///   - interpolation: how pixels are interpolated.
  public func draw(
    _ image: Bitmap, in rect: Rect, orientation: ImageOrientation = .up, interpolation: Interpolation = .smooth
  ) {
    let upright = orientation.oriented(image.size)
    let toRect = orientation.transform(of: image.size)
      .followed(by: .scale(x: rect.width / Double(upright.width), y: rect.height / Double(upright.height)))
      .followed(by: .translation(x: rect.minX, y: rect.minY))
    guard !rect.isEmpty, let cairo = painter(around: rect), let toImage = toRect.inverted, toImage.isDrawable,
      toRect.followed(by: state.transform).isDrawable
    else { return }
    withExtendedLifetime(image.storage) {
      guard let surface = try? SurfaceHandle(over: image.storage, "draw image"),
        let pattern = PatternHandle(cairo_pattern_create_for_surface(surface.pointer))
      else { return }
      var matrix = cairo_matrix_t(toImage)
      cairo_pattern_set_matrix(pattern.pointer, &matrix)
      // Otherwise the outermost pixels would blend with transparency.
      cairo_pattern_set_extend(pattern.pointer, CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(
        pattern.pointer, interpolation == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
      cairo_set_source(cairo, pattern.pointer)
      emit(rect, to: cairo)
      cairo_fill(cairo)
      // Cairo must not keep the image's memory as its source.
      cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }
  }

  /// Draws an image in its own size, with its top left corner at a point.
  public func draw(_ image: Bitmap, at point: Point) {
    let shift = state.transform
    if let pixels, shift == .translation(x: shift.tx, y: shift.ty),
      let target = PixelRect(Rect(origin: shift.apply(point), size: image.size.size))
    {
      return withoutCairo { pixels.composite(image.storage, left: target.left, top: target.top) }
    }
    draw(image, in: Rect(origin: point, size: image.size.size))
  }

  /// Replaces all pixels with those of a surface that starts at the same corner.
  func replace(with surface: borrowing SurfaceHandle) {
    guard let cairo = painter else { return }
    cairo_set_source_surface(cairo, surface.pointer, 0, 0)
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    cairo_paint(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    cairo_set_source_rgba(cairo, 0, 0, 0, 1)
  }
}
