import CReelCairo
import ReelGeometry

extension Bitmap {
  /// Draws into the bitmap with Cairo.
  ///
  /// The context is good for the time of the closure; calls made to it later do nothing. The memory is copied before
  /// if another bitmap shares it, so a bitmap can be drawn into its own copy.
  ///
  /// A picture that is drawn again region by region is, to the last bit, the picture that is drawn at once.
  ///
  /// - Parameters:
  ///   - region: the tiles that may change; nil for all. Shapes that touch none of them are not drawn; what the others
  ///     leave in other tiles is undone. In an empty region nothing can be drawn: the closure runs and the bitmap is left
  ///     alone, without even a copy.
  ///   - body: draws; x grows to the right and y downwards from the top left, one unit a pixel.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `CairoError` if Cairo failed.
  /// - Precondition: the region divides a frame of this bitmap's size.
  public mutating func draw<R>(
    clippedTo region: Region? = nil, _ body: (GraphicsContext) throws -> R
  ) throws -> R {
    if let region {
      precondition(region.frame == size, "a region of \(region.frame) cannot clip a bitmap of \(size)")
      if region.isEmpty {
        return try draw(
          on: SurfaceHandle(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 0, 0), "draw"), over: nil,
          clippedTo: nil, body)
      }
    }
    makeUnique()
    return try drawOnStorage(clippedTo: region, body)
  }

  /// Draws tiles anew: as `draw(clippedTo:_:)` does, but they are transparent at first.
  ///
  /// Of memory that another bitmap shares only the other tiles are copied.
  ///
  /// - Throws: What `body` throws, or `CairoError`; the tiles hold anything then.
  /// - Precondition: the region divides a frame of this bitmap's size and is not empty.
  package mutating func redraw<R>(_ region: Region, _ body: (GraphicsContext) throws -> R) throws -> R {
    precondition(region.frame == size && !region.isEmpty, "a region of \(region.frame) in a bitmap of \(size)")
    if !isUnique { self = Bitmap(copying: self, without: region) }
    return try drawOnStorage(clippedTo: region) { context in
      context.clear()
      return try body(context)
    }
  }

  private func drawOnStorage<R>(
    clippedTo region: Region?, _ body: (GraphicsContext) throws -> R
  ) throws -> R {
    let storage = storage
    return try withExtendedLifetime(storage) {
      try draw(on: SurfaceHandle(over: storage, "draw"), over: storage, clippedTo: region, body)
    }
  }

  private func draw<R>(
    on surface: borrowing SurfaceHandle, over storage: BitmapStorage?, clippedTo region: Region?,
    _ body: (GraphicsContext) throws -> R
  ) throws -> R {
    let context = try GraphicsContext(surface, over: storage, for: region)
    defer {
      if let others = context.others, let storage {
        cairo_surface_flush(surface.pointer)
        others.restore(to: storage)
        cairo_surface_mark_dirty(surface.pointer)
      }
      context.end()
    }
    let result = try body(context)
    try check(context.status, "draw")
    cairo_surface_flush(surface.pointer)
    return result
  }
}
