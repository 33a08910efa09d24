import ReelGeometry
import ReelPlatform
import ReelTiming

/// The output that a sink produced.
public struct RecordedOutput: Hashable, Sendable {
  /// The file or folder, or nil if the film went to a stream.
  public var url: URL?
  /// The number of bytes written.
  public var byteCount: Int
  /// The name of the encoder, if there was one.
  public var encoder: String?
  /// The size of the pictures, if it may differ from that of the frames.
  public var size: PixelSize?
  /// The maximum number of pictures per second, if it may differ from the frame rate.
  public var frameRate: FrameRate?
  /// The number of frames, if it may differ from the recording's.
  public var frameCount: Int?
  /// The settings chosen to meet the size limit, in words: `quality 30`.
  ///
  /// Nil if nothing had to change.
  public var choice: String?
  /// The result of each output, in order, if there were several; empty for a single output.
  ///
  /// The other properties then describe the first complete output, with the total bytes of all.
  public var parts: [OutputResult] = []

  /// Creates a description of an output.
  public init(url: URL?, byteCount: Int, encoder: String? = nil) {
    self.url = url
    self.byteCount = byteCount
    self.encoder = encoder
  }
}
