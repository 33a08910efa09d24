import CReelSVG
import ReelCanvas
import ReelGeometry

/// An SVG file read by librsvg, which draws it or one of its elements.
///
/// It is given the text without an address, so it reads no other files. Its work is counted before (`SVGWork`), as it cannot be stopped.
final class SVGRenderer {
  /// Owns librsvg's document.
  private struct Handle: ~Copyable {
    let pointer: UnsafeMutablePointer<RsvgHandle>

    deinit { g_object_unref(pointer) }
  }

  private let handle: Handle
  /// The rectangle of the drawing that is shown, in its own pixels.
  private let bounds: Rect

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - svg: The text in UTF-8.
  ///   - bounds: The rectangle that is shown, in pixels of the drawing.
  ///   - sheet: Rules of CSS that change its look.
  /// - Throws: `ImageError` with librsvg's reason.
  init(_ svg: [UInt8], bounds: Rect, sheet: String = "") throws(ImageError) {
    var failure: UnsafeMutablePointer<GError>?
    guard let pointer = rsvg_handle_new_from_data(svg, gsize(svg.count), &failure) else { throw Self.error(failure) }
    handle = Handle(pointer: pointer)
    self.bounds = bounds
    // Without it, lengths such as 1cm depend on the system.
    rsvg_handle_set_dpi(pointer, 96)
    guard
      sheet.isEmpty || rsvg_handle_set_stylesheet(pointer, Array(sheet.utf8), gsize(sheet.utf8.count), &failure) != 0
    else { throw Self.error(failure) }
  }

  /// Draws the whole drawing, or one element where it is in the drawing.
  ///
  /// The corresponding C functions are `rsvg_handle_render_document` and `rsvg_handle_render_layer`.
  ///
  /// - Parameters:
  ///   - id: The element's id; nil for the whole drawing.
  ///   - size: The size to which `bounds` is stretched.
  /// - Throws: `ImageError` with the reason.
  func bitmap(_ id: String? = nil, size: PixelSize) throws -> Bitmap {
    guard size.area <= Bitmap.pngPixelLimit else { throw ImageError(reason: "an SVG of \(size) is too large to draw") }
    var bitmap = Bitmap(size: size)
    let bytesPerRow = bitmap.bytesPerRow
    var failure: UnsafeMutablePointer<GError>?
    let isDrawn = bitmap.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
        Int32(size.height), Int32(bytesPerRow))
      let cairo = cairo_create(surface)
      // The surface must not refer to the pixels any longer.
      defer {
        cairo_destroy(cairo)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
      cairo_scale(cairo, Double(size.width) / bounds.width, Double(size.height) / bounds.height)
      cairo_translate(cairo, -bounds.minX, -bounds.minY)
      var viewport = RsvgRectangle(x: 0, y: 0, width: bounds.width, height: bounds.height)
      guard let id else { return rsvg_handle_render_document(handle.pointer, cairo, &viewport, &failure) != 0 }
      return rsvg_handle_render_layer(handle.pointer, cairo, "#" + id, &viewport, &failure) != 0
    }
    guard isDrawn else { throw Self.error(failure) }
    return bitmap
  }

  private static func error(_ failure: UnsafeMutablePointer<GError>?) -> ImageError {
    let message = failure?.pointee.message.map { String(cString: $0) } ?? "no reason given"
    if let failure { g_error_free(failure) }
    return ImageError(reason: "librsvg can't draw it: \(message.onOneLine(limit: 200))")
  }
}
