import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Converts bitmaps to the planes that the encoder takes: sRGB to BT.709 with limited range.
///
/// It keeps one picture and converts only the tiles that changed. swscale converts pictures and strips of rows, and what
/// changes in a film is seldom either; `make bench` shows the two side by side. Every sample is the value of the formula
/// to within a thousandth, rounded: the same on every machine and with every version of FFmpeg.
struct PixelConverter: ~Copyable {
  /// The converted picture.
  let frame: VideoFrame
  /// The number of bitmaps that were converted, wholly or in part.
  private(set) var conversionCount = 0

  private let size: PixelSize
  private let format: PixelFormat

  init(size: PixelSize, format: PixelFormat) throws(FFmpegError) {
    frame = try VideoFrame.make(size: size, format: format.native)
    self.size = size
    self.format = format
  }

  /// Converts the tiles of a region; the others keep what they have.
  ///
  /// The colours are taken as they are, as if over black: a movie has no transparency.
  mutating func convert(_ bitmap: Bitmap, changed: Region) throws {
    precondition(bitmap.size == size && changed.frame == size, "a bitmap or region of another size")
    guard !changed.isEmpty else { return }
    // The encoder may still hold the planes; then they are copied first.
    try check(av_frame_make_writable(frame.pointer), "av_frame_make_writable")
    let rects = changed.rects
    bitmap.withUnsafeBytes { bytes in
      guard let pixels = bytes.baseAddress, let planes = FramePlanes(frame) else { return }
      for rect in rects {
        let (columns, rows) = (Int(rect.minX)..<Int(rect.maxX), Int(rect.minY)..<Int(rect.maxY))
        switch format {
        case .yuv420p:
          for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
            let upper = pixels + row * bitmap.bytesPerRow
            PixelRow(upper).writeLuma(columns, to: planes.row(row, of: 0))
            PixelRow(upper + bitmap.bytesPerRow).writeLuma(columns, to: planes.row(row + 1, of: 0))
            PixelRow(upper).writeChroma(
              columns, with: PixelRow(upper + bitmap.bytesPerRow), width: size.width,
              to: planes.row(row / 2, of: 1), planes.row(row / 2, of: 2))
          }
        case .yuv444p:
          for row in rows {
            let pixels = PixelRow(pixels + row * bitmap.bytesPerRow)
            pixels.writeLuma(columns, to: planes.row(row, of: 0))
            pixels.writeChroma(columns, to: planes.row(row, of: 1), planes.row(row, of: 2))
          }
        }
      }
    }
    conversionCount += 1
  }
}

/// Where the planes of a frame are.
///
/// Valid as long as the frame and its planes.
private struct FramePlanes {
  private let starts: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  private let strides: (Int, Int, Int)

  /// Takes the three planes of a frame; nil where it has fewer.
  init?(_ frame: borrowing VideoFrame) {
    let (data, sizes) = (frame.pointer.pointee.data, frame.pointer.pointee.linesize)
    guard let luma = data.0, let blue = data.1, let red = data.2 else { return nil }
    starts = (UnsafeMutableRawPointer(luma), UnsafeMutableRawPointer(blue), UnsafeMutableRawPointer(red))
    strides = (Int(sizes.0), Int(sizes.1), Int(sizes.2))
  }

  func row(_ row: Int, of plane: Int) -> UnsafeMutableRawPointer {
    switch plane {
    case 0: starts.0 + row * strides.0
    case 1: starts.1 + row * strides.1
    default: starts.2 + row * strides.2
    }
  }
}
