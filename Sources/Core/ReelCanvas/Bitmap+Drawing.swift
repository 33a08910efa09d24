import CReelCairo
import ReelGeometry

extension Bitmap {
  /// Draws into the bitmap with Cairo.
  ///
  /// The context is valid during the closure; later calls do nothing. If another bitmap shares the memory, it is copied
  /// first, so a bitmap can be drawn into its own copy.
  ///
  /// A picture redrawn region by region is bit-identical to one drawn at once.
  ///
  /// - Parameters:
  ///   - region: the tiles that may change; nil for all. Shapes that touch none of them are not drawn; changes to
  ///     other tiles are undone. With an empty region, the closure runs but nothing is drawn, and the bitmap is not even copied.
  ///   - body: draws; x grows to the right and y downwards from the top left, one unit a pixel.
  /// - Returns: the result of `body`.
  /// - Throws: any error of `body`, or `CairoError` if Cairo failed.
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

  /// Redraws tiles like `draw(clippedTo:_:)`, but starting with transparent tiles.
  ///
  /// If another bitmap shares the memory, only the other tiles are copied.
  ///
  /// - Throws: Any error of `body`, or `CairoError`; the tiles are then undefined.
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
