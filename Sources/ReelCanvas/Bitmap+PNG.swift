import CReelCairo
import ReelGeometry

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Bitmap {
  /// Reads a PNG image; colours are multiplied by alpha, samples of 16 bits rounded to 8.
  ///
  /// The corresponding C function is `cairo_image_surface_create_from_png_stream`.
  ///
  /// - Throws: `CairoError` for bytes that are no PNG, or a damaged one.
  public init(png: [UInt8]) throws {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard png.starts(with: signature) else {
      throw CairoError(code: .pngError, operation: "read PNG", message: "these bytes do not begin as a PNG does")
    }
    let created = png.withUnsafeBytes { bytes in
      var reader = PNGReader(rest: bytes)
      return withUnsafeMutablePointer(to: &reader) { reader in
        cairo_image_surface_create_from_png_stream(
          { PNGReader.read($0, into: $1, count: $2) }, UnsafeMutableRawPointer(reader))
      }
    }
    let surface = try SurfaceHandle(created, "read PNG")
    let width = Int(cairo_image_surface_get_width(surface.pointer))
    let height = Int(cairo_image_surface_get_height(surface.pointer))
    guard Self.sideRange.contains(width), Self.sideRange.contains(height) else {
      throw CairoError(CAIRO_STATUS_INVALID_SIZE, "read PNG")
    }
    self.init(width: width, height: height)
    // Painting converts whatever format the surface has (opaque, 16 bits as floating point) into ours.
    try draw { context in context.replace(with: surface) }
  }

  /// Reads a PNG file.
  ///
  /// - Throws: Foundation's error if the file can't be read, `CairoError` if it is no PNG.
  public init(pngAt url: URL) throws {
    try self.init(png: [UInt8](Data(contentsOf: url)))
  }

  /// Returns the bitmap as a PNG of 8-bit RGBA samples, colours divided by alpha again.
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

  /// Writes the bitmap to a PNG file; a file that is there is replaced at once by the whole new one, or not at all.
  ///
  /// - Throws: Foundation's error if the file can't be written.
  public func write(pngTo url: URL) throws {
    try Data(pngData()).write(to: url, options: .atomic)
  }
}

/// What is left to read of a PNG in memory.
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
