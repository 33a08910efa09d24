import CReelCairo
import ReelFiles
import ReelPlatform

extension Bitmap {
  /// The maximum size of a PNG, in pixels: an 8K picture.
  ///
  /// Reading may take 16 bytes per pixel.
  public static let pngPixelLimit = 1 << 25
  /// The maximum size of a PNG file, in bytes.
  public static let pngSizeLimit = 256 << 20

  /// Reads a PNG image, premultiplying colours and rounding 16-bit samples to 8 bits.
  ///
  /// The corresponding C function is `cairo_image_surface_create_from_png_stream`.
  ///
  /// - Throws: `CairoError` for bytes that are not a PNG, or a damaged one, and, before allocating any memory, for a picture of more
  ///   than `pngPixelLimit` pixels or more than its bytes can hold.
  public init(png: [UInt8]) throws {
    let header = try PNGHeader(png)
    let created = png.withUnsafeBytes { bytes in
      var reader = PNGReader(rest: bytes)
      return withUnsafeMutablePointer(to: &reader) { reader in
        cairo_image_surface_create_from_png_stream(
          { PNGReader.read($0, into: $1, count: $2) }, UnsafeMutableRawPointer(reader))
      }
    }
    let surface = try Self.surface(created, of: png, header)
    let width = Int(cairo_image_surface_get_width(surface.pointer))
    let height = Int(cairo_image_surface_get_height(surface.pointer))
    guard width == header.width, height == header.height else {
      throw CairoError(CAIRO_STATUS_INVALID_SIZE, "read PNG")
    }
    self.init(width: width, height: height)
    // Painting converts any surface format (opaque, 16-bit as floating point) to ours.
    try draw { context in context.replace(with: surface) }
  }

  private static func surface(
    _ created: OpaquePointer?, of png: [UInt8], _ header: PNGHeader
  ) throws(CairoError) -> SurfaceHandle {
    do throws(CairoError) {
      return try SurfaceHandle(created, "read PNG")
    } catch {
      throw explained(error, png, header)
    }
  }

  /// Returns an error that explains what is wrong with a PNG, if Cairo's does not.
  private static func explained(_ error: CairoError, _ png: [UInt8], _ header: PNGHeader) -> CairoError {
    func damaged(_ message: String) -> CairoError {
      CairoError(code: .pngError, operation: "read PNG", message: message)
    }
    if let fault = PNGDiagnosis(png).fault { return damaged(fault) }
    // Cairo reports damage as a lack of memory, too. If memory really is short, this allocation fails as well.
    guard let memory = malloc(header.width * header.height * 16) else { return error }
    free(memory)
    return damaged("its image data is damaged")
  }

  /// Reads a PNG file or pipe.
  ///
  /// - Throws: `CairoError` if the file can't be read, is larger than `pngSizeLimit`, or is not a PNG.
  public init(pngAt url: URL) throws {
    try self.init(png: try Self.contents(of: url.path(percentEncoded: false)))
  }

  private static func contents(of path: String) throws(CairoError) -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile.read(path, limit: pngSizeLimit)
    } catch {
      let message =
        switch error {
        case .unopened(let reason), .unread(let reason): reason
        case .tooLong: "it is larger than \(pngSizeLimit >> 20) MB"
        }
      throw CairoError(code: .readError, operation: "read PNG", message: message)
    }
  }

  /// Returns the bitmap as a PNG of 8-bit RGBA samples, un-premultiplied.
  ///
  /// Reading it back gives an equal bitmap. The corresponding C function is `cairo_surface_write_to_png_stream`.
  ///
  /// - Throws: `CairoError` if memory runs out.
  public func pngData() throws -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(width * height / 2 + 1024)
    try withExtendedLifetime(storage) {
      let surface = try SurfaceHandle(over: storage, "write PNG")
      try withUnsafeMutablePointer(to: &output) { output in
        let status = cairo_surface_write_to_png_stream(
          surface.pointer,
          { closure, data, count in
            guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
            closure.assumingMemoryBound(to: [UInt8].self).pointee
              .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
          }, UnsafeMutableRawPointer(output))
        try check(status, "write PNG")
      }
    }
    return output
  }

  /// Writes the bitmap to a PNG file, atomically replacing any existing file.
  ///
  /// - Throws: Foundation's error if the file can't be written.
  public func write(pngTo url: URL) throws {
    try Data(pngData()).write(to: url, options: .atomic)
  }
}

/// The unread rest of a PNG in memory.
private struct PNGReader {
  var rest: UnsafeRawBufferPointer

  static func read(
    _ closure: UnsafeMutableRawPointer?, into data: UnsafeMutablePointer<UInt8>?, count: UInt32
  ) -> cairo_status_t {
    guard let reader = closure?.assumingMemoryBound(to: PNGReader.self), let data,
      reader.pointee.rest.count >= Int(count)
    else { return CAIRO_STATUS_READ_ERROR }
    let rest = reader.pointee.rest
    UnsafeMutableRawBufferPointer(start: data, count: Int(count))
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(Int(count))))
    reader.pointee.rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}
