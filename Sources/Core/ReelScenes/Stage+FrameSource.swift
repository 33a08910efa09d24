import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording

/// A stage can be recorded: each frame shows the stage at the frame's time.
extension Stage: FrameSource {
  /// Draws what changed since the previous frame.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try render(at: time.seconds, into: &bitmap)
  }
}
