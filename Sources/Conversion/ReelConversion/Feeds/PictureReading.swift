import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelVideo

/// Compares the pictures of a feed with each other, and draws what changed into a bitmap.
package final class PictureReading {
  private var comparison: TileComparison?
  private var last: FilmPicture?
  private let reader: BitmapReader

  /// Creates a reading that has seen no picture.
  ///
  /// - Parameter light: The brightness of the brightest pictures of a high dynamic range, if the film states it.
  package init(_ light: LightMetadata? = nil) { reader = BitmapReader(light) }

  /// Returns the tiles in which a picture differs from the one that was given before; all of them for the first.
  package func changes(in picture: FilmPicture) -> Region {
    defer { last = picture }
    guard let last else {
      comparison = TileComparison(picture.frame)
      return .all(of: picture.size)
    }
    return comparison?.changes(from: last.frame, to: picture.frame) ?? .all(of: picture.size)
  }

  /// Draws what changed since the picture that was drawn before, and returns its tiles; all of them for the first.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - changed: Returns its `changes`; not called for a picture on a canvas, which knows them.
  ///   - bitmap: Has the size of the picture, and holds the one before.
  /// - Throws: `FFmpegError` for a pixel format that cannot be converted.
  package func draw(
    _ picture: FilmPicture, changed: () -> Region, into bitmap: inout Bitmap
  ) throws -> Region {
    if let canvas = picture.canvas {
      // The next one may be a picture of its own.
      last = nil
      return canvas.draw(into: &bitmap)
    }
    let changed = changed()
    if !changed.isEmpty { try draw(picture, changed, into: &bitmap) }
    return changed
  }

  private func draw(_ picture: FilmPicture, _ changed: Region, into bitmap: inout Bitmap) throws {
    let native = picture.frame.pointer.pointee
    let format = AVPixelFormat(rawValue: native.format)
    if [AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0].contains(format), let source = native.data.0 {
      return copy(source, Int(native.linesize.0), hasAlpha: format == AV_PIX_FMT_BGRA, changed, into: &bitmap)
    }
    try reader.read(picture.frame, into: &bitmap)
  }

  /// Copies tiles of pixels that have the order of a bitmap's.
  private func copy(
    _ source: UnsafePointer<UInt8>, _ stride: Int, hasAlpha: Bool, _ changed: Region, into bitmap: inout Bitmap
  ) {
    let bytesPerRow = bitmap.bytesPerRow
    bitmap.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      for rect in changed.rects {
        let area = PixelArea(rect)
        for row in area.rows {
          let from = source + row * stride + 4 * area.columns.lowerBound
          let target = start + row * bytesPerRow + 4 * area.columns.lowerBound
          target.update(from: from, count: 4 * area.columns.count)
          for pixel in 0..<area.columns.count {
            let pixel = target + 4 * pixel
            if !hasAlpha { pixel[3] = 255 } else if pixel[3] < 255 { Self.premultiply(pixel) }
          }
        }
      }
    }
  }

  private static func premultiply(_ pixel: UnsafeMutablePointer<UInt8>) {
    let alpha = Int(pixel[3])
    for channel in 0..<3 { pixel[channel] = UInt8((Int(pixel[channel]) * alpha + 127) / 255) }
  }
}
