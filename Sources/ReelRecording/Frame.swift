import ReelCanvas
import ReelGeometry

/// A finished picture on its way to a sink.
public struct Frame: Sendable {
  /// Its place in the film.
  public let time: FrameTime
  /// The pixels.
  ///
  /// They share their storage with the source's bitmap until the source draws again.
  public let bitmap: Bitmap
  /// The tiles that may differ from the frame sent before; empty when the picture stands still.
  public let changed: Region

  /// Creates a frame.
  public init(time: FrameTime, bitmap: Bitmap, changed: Region) {
    self.time = time
    self.bitmap = bitmap
    self.changed = changed
  }
}
