import ReelCanvas
import ReelGeometry

/// The samples of the tiles in which a picture differs from the previous one.
///
/// An encoder needs nothing else of a frame, and this is far less than its pixels: the framebuffer is free
/// immediately, and many frames can be queued. Tiles are converted on the thread that has just drawn them, while they
/// are in its cache.
///
/// Unchecked Sendable: the samples are written by `init` and only read afterwards.
package final class ConvertedTiles: @unchecked Sendable {
  let size: PixelSize
  let format: PixelFormat
  /// Whether it holds every tile.
  let isWhole: Bool

  /// The memory that it holds, in bytes: the samples and their padding.
  package var byteCount: Int { memory.count }

  private let areas: [Area]
  private let memory: UnsafeMutableRawBufferPointer

  /// A rectangle of tiles, and the position of its samples.
  private struct Area {
    let pixels: PixelArea
    /// The offsets of the planes.
    let offsets: (Int, Int, Int)
    /// The strides of luma and chroma in samples.
    let strides: (luma: Int, chroma: Int)
    /// The offset of the next area.
    let end: Int

    init(_ pixels: PixelArea, at offset: Int, format: PixelFormat) {
      self.pixels = pixels
      // Whole vectors are written, and one more chroma vector than the columns need: the next samples depend on the
      // last column.
      let (width, height) = ((pixels.columns.count + 15) & ~15, (pixels.rows.count + 1) & ~1)
      let isHalf = format == .yuv420p
      strides = (width, isHalf ? width / 2 + 8 : width)
      let chroma = strides.chroma * (isHalf ? height / 2 : height)
      offsets = (offset, offset + width * height, offset + width * height + chroma)
      end = (offsets.2 + chroma + 63) & ~63
    }
  }

  /// Converts tiles of a bitmap, as `PixelConverter` does.
  package init(_ bitmap: Bitmap, changed: Region, format: PixelFormat) {
    precondition(changed.frame == bitmap.size, "the region has another size")
    precondition(
      format != .yuv420p || bitmap.size == VideoConfiguration.nearestEven(bitmap.size), "half a sample of chroma")
    size = bitmap.size
    self.format = format
    isWhole = changed.isAll
    var areas: [Area] = []
    for rect in changed.rects { areas.append(Area(PixelArea(rect), at: areas.last?.end ?? 0, format: format)) }
    self.areas = areas
    memory = PixelPool.shared.take(max(1, areas.last?.end ?? 0))
    bitmap.withUnsafeBytes { bytes in
      guard let pixels = bytes.baseAddress else { return }
      for area in areas {
        planes(of: area)?
          .write(area.pixels, of: pixels, bytesPerRow: bitmap.bytesPerRow, width: size.width, as: format)
      }
    }
  }

  deinit { PixelPool.shared.give(memory) }

  /// Copies the samples into a picture.
  func copy(to picture: FramePlanes) {
    for area in areas {
      guard let own = planes(of: area) else { continue }
      for plane in 0..<3 {
        let part = samples(of: area, plane)
        for row in part.rows {
          (picture.row(row, of: plane) + part.columns.lowerBound)
            .copyMemory(from: own.row(row, of: plane) + part.columns.lowerBound, byteCount: part.columns.count)
        }
      }
    }
  }

  /// The samples of a plane that an area determines.
  private func samples(of area: Area, _ plane: Int) -> PixelArea {
    let pixels = area.pixels
    guard plane > 0, format == .yuv420p else { return pixels }
    // A chroma sample is mixed from the columns on both sides of its own.
    let end = (min(pixels.columns.upperBound + 1, size.width) + 1) / 2
    return PixelArea(
      columns: pixels.columns.lowerBound / 2..<end, rows: pixels.rows.lowerBound / 2..<(pixels.rows.upperBound + 1) / 2)
  }

  /// The planes of a picture that holds only the samples of an area.
  private func planes(of area: Area) -> FramePlanes? {
    guard let start = memory.baseAddress else { return nil }
    let (column, row) = (area.pixels.columns.lowerBound, area.pixels.rows.lowerBound)
    let (luma, chroma) = area.strides
    let shift = format == .yuv420p ? 2 : 1
    let toChroma = row / shift * chroma + column / shift
    return FramePlanes(
      (
        start + (area.offsets.0 - row * luma - column), start + (area.offsets.1 - toChroma),
        start + (area.offsets.2 - toChroma)
      ), strides: (luma, chroma, chroma))
  }
}
