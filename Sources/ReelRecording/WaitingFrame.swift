import ReelGeometry
import ReelTiming
import ReelVideo

/// A frame between the one who draws it and its sink.
struct WaitingFrame: Sendable {
  /// What the sink will be given.
  enum Content: Sendable {
    case frame(Frame)
    case samples(ConvertedTiles?)
  }

  let time: FrameTime
  /// The memory that it keeps, in bytes: none for a still.
  let byteCount: Int
  /// What it took to draw, and what a crash would cost.
  let drawingTime: Duration
  let content: Content

  /// The bytes that the pixels of a picture take.
  static func pixelBytes(of size: PixelSize) -> Int { size.width * size.height * 4 }

  /// Makes a frame ready for a sink.
  ///
  /// - Parameters:
  ///   - format: the samples that the sink wants, nil for pixels.
  ///   - drawingTime: what it took to draw.
  init(_ frame: Frame, as format: PixelFormat?, drawingTime: Duration = .zero) {
    time = frame.time
    self.drawingTime = drawingTime
    let isStill = frame.changed.isEmpty
    if let format {
      let tiles =
        isStill
        ? nil
        : PerformanceTimer.measure("convert") {
          ConvertedTiles(frame.bitmap, changed: frame.changed, format: format)
        }
      byteCount = tiles?.byteCount ?? 0
      content = .samples(tiles)
    } else {
      byteCount = isStill ? 0 : Self.pixelBytes(of: frame.bitmap.size)
      content = .frame(frame)
    }
  }
}
