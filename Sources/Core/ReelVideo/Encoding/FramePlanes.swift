import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// The addresses of a picture's samples: luma, and two planes of chroma.
///
/// Valid only while the underlying memory exists.
struct FramePlanes {
  /// The address of each plane's sample in column 0 and row 0, even if that sample does not exist.
  private let starts: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  private let strides: (Int, Int, Int)

  init(
    _ starts: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer), strides: (Int, Int, Int)
  ) {
    self.starts = starts
    self.strides = strides
  }

  /// Creates it from the three planes of a frame; nil if it has fewer.
  init?(_ frame: borrowing VideoFrame) {
    let (data, sizes) = (frame.pointer.pointee.data, frame.pointer.pointee.linesize)
    guard let luma = data.0, let blue = data.1, let red = data.2 else { return nil }
    starts = (UnsafeMutableRawPointer(luma), UnsafeMutableRawPointer(blue), UnsafeMutableRawPointer(red))
    strides = (Int(sizes.0), Int(sizes.1), Int(sizes.2))
  }

  /// The address of a row's column 0.
  func row(_ row: Int, of plane: Int) -> UnsafeMutableRawPointer {
    switch plane {
    case 0: starts.0 + row * strides.0
    case 1: starts.1 + row * strides.1
    default: starts.2 + row * strides.2
    }
  }

  /// Writes the samples of a rectangle's pixels, and the adjacent ones that depend on them.
  ///
  /// - Parameters:
  ///   - pixels: The first pixel of the bitmap.
  ///   - area: Whole tiles, clipped at the border.
  ///   - width: The width of the bitmap.
  ///   - format: A tiled format: 4:2:0 or 4:4:4 with 8 bits.
  func write(
    _ area: PixelArea, of pixels: UnsafeRawPointer, bytesPerRow: Int, width: Int, as format: PixelFormat
  ) {
    switch format {
    case .yuv420p:
      for row in stride(from: area.rows.lowerBound, to: area.rows.upperBound, by: 2) {
        let upper = pixels + row * bytesPerRow
        PixelRow(upper).writeLuma(area.columns, to: self.row(row, of: 0))
        PixelRow(upper + bytesPerRow).writeLuma(area.columns, to: self.row(row + 1, of: 0))
        PixelRow(upper).writeChroma(
          area.columns, with: PixelRow(upper + bytesPerRow), width: width,
          to: self.row(row / 2, of: 1), self.row(row / 2, of: 2))
      }
    default:
      for row in area.rows {
        let pixels = PixelRow(pixels + row * bytesPerRow)
        pixels.writeLuma(area.columns, to: self.row(row, of: 0))
        pixels.writeChroma(area.columns, to: self.row(row, of: 1), self.row(row, of: 2))
      }
    }
  }
}

/// A rectangle of pixels or samples.
package struct PixelArea: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  /// Creates an area.
  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates the area of a region's rectangle.
  package init(_ rect: Rect) {
    columns = Int(clamping: rect.minX)..<Int(clamping: rect.maxX)
    rows = Int(clamping: rect.minY)..<Int(clamping: rect.maxY)
  }
}
