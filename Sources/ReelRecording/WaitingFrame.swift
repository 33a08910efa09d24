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
  /// The tiles for which it keeps memory: none for a still.
  let tileCount: Int
  let content: Content

  /// Makes a frame ready for a sink.
  ///
  /// - Parameter format: the samples that the sink wants, nil for pixels.
  init(_ frame: Frame, as format: PixelFormat?) {
    time = frame.time
    let isStill = frame.changed.isEmpty
    if let format {
      tileCount = frame.changed.tileCount
      let tiles =
        isStill
        ? nil
        : PerformanceTimer.measure("convert") {
          ConvertedTiles(frame.bitmap, changed: frame.changed, format: format)
        }
      content = .samples(tiles)
    } else {
      tileCount = isStill ? 0 : frame.changed.columns * frame.changed.rows
      content = .frame(frame)
    }
  }
}
