import CReelCairo

/// Owns a Cairo surface.
struct SurfaceHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Takes ownership of a new surface, or throws the reason why it could not be created.
  init(_ created: OpaquePointer?, _ operation: String) throws(CairoError) {
    guard let created else { throw CairoError(CAIRO_STATUS_NO_MEMORY, operation) }
    let status = cairo_surface_status(created)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(created)
      throw CairoError(status, operation)
    }
    pointer = created
  }

  /// Creates a surface over the memory of a bitmap, which must outlive the surface.
  init(over storage: BitmapStorage, _ operation: String) throws(CairoError) {
    try self.init(
      cairo_image_surface_create_for_data(
        storage.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(storage.size.width), Int32(storage.size.height), Int32(storage.bytesPerRow)), operation)
  }

  /// Finishes the surface, which detaches it from the pixels even if Cairo still refers to it.
  deinit {
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
  }
}

/// Owns a Cairo pattern.
struct PatternHandle: ~Copyable {
  let pointer: OpaquePointer

  init?(_ created: OpaquePointer?) {
    guard let created else { return nil }
    pointer = created
  }

  deinit { cairo_pattern_destroy(pointer) }
}

/// Owns an object of GLib's type system: a Pango layout, a Pango context.
struct ObjectHandle: ~Copyable {
  let pointer: OpaquePointer

  init?(_ created: OpaquePointer?) {
    guard let created else { return nil }
    pointer = created
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}
