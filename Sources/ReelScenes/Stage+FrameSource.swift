import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording

/// A stage can be recorded: each frame is what it shows at the frame's time.
extension Stage: FrameSource {
  /// Draws what changed since the frame before.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try render(at: time.seconds, into: &bitmap)
  }
}
