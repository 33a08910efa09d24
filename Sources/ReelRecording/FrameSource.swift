import ReelCanvas
import ReelGeometry

/// Anything that can draw itself at a time.
///
/// A recorder owns its source and calls it from one place at a time, with times that never go back.
/// Layers are such a source (`Stage`); for a drawing without layers there is `DrawingSource`.
public protocol FrameSource {
  /// The size of the frames, in pixels; read once, before the first frame.
  var size: PixelSize { get }

  /// Draws the frame of a time over the frame that was drawn before.
  ///
  /// - Parameters:
  ///   - time: when the frame is shown. Numbers may be skipped in live recording.
  ///   - bitmap: holds the frame drawn before; transparent black before the first.
  /// - Returns: the tiles that may differ from the frame before. Where the region is empty the bitmap must not have been touched:
  ///   such a frame is neither copied nor converted.
  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region
}
