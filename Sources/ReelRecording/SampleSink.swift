import ReelCanvas
import ReelGeometry
import ReelVideo

/// A sink that needs no pixels, only the converted samples of what changed.
///
/// Its frames are converted on the thread that draws, so that the framebuffer is free again when a frame is sent.
package protocol SampleSink: FrameSink {
  /// Returns the format of the samples; nil where `begin` will refuse such frames.
  ///
  /// It is known before, since the first frame is drawn and converted while the sink opens.
  func sampleFormat(_ stream: FrameStream) -> PixelFormat?

  /// Takes the tiles that changed; nil for a still.
  func append(_ tiles: ConvertedTiles?, at index: Int) async throws
}
