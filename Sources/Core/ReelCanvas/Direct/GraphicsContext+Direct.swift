import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// The bitmap's own pixels, if drawing goes straight to them: outside groups, and clipped at most by a
  /// rectangle of whole pixels.
  var pixels: PixelTarget? {
    guard target != nil, let storage, let clip = state.pixelClip else { return nil }
    return PixelTarget(storage, tiles.map { $0.intersection(clip) }.filter { !$0.isEmpty })
  }

  /// Whether images on whole pixels go straight to the bitmap, so that an image and its parts give the same result.
  package var isOnPixelGrid: Bool {
    let shift = state.transform
    return target != nil && storage != nil && state.pixelClip != nil
      && shift == .translation(x: shift.tx.rounded(), y: shift.ty.rounded())
  }

  /// Runs a closure that writes to the bitmap's memory without Cairo.
  func withoutCairo(_ body: () -> Void) {
    guard let cairo else { return }
    let surface = cairo_get_target(cairo)
    cairo_surface_flush(surface)
    body()
    cairo_surface_mark_dirty(surface)
  }

  /// The pixels where drawing is visible, or a few more.
  var visiblePixels: PixelRect {
    guard let cairo else { return PixelRect(left: 0, top: 0, right: 0, bottom: 0) }
    var clip = state.pixelClip
    if clip == nil {
      var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
      cairo_identity_matrix(cairo)
      cairo_clip_extents(cairo, &left, &top, &right, &bottom)
      setCairoTransform(state.transform)
      clip = PixelRect(
        left: Int(clamping: left.rounded(.down)), top: Int(clamping: top.rounded(.down)),
        right: Int(clamping: right.rounded(.up)),
        bottom: Int(clamping: bottom.rounded(.up)))
    }
    let visible = clip ?? PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    return visible.intersection(wanted)
  }

  /// Fills a rectangle of whole pixels within the clip; returns false if only Cairo can.
  func composite(_ rect: PixelRect, _ paint: Paint) -> Bool {
    let rect = rect.intersection(visiblePixels)
    guard let pixels, !rect.isEmpty else { return rect.isEmpty }
    if let colors = RowPaint(paint, state.transform, rows: rect.top..<rect.bottom) {
      withoutCairo { pixels.composite(rect, colors) }
    } else if let colors = RadialPaint(paint, state.transform) {
      withoutCairo { pixels.composite(rect, colors) }
    } else {
      return false
    }
    return true
  }

  /// Composites a paint over the picture through a mask.
  ///
  /// - Returns: False if memory ran out.
  func composite<Mask: CoverageMask & ~Copyable>(_ mask: borrowing Mask, _ paint: Paint) -> Bool {
    let bounds = mask.bounds
    if let pixels, let colors = RowPaint(paint, state.transform, rows: bounds.top..<bounds.bottom) {
      withoutCairo { pixels.composite(mask, colors) }
      return true
    }
    guard let cairo = painter, setSource(paint, of: cairo) else { return true }
    guard
      let surface = try? SurfaceHandle(
        cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(bounds.width), Int32(bounds.height)), "mask"),
      let bytes = cairo_image_surface_get_data(surface.pointer)
    else { return false }
    cairo_surface_flush(surface.pointer)
    let bytesPerRow = Int(cairo_image_surface_get_stride(surface.pointer))
    mask.forEachCovered(in: bounds) { row, column, coverage in
      let line = bytes + (row - bounds.top) * bytesPerRow
      for lane in 0..<4 where coverage[lane] > 0 {
        line[column + lane - bounds.left] = UInt8(truncatingIfNeeded: coverage[lane])
      }
    }
    cairo_surface_mark_dirty(surface.pointer)
    cairo_identity_matrix(cairo)
    cairo_mask_surface(cairo, surface.pointer, Double(bounds.left), Double(bounds.top))
    setCairoTransform(state.transform)
    return true
  }
}
