import CReelCairo
import ReelGeometry

/// A PDF document of drawn pages, for printing.
public struct PDFDocument: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// Draws the pages of a document; the same drawing gives the same bytes.
  ///
  /// The corresponding C function is `cairo_pdf_surface_create_for_stream`.
  ///
  /// - Parameters:
  ///   - size: The size of each page, in points of 1/72 inch.
  ///   - pageCount: The number of pages.
  ///   - title: The title that viewers show.
  ///   - draw: Draws a page, given its index from 0.
  /// - Throws: `CairoError` if Cairo fails.
  public init(
    size: Size, pageCount: Int, title: String, _ draw: (Int, GraphicsContext) -> Void
  ) throws(CairoError) {
    let output = Output()
    try withExtendedLifetime(output) { () throws(CairoError) in
      let surface = try SurfaceHandle(
        cairo_pdf_surface_create_for_stream(
          { target, data, count in
            guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
            let output = Unmanaged<Output>.fromOpaque(target).takeUnretainedValue()
            output.bytes += UnsafeBufferPointer(start: data, count: Int(count))
            return CAIRO_STATUS_SUCCESS
          }, Unmanaged.passUnretained(output).toOpaque(), size.width, size.height), "create a PDF document")
      cairo_pdf_surface_set_metadata(surface.pointer, CAIRO_PDF_METADATA_TITLE, title)
      // Cairo would write the time of the clock.
      cairo_pdf_surface_set_metadata(surface.pointer, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
      for page in 0..<pageCount {
        let context = try GraphicsContext(surface, over: nil, for: nil)
        draw(page, context)
        let status = context.status
        context.end()
        try check(status, "draw a page")
        cairo_surface_show_page(surface.pointer)
      }
      cairo_surface_finish(surface.pointer)
      try check(cairo_surface_status(surface.pointer), "write a PDF document")
    }
    bytes = output.bytes
  }
}
